/** Puts a listing and the bodies read for it together into typed rows; pure, and total over whatever was found. */
import { isVamplateError } from '@/lib/base/errors';
import { decodeBranch, decodeTag } from '@/lib/engine/lance/decode-reference';
import { decodeIntentRecord } from '@/lib/engine/references/intent-records';
import { decodeStateRecord } from '@/lib/engine/references/state-records';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import { corruptRecord, type Decode, ok } from '@/lib/engine/retirement/decode';
import { foreignRootIn } from '@/lib/engine/retirement/foreign-root';
import { decodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import type {
  BodyOf,
  BranchEntry,
  ControlArea,
  CorruptEntry,
  IntentEntry,
  LeaseEntry,
  MarkerEntry,
  StateEntry,
  TagEntry,
  TerminationEntry,
} from './control-entries';
import { excerptOf } from './excerpt';
import type { ClassifiedEntry } from './list-control';
import type { RawBody, WantedBody } from './read-bodies';

/** What is read of an entry besides its name; null for those whose name says all. */
export function extentWanted({ name }: ClassifiedEntry): WantedBody['extent'] | null {
  switch (name.kind) {
    case 'tag':
    case 'branch':
    case 'state':
    case 'intent':
      return 'whole';
    case 'marker':
      return name.name.marker === 'draining' ? null : 'whole';
    case 'corrupt':
      return 'start';
    default:
      return null;
  }
}

/** Rows under construction, filled one entry at a time. */
export class ControlRows {
  readonly leases: LeaseEntry[] = [];
  readonly markers: MarkerEntry[] = [];
  readonly intents: IntentEntry[] = [];
  readonly states: StateEntry[] = [];
  readonly terminations: TerminationEntry[] = [];
  readonly tags: TagEntry[] = [];
  readonly branches: BranchEntry[] = [];
  readonly corrupt: CorruptEntry[] = [];
  readonly proposals: string[] = [];
  readonly counts = { clocks: 0, locks: 0, other: 0 };
  foreignRoot: string | null = null;

  constructor(private readonly root: DatasetRoot) {}

  /** @param raw what `extentWanted` asked for, null when it asked for nothing */
  add(entry: ClassifiedEntry, raw: RawBody | null): void {
    const { listed, name } = entry;
    switch (name.kind) {
      case 'lease':
        this.leases.push({ ...listed, ...name.name });
        break;
      case 'marker': {
        const decode = (bytes: Uint8Array) => decodeMarkerRecord(bytes, this.root, name.name);
        const body =
          raw === null ? null : this.decoded(entry, 'retirement', name.name.namespace, raw, decode);
        this.markers.push({ ...listed, ...name.name, body });
        break;
      }
      case 'intent': {
        const decode = (bytes: Uint8Array) => decodeIntentRecord(bytes, this.root, name.name);
        this.intents.push({
          ...listed,
          ...name.name,
          body: this.decoded(entry, 'intent', name.name.namespace, raw, decode),
        });
        break;
      }
      case 'state': {
        const decode = (bytes: Uint8Array) => decodeStateRecord(bytes, this.root, name.hash);
        const body = this.decoded(entry, 'state', null, raw, decode);
        this.states.push({ ...listed, hash: name.hash, body });
        break;
      }
      case 'termination':
        this.terminations.push({ ...listed, namespace: name.namespace });
        break;
      case 'tag': {
        const body = this.decoded(entry, 'tag', null, raw, (bytes) =>
          caught(() => decodeTag(name.name, bytes)),
        );
        this.tags.push({ ...listed, name: name.name, body });
        break;
      }
      case 'branch': {
        const decode = (bytes: Uint8Array) => caught(() => decodeBranch(name.name, bytes));
        this.branches.push({
          ...listed,
          name: name.name,
          body: this.decoded(entry, 'branch', null, raw, decode),
        });
        break;
      }
      case 'corrupt':
        this.corrupt.push({
          ...listed,
          area: name.area,
          namespace: name.namespace,
          reason: name.reason,
          excerpt: raw?.kind === 'read' ? excerptOf(raw.bytes) : null,
        });
        break;
      case 'proposal':
        this.proposals.push(listed.entry);
        break;
      case 'clock':
        this.counts.clocks += 1;
        break;
      case 'lock':
        this.counts.locks += 1;
        break;
      case 'other':
        this.counts.other += 1;
        break;
    }
  }

  private decoded<T>(
    { listed }: ClassifiedEntry,
    area: ControlArea,
    namespace: string | null,
    raw: RawBody | null,
    decode: (bytes: Uint8Array) => Decode<T>,
  ): BodyOf<T> {
    if (raw === null) return { kind: 'unreadable', reason: 'not read' };
    if (raw.kind === 'unreadable' || raw.kind === 'vanished') return raw;
    const bytes = raw.kind === 'read' ? raw.bytes : raw.start;
    const result = raw.kind === 'read' ? decode(bytes) : corruptRecord('larger than any control file');
    if (result.kind === 'ok') return { kind: 'read', value: result.value };
    this.foreignRoot ??= foreignRootIn(bytes, this.root);
    const excerpt = excerptOf(bytes);
    this.corrupt.push({ ...listed, area, namespace, reason: result.reason, excerpt });
    return { kind: 'corrupt', reason: result.reason, excerpt };
  }
}

function caught<T>(decode: () => T): Decode<T> {
  try {
    return ok(decode());
  } catch (error) {
    if (isVamplateError(error) && error.kind === 'corrupt') return corruptRecord(error.message);
    throw error;
  }
}
