/** In which order an import is published: previous safe, objects, seals, and the pointer always last (C.8, E.4). */
import type { ImportId } from './import-id-rules';
import type { RootKind } from './root-rules';

export type PublishStep =
  | { readonly kind: 'ensure_previous_durable'; readonly id: ImportId }
  /** Present even when nothing is missing: the plan says that it looked. */
  | { readonly kind: 'upload_missing_objects'; readonly keys: readonly string[] }
  | { readonly kind: 'upload_seal'; readonly key: string }
  | { readonly kind: 'publish_pointer'; readonly active: ImportId; readonly previous: ImportId | null };

export interface PublicationFacts {
  readonly candidate: ImportId;
  readonly outgoing: ImportId | null;
  readonly candidateObjects: readonly string[];
  readonly alreadyInMirror: ReadonlySet<string>;
  readonly sealKeys: readonly string[];
}

export type PlanPublication = (facts: PublicationFacts) => readonly PublishStep[];

export const planPublication: PlanPublication = (facts) => {
  const { candidate, outgoing, candidateObjects, alreadyInMirror, sealKeys } = facts;
  const missing = candidateObjects.filter((key) => !alreadyInMirror.has(key));
  return [
    ...(outgoing === null ? [] : [{ kind: 'ensure_previous_durable', id: outgoing } as const]),
    { kind: 'upload_missing_objects', keys: missing },
    ...sealKeys.map((key) => ({ kind: 'upload_seal', key }) as const),
    { kind: 'publish_pointer', active: candidate, previous: outgoing },
  ];
};

/** The whole update from A to B; on a volume that may lag, activation comes before the mirror (C.8, its open point). */
export type UpdateStep =
  | 'build'
  | 'reconcile'
  | 'commit'
  | 'validate'
  | 'ensure_previous_durable'
  | 'upload_missing_objects'
  | 'upload_seals'
  | 'publish_pointer'
  | 'activate'
  | 'release'
  | 'collect_after_grace';

export function updateOrder(kind: RootKind, mirrorRequired: boolean): readonly UpdateStep[] {
  const made = ['build', 'reconcile', 'commit', 'validate'] as const;
  const mirrored = [
    'ensure_previous_durable',
    'upload_missing_objects',
    'upload_seals',
    'publish_pointer',
  ] as const;
  const tail = ['release', 'collect_after_grace'] as const;
  const activatesFirst = kind === 'volume' && !mirrorRequired;
  return activatesFirst
    ? [...made, 'activate', ...mirrored, ...tail]
    : [...made, ...mirrored, 'activate', ...tail];
}

/** Who wrote a pointer: epoch and generation order only the writes of one replica. */
export interface PointerAuthor {
  readonly replicaId: string;
  readonly epoch: number;
  readonly generation: number;
}

export interface StoredPointer {
  readonly publishSeq: number;
  readonly active: ImportId;
  readonly by: PointerAuthor;
}

export type PointerDecision =
  | { readonly kind: 'write'; readonly publishSeq: number }
  /** This very publication is already there. */
  | { readonly kind: 'done' }
  /** Another import is published than the plan was made for: plan again from it, never overwrite. */
  | { readonly kind: 'replan'; readonly storedActive: ImportId | null }
  /** This replica has published something later: the caller's token is old. */
  | { readonly kind: 'stale'; readonly stored: PointerAuthor };

/**
 * @param stored what the pointer says now, null when there is none
 * @param outgoing the active import the plan was made for, null for the first publication
 */
export function decidePointer(
  stored: StoredPointer | null,
  outgoing: ImportId | null,
  candidate: ImportId,
  by: PointerAuthor,
): PointerDecision {
  if (stored === null) {
    return outgoing === null ? { kind: 'write', publishSeq: 1 } : { kind: 'replan', storedActive: null };
  }
  if (stored.by.replicaId === by.replicaId) {
    const order = compareTokens(by, stored.by);
    if (order === 0 && stored.active === candidate) return { kind: 'done' };
    if (order <= 0) return { kind: 'stale', stored: stored.by };
  }
  if (stored.active !== outgoing) return { kind: 'replan', storedActive: stored.active };
  return { kind: 'write', publishSeq: stored.publishSeq + 1 };
}

function compareTokens(a: PointerAuthor, b: PointerAuthor): number {
  return a.epoch - b.epoch || a.generation - b.generation;
}
