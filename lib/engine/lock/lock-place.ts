/** Where one lock lies, who writes it, and whether its owners beat (cluster-lock.md, E; decisions D25, D26). */
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface LockPlace {
  /** `own`: a lock of this console's below `_vamplate/`, which no other program knows. */
  readonly kind: 'cluster' | 'own';
  /** Key of the root in its store; '' is the store itself. */
  readonly root: string;
  /** `stock`: other programs write here; then nothing here beats, claims, takes over or writes a released form (D26). */
  readonly writers: 'stock' | 'ours';
  /** Whether owners beat: clusters on S3 do, on local folders never (CT-57); our own locks always do (D25). */
  readonly leased: boolean;
  /** `external`: the cluster keeps its state elsewhere, so no lock here means anything. */
  readonly backend: 'storage' | 'external';
}

export function clusterPlace(
  store: ObjectStore,
  root: string,
  writers: LockPlace['writers'] = 'stock',
  backend: LockPlace['backend'] = 'storage',
): LockPlace {
  return { kind: 'cluster', root: trimmed(root), writers, leased: store.kind !== 'local', backend };
}

/** @throws `invalid_input` for a root outside `_vamplate/`, or in the folders a local store keeps to itself */
export function ownPlace(root: string): LockPlace {
  const clean = trimmed(root);
  if (!/^_vamplate\/(?!(tmp|locks|probe)(\/|$))./.test(clean)) {
    throw new VamplateError('invalid_input', 'Our own locks lie below _vamplate/.', { root });
  }
  return { kind: 'own', root: clean, writers: 'ours', leased: true, backend: 'storage' };
}

/** B.3, proposed: in a cluster only a serving process beats; in our own roots every owner does. */
export function beats(place: LockPlace, operation: string): boolean {
  return place.leased && (place.kind === 'own' || operation === 'serve');
}

/** For people and for commands: where this lock's root lies. */
export function placeUri({ uri }: Pick<ObjectStore, 'uri'>, { root }: LockPlace): string {
  return root === '' ? uri : `${uri.replace(/\/$/, '')}/${root}`;
}

function trimmed(root: string): string {
  return root.replace(/^\/+|\/+$/g, '');
}
