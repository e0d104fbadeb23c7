/** What lies in the store and how it came there, in true time and in the order of landings: the ledger's memory. */

import { decodeBranch, decodeTag } from '@/lib/engine/lance/decode-reference';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import { parseVersionName } from '@/lib/engine/lance/version-names';
import { type LeaseName, parseLeaseName } from '@/lib/engine/leases/lease-names';
import { type IntentName, parseIntentName } from '@/lib/engine/references/intent-names';
import { intentsFolder, leasesFolder, markersFolder } from '@/lib/engine/retirement/lifecycle-names';
import { type MarkerName, parseMarkerName } from '@/lib/engine/retirement/marker-names';
import { cloneRoot, type Manifests, root } from './world';

export interface Landed {
  readonly by: string;
  /** Order of landing among everything asked and landed. */
  readonly tick: number;
  /** True time. */
  readonly at: number;
}

export interface ManifestFact extends Landed {
  readonly key: string;
  /** Null for main, a branch folder's name, or `clone`. */
  readonly folder: string | null;
  readonly version: bigint;
  readonly needs: readonly string[];
}

export type MarkerFact = Landed & MarkerName & { readonly key: string; sealTakenInRun: number | null };
export type LeaseFact = Landed & LeaseName & { readonly key: string; readonly endsAt: number };
/** A lease that has gone, and when in the order of landings. */
export type PastLease = LeaseFact & { readonly goneTick: number };
export type IntentFact = Landed & IntentName & { readonly key: string };

/** What stands at a tag's or branch's path, as far as it keeps a version of main. */
export interface ReferenceFact extends Landed {
  readonly key: string;
  readonly version: bigint;
  readonly generation: string | null;
}

/** Life of one marker, kept after it has gone. */
export interface MarkerLife extends Landed {
  removedBy: string | null;
  /** Which of its runs the process that removed it was in; 0 for none. */
  removedInRun: number;
}

/** A claim of a publisher that has no intent any more: the state alone speaks for it. */
export interface BareClaim extends Landed {
  readonly version: bigint;
}

const mainManifest = `${root.key}/_versions/`;
const tree = `${root.key}/tree/`;

export class Facts {
  readonly present = new Map<string, Landed>();
  readonly manifests = new Map<string, ManifestFact>();
  readonly neededBy = new Map<string, Set<ManifestFact>>();
  readonly markers = new Map<string, MarkerFact>();
  readonly leases = new Map<string, LeaseFact>();
  readonly pastLeases: PastLease[] = [];
  readonly intents = new Map<string, IntentFact>();
  readonly references = new Map<string, ReferenceFact>();
  /** By state key. */
  readonly bareClaims = new Map<string, BareClaim>();
  /** `process key version` of every reference that was ever written. */
  readonly written = new Set<string>();
  /** By object: when the last manifest that needed it went. */
  readonly neededUntil = new Map<string, number>();
  /** Objects that a manifest in the store has ever needed. */
  readonly everNeeded = new Set<string>();
  /** By marker key, also after it has gone. */
  readonly lives = new Map<string, MarkerLife>();

  constructor(private readonly known: Manifests) {}

  stored(key: string, body: Uint8Array, landed: Landed): void {
    this.present.set(key, landed);
    this.bareClaims.delete(key);
    const entry = key.slice(root.key.length + 1);
    if (key.endsWith('.manifest')) this.manifestStored(key, body, landed);
    else if (entry.startsWith(leasesFolder)) {
      const name = parseLeaseName(entry.slice(leasesFolder.length));
      if (name.kind === 'corrupt') return;
      const endsAt = landed.at + Number(name.value.ttlMicros) / 1_000;
      this.leases.set(key, { ...landed, ...name.value, key, endsAt });
    } else if (entry.startsWith(markersFolder) && !entry.endsWith('_clock')) {
      const name = parseMarkerName(entry.slice(markersFolder.length));
      if (name.kind === 'corrupt') return;
      const fact = { ...landed, ...name.value, key, sealTakenInRun: null };
      this.markers.set(key, fact);
      this.lives.set(key, { ...landed, removedBy: null, removedInRun: 0 });
    } else if (entry.startsWith(intentsFolder)) {
      const name = parseIntentName(entry.slice(intentsFolder.length));
      if (name.kind !== 'corrupt') this.intents.set(key, { ...landed, ...name.value, key });
    } else this.referenceStored(key, entry, body, landed);
  }

  removed(key: string, by: string, tick: number, run: number): void {
    this.present.delete(key);
    const lease = this.leases.get(key);
    if (lease !== undefined) this.pastLeases.push({ ...lease, goneTick: tick });
    this.leases.delete(key);
    this.markers.delete(key);
    this.intents.delete(key);
    this.references.delete(key);
    this.bareClaims.delete(key);
    const life = this.lives.get(key);
    if (life !== undefined) Object.assign(life, { removedBy: by, removedInRun: run });
    const manifest = this.manifests.get(key);
    if (manifest === undefined) return;
    this.manifests.delete(key);
    for (const need of manifest.needs) {
      this.neededBy.get(need)?.delete(manifest);
      this.neededUntil.set(need, tick);
    }
  }

  /** A publisher without an intent has claimed: its state stands for it from its own landing on. */
  claimedBare(key: string, version: bigint): void {
    const landed = this.present.get(key);
    if (landed?.by === 'hasty tagger') this.bareClaims.set(key, { ...landed, version });
  }

  /** When a lease's duration is over in true time; null when it is not there. */
  endOf(id: string): number | null {
    return [...this.leases.values()].find((one) => one.id === id)?.endsAt ?? null;
  }

  markersOf(version: bigint): readonly MarkerFact[] {
    return [...this.markers.values()].filter((one) => one.version === version && one.namespace === 'main');
  }

  isCommitted(version: bigint): boolean {
    return this.markersOf(version).some(({ marker }) => marker === 'committed');
  }

  private manifestStored(key: string, body: Uint8Array, landed: Landed): void {
    const name = parseVersionName(key.slice(key.lastIndexOf('/') + 1));
    const needs = this.known.needsOf(body);
    if (name.kind !== 'attached' || needs === null) return;
    const fact = { ...landed, key, version: name.version, needs, folder: folderOf(key) };
    this.manifests.set(key, fact);
    for (const need of needs) {
      const some = this.neededBy.get(need) ?? new Set();
      some.add(fact);
      this.everNeeded.add(need);
      this.neededBy.set(need, some);
    }
  }

  private referenceStored(key: string, entry: string, body: Uint8Array, landed: Landed): void {
    const place = parseReferenceKey(entry);
    if (place.kind === 'tag') {
      const read = decodeTag(place.name, body);
      if (read.kind !== 'found' || read.reference.branch !== null) return;
      const { version, generation } = read.reference;
      this.referenceWritten({ ...landed, key, version, generation });
    } else if (place.kind === 'branch') {
      const read = decodeBranch(place.name, body);
      if (read.kind !== 'found' || read.reference.parentBranch !== null) return;
      const { parentVersion, generation } = read.reference;
      this.referenceWritten({ ...landed, key, version: parentVersion, generation });
    }
  }

  private referenceWritten(fact: ReferenceFact): void {
    this.references.set(fact.key, fact);
    this.written.add(`${fact.by} ${fact.key} ${fact.version}`);
  }
}

function folderOf(key: string): string | null {
  if (key.startsWith(mainManifest)) return null;
  if (key.startsWith(`${cloneRoot}/`)) return 'clone';
  return key.slice(tree.length, key.indexOf('/_versions/'));
}
