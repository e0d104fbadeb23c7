/** Sorts the keys of one recursive `_refs/` listing by what their names say: one pass, nothing dropped (4.4). */
import { branchRefsFolder, refsFolder, tagRefsFolder } from '@/lib/engine/lance/paths';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import { type LeaseName, parseLeaseName } from '@/lib/engine/leases/lease-names';
import { type IntentName, parseIntentName } from '@/lib/engine/references/intent-names';
import { parseStateName } from '@/lib/engine/references/state-names';
import { parseTerminationName } from '@/lib/engine/references/termination-names';
import type { Decode } from '@/lib/engine/retirement/decode';
import {
  intentsFolder,
  leasesFolder,
  markersFolder,
  statesFolder,
  terminationsFolder,
} from '@/lib/engine/retirement/lifecycle-names';
import { isClockEntry, type MarkerName, parseMarkerName } from '@/lib/engine/retirement/marker-names';
import type { ControlArea } from './control-entries';

export type Classified =
  | { readonly kind: 'lease'; readonly name: LeaseName }
  | { readonly kind: 'marker'; readonly name: MarkerName }
  | { readonly kind: 'intent'; readonly name: IntentName }
  | { readonly kind: 'state'; readonly hash: string }
  | { readonly kind: 'termination'; readonly namespace: string }
  | { readonly kind: 'tag'; readonly name: string }
  | { readonly kind: 'branch'; readonly name: string }
  | { readonly kind: 'clock' }
  | { readonly kind: 'lock' }
  /** Only an unmerged proposal writes it (A.1). */
  | { readonly kind: 'proposal' }
  | { readonly kind: 'other' }
  | {
      readonly kind: 'corrupt';
      readonly area: ControlArea;
      readonly namespace: string | null;
      readonly reason: string;
    };

const catalogFolder = '_refs/catalog/';

/** @param entry a key relative to the dataset root, below `_refs/` */
export function classify(entry: string): Classified {
  const folderEnd = entry.indexOf('/', refsFolder.length) + 1;
  const folder = entry.slice(0, folderEnd);
  const rest = entry.slice(folderEnd);
  switch (folder) {
    case leasesFolder:
      return named(parseLeaseName(rest), 'lease', rest, (name) => ({ kind: 'lease', name }));
    case markersFolder:
      if (isClockEntry(rest)) return { kind: 'clock' };
      return named(parseMarkerName(rest), 'retirement', rest, (name) => ({ kind: 'marker', name }));
    case intentsFolder:
      return named(parseIntentName(rest), 'intent', rest, (name) => ({ kind: 'intent', name }));
    case statesFolder:
      return named(parseStateName(rest), 'state', null, (hash) => ({ kind: 'state', hash }));
    case terminationsFolder:
      return named(parseTerminationName(rest), 'termination', null, (namespace) => ({
        kind: 'termination',
        namespace,
      }));
    case tagRefsFolder:
    case branchRefsFolder:
      return classifyReference(entry, folder === tagRefsFolder ? 'tag' : 'branch');
    case catalogFolder:
      return { kind: 'proposal' };
    default:
      return { kind: 'other' };
  }
}

function classifyReference(entry: string, area: 'tag' | 'branch'): Classified {
  const key = parseReferenceKey(entry);
  switch (key.kind) {
    case 'tag':
    case 'branch':
    case 'lock':
      return key;
    case 'malformed':
      // Readers of every release skip what does not end in .json: it names no reference and cannot be a damaged one.
      if (!entry.endsWith('.json')) return { kind: 'other' };
      return { kind: 'corrupt', area, namespace: null, reason: key.problem };
    case 'elsewhere':
      return { kind: 'other' };
  }
}

function named<T>(
  decoded: Decode<T>,
  area: ControlArea,
  namespaced: string | null,
  make: (value: T) => Classified,
): Classified {
  if (decoded.kind === 'ok') return make(decoded.value);
  const slash = namespaced?.indexOf('/') ?? -1;
  const namespace = namespaced === null || slash <= 0 ? null : namespaced.slice(0, slash);
  return { kind: 'corrupt', area, namespace, reason: decoded.reason };
}
