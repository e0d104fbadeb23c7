/** Sends one conditional write until it is known to be in or known to have lost; what stays unknown is said so (D1). */
import type { ETag, ObjectStore } from '@/lib/engine/store/object-store';

/** `unknown`: it may be in, may still land, or was in and has been overtaken. */
export type SureWrite =
  | { readonly kind: 'written'; readonly etag: ETag }
  | { readonly kind: 'conflict' }
  | { readonly kind: 'unknown' };

export interface SureWriteOptions {
  /** The content to replace; null: there must be none. */
  readonly before: ETag | null;
  /** Whether objects at this key are never replaced: other bytes there then prove that ours never came in. */
  readonly createOnly: boolean;
}

const maxTries = 4;

/**
 * @param body must be unlike every other content this key ever has, so that equal bytes prove our own write and the
 * replaced content cannot come back
 * @throws what the store throws for a write that certainly had no effect
 */
export async function writeSurely(
  store: ObjectStore,
  key: string,
  body: Uint8Array,
  { before, createOnly }: SureWriteOptions,
): Promise<SureWrite> {
  const send = () => (before === null ? store.create(key, body) : store.replace(key, body, before));
  let uncertain = false;
  for (let tries = 1; tries <= maxTries; tries += 1) {
    const answer = await send().catch((error: unknown) => {
      // An earlier try may still land, whatever this one says.
      if (uncertain) return { kind: 'unknown' } as const;
      throw error;
    });
    if (answer.kind === 'written') return { kind: 'written', etag: answer.etag };
    // A conflict after an unanswered try may be our own write that landed.
    if (answer.kind === 'conflict' && !uncertain && !createOnly) return { kind: 'conflict' };
    uncertain ||= answer.kind === 'unknown';
    const found = await readBack(store, key, body);
    if (found.kind === 'ours') return { kind: 'written', etag: found.etag };
    if (found.kind === 'other' && found.etag !== before) return { kind: createOnly ? 'conflict' : 'unknown' };
    if (found.kind === 'absent' && before !== null) return { kind: 'unknown' };
  }
  return { kind: 'unknown' };
}

type Found =
  | { readonly kind: 'ours' | 'other'; readonly etag: ETag }
  | { readonly kind: 'absent' | 'no_answer' };

async function readBack(store: ObjectStore, key: string, body: Uint8Array): Promise<Found> {
  try {
    const answer = await store.get(key, { maxBytes: Math.max(1, body.length) });
    if (answer.kind === 'absent') return answer;
    const ours = answer.kind === 'found' && Buffer.compare(answer.body, body) === 0;
    return { kind: ours ? 'ours' : 'other', etag: answer.meta.etag };
  } catch {
    return { kind: 'no_answer' };
  }
}
