/** What the processes of a story and the test around them agree on. */
import { clusterPlace, type LockPlace, ownPlace } from '@/lib/engine/lock/lock-place';
import type { ObjectStore } from '@/lib/engine/store/object-store';

/** The shortest there is. */
export const storyLeaseMs = 3_000;

export type ProcessLine =
  | { readonly kind: 'refused'; readonly code: string }
  | { readonly kind: 'held'; readonly lockId: string; readonly tookOverFrom: string | null }
  | { readonly kind: 'sent'; readonly lockId: string }
  | { readonly kind: 'fenced'; readonly lockId: string; readonly reason: string }
  | { readonly kind: 'released'; readonly lockId: string; readonly outcome: string };

/** Clusters on local folders have no leases (CT-57): there a lock of our own is told about (D25). */
export function storyPlace(store: ObjectStore, kind: 'own' | 'cluster'): LockPlace {
  return kind === 'own' ? ownPlace('_vamplate/story') : clusterPlace(store, 'og/brain', 'ours');
}
