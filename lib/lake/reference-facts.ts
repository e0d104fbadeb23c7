/** What stands at each canonical path and what its state file says: the facts that visibility is decided from (F.8). */
import type { BranchEntry, ControlState, StateEntry, TagEntry } from '@/lib/engine/control/control-entries';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import { stateHash } from '@/lib/engine/references/state-names';
import {
  type CanonicalContent,
  type StateFinding,
  type Visibility,
  visibilityOf,
} from '@/lib/engine/references/visibility';
import { type DatasetRoot, entryOf } from '@/lib/engine/retirement/dataset-path';

export type ReferenceEntry = TagEntry | BranchEntry;

export interface ReferenceFinding {
  readonly content: CanonicalContent;
  readonly state: StateFinding;
  readonly visibility: Visibility;
}

/** All references and states of one control reading, looked up by the hash of their canonical path. */
export class ReferenceFacts {
  private readonly states: ReadonlyMap<string, StateEntry>;
  private readonly contents: ReadonlyMap<string, CanonicalContent>;

  constructor(private readonly control: ControlState) {
    this.states = new Map(control.states.map((state) => [state.hash, state]));
    this.contents = new Map(
      [...control.tags, ...control.branches].map((row) => [this.hashOf(row.entry), contentOf(row)]),
    );
  }

  find(row: ReferenceEntry): ReferenceFinding {
    const content = contentOf(row);
    const state = this.stateOf(this.hashOf(row.entry));
    return { content, state, visibility: visibilityOf(content, state) };
  }

  /** What lies at the canonical path of a state: absent only where the listing went to its end. */
  canonicalOf(state: StateEntry): CanonicalContent {
    const found = this.contents.get(state.hash);
    if (found !== undefined) return found;
    return this.control.listedUpTo === null ? { kind: 'absent' } : { kind: 'unreadable' };
  }

  /** A state whose reference is listed is told by the reference's own row. */
  hasCanonical(state: StateEntry): boolean {
    return this.contents.has(state.hash);
  }

  private stateOf(hash: string): StateFinding {
    const entry = this.states.get(hash);
    if (entry === undefined)
      return this.control.listedUpTo === null ? { kind: 'none' } : { kind: 'unreadable' };
    return entry.body.kind === 'read' ? { kind: 'record', record: entry.body.value } : { kind: 'unreadable' };
  }

  /** The state's name hashes the full path inside the store (F.3). */
  private hashOf(entry: string): string {
    const { path } = this.control.root;
    return stateHash(path === '' ? entry : `${path}/${entry}`);
  }
}

function contentOf({ body }: ReferenceEntry): CanonicalContent {
  if (body.kind === 'vanished') return { kind: 'absent' };
  if (body.kind !== 'read') return { kind: 'unreadable' };
  if (body.value.kind === 'tombstone') return { kind: 'tombstone' };
  return { kind: 'content', generation: body.value.reference.generation };
}

/** `tag release`, `branch exp`; the path itself where it is neither. */
export function referenceNameOf(root: DatasetRoot, path: string): string {
  const entry = entryOf(root, path);
  if (entry === null) return path;
  const key = parseReferenceKey(entry);
  return key.kind === 'tag' || key.kind === 'branch' ? `${key.kind} ${key.name}` : path;
}
