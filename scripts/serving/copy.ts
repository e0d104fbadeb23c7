/** A place that holds a dataset and, beside it, its seals: a replica's own folder, or the mirror all replicas share (E.2). */
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { Lineage } from '@/lib/engine/serving/lineage-rules';
import type { Pointer } from '@/lib/engine/serving/pointer-schema';
import { readPointer } from '@/lib/engine/serving/publish-import';
import { decodeOriginSeal, decodeSeal, sealMaxBytes } from '@/lib/engine/serving/seal-records';
import type { ImportSeal, OriginSeal } from '@/lib/engine/serving/seal-rules';
import { containerPlaces, type SealPlaces } from '@/lib/engine/serving/serving-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';

export interface Copy {
  readonly store: ObjectStore;
  /** Key of the dataset, the same in every copy. */
  readonly root: string;
  readonly places: SealPlaces;
}

export function copyIn(store: ObjectStore, lineage: Lineage): Copy {
  const root = `${lineage.setId}/${tableName(lineage)}.lance`;
  return { store, root, places: containerPlaces(root) };
}

export function tableName({ family, layoutAbi }: Lineage): string {
  return `${family}-v${layoutAbi}`;
}

/** `unsound`: something is there that is no seal of what its name says. */
export type SealReading<T = ImportSeal> = T | 'absent' | 'unsound';

/** @throws `unavailable` without a definite answer */
export async function readSeal({ store, places }: Copy, id: ImportId): Promise<SealReading> {
  const seal = await readSmall(store, places.importSeal(id), decodeSeal);
  return typeof seal === 'object' && importIdOf(seal.identity) !== id ? 'unsound' : seal;
}

/** @throws `unavailable` without a definite answer */
export function readOrigin({ store, places }: Copy): Promise<SealReading<OriginSeal>> {
  return readSmall(store, places.originSeal, decodeOriginSeal);
}

async function readSmall<T>(
  store: ObjectStore,
  key: string,
  decode: (body: Uint8Array) => T | null,
): Promise<SealReading<T>> {
  const answer = await store.get(key, { maxBytes: sealMaxBytes });
  if (answer.kind === 'absent') return 'absent';
  return (answer.kind === 'found' ? decode(answer.body) : null) ?? 'unsound';
}

/** The pointer, null where there is none. @throws without a definite answer, and for one that is none */
export async function pointerOf({ store, places }: Copy): Promise<Pointer | null> {
  return (await readPointer(store, places))?.pointer ?? null;
}

/** A copy that is filled from another keeps that one's origin: its own first version may be a much later import. */
export async function carryOrigin(from: Copy, to: Copy): Promise<void> {
  const answer = await from.store.get(from.places.originSeal, { maxBytes: sealMaxBytes });
  if (answer.kind === 'found') await to.store.create(to.places.originSeal, answer.body);
}

/** Whether a copy has sealed exactly this import. @throws `unavailable` without a definite answer */
export async function hasSealed(copy: Copy, identity: ImportIdentity): Promise<boolean> {
  const seal = await readSeal(copy, importIdOf(identity));
  return typeof seal === 'object' && sameIdentity(seal.identity, identity);
}
