/** What a warm start verifies: the origin seal, the pointer and the active import's seal, three small files and no data (C.9). */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type ImportId, importIdOf } from './import-id-rules';
import { decodePointer, pointerMaxBytes } from './pointer-schema';
import type { StatusReport } from './report-schema';
import { decodeOriginSeal, decodeSeal, sealMaxBytes } from './seal-records';
import { acceptsImport, type ImportSeal } from './seal-rules';
import { type SealPlaces, warmVerificationReads } from './serving-names';

type SealResult = StatusReport['seals']['active'];

export interface SealVerification {
  /** `missing` only where the store says that nothing is there; without an answer it is `unchecked`. */
  readonly origin: SealResult;
  readonly active: SealResult;
  /** The active import's seal, where it is verified. */
  readonly seal: ImportSeal | null;
  /** What the pointer says is published: null for nothing, `unread` for no answer and for what is no pointer. */
  readonly published: ImportId | null | 'unread';
}

export async function verifySeals(
  store: ObjectStore,
  places: SealPlaces,
  active: ImportId,
): Promise<SealVerification> {
  const [originKey, pointerKey, sealKey] = warmVerificationReads(places, active);
  const origin = await small(store, originKey, sealMaxBytes, decodeOriginSeal);
  const pointer = await small(store, pointerKey, pointerMaxBytes, decodePointer);
  const seal = await small(store, sealKey, sealMaxBytes, decodeSeal);
  const ofActive = seal.kind === 'read' && importIdOf(seal.value.identity) === active ? seal.value : null;
  const accepted =
    origin.kind === 'read' && (ofActive === null || acceptsImport(origin.value, ofActive.identity));
  return {
    origin: resultOf(origin.kind, accepted),
    active: resultOf(seal.kind, ofActive !== null),
    seal: ofActive,
    published: pointer.kind === 'missing' ? null : publishedBy(pointer),
  };
}

type Small<T> =
  | { readonly kind: 'read'; readonly value: T }
  | { readonly kind: 'missing' | 'mismatch' | 'unchecked' };

async function small<T>(
  store: ObjectStore,
  key: string,
  maxBytes: number,
  decode: (body: Uint8Array) => T | null,
): Promise<Small<T>> {
  const answer = await store.get(key, { maxBytes }).catch(() => null);
  if (answer === null) return { kind: 'unchecked' };
  if (answer.kind === 'absent') return { kind: 'missing' };
  if (answer.kind === 'too_large') return { kind: 'mismatch' };
  try {
    const value = decode(answer.body);
    return value === null ? { kind: 'mismatch' } : { kind: 'read', value };
  } catch {
    return { kind: 'mismatch' };
  }
}

function resultOf(kind: Small<unknown>['kind'], verified: boolean): SealResult {
  if (kind !== 'read') return kind;
  return verified ? 'verified' : 'mismatch';
}

function publishedBy(pointer: Small<ReturnType<typeof decodePointer>>): SealVerification['published'] {
  return pointer.kind === 'read' ? (pointer.value.active.import_id as ImportId) : 'unread';
}
