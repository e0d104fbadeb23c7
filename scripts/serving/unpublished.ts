/** What this replica changed and the mirror's pointer does not say yet: in order, beside its own copy, over restarts. */
import pLimit from 'p-limit';
import { z } from 'zod';
import { VamplateError } from '@/lib/base/errors';
import type { ImportId } from '@/lib/engine/serving/import-id-rules';
import type { Pointer } from '@/lib/engine/serving/pointer-schema';
import type { Copy } from './copy';

const importId = z.string().regex(/^[0-9a-f]{16}$/);
const seenSchema = z.object({ publish_seq: z.int().min(1), active: importId, replica_id: z.string() });
const changeSchema = z.object({
  import_id: importId,
  kind: z.enum(['import', 'rollback']),
  /** The mirror's pointer when the change began, by what was known then; null for none. */
  seen: seenSchema.nullable(),
  by: z.object({ epoch: z.int().min(1), generation: z.int().min(1) }),
});
const keptSchema = z.object({
  schema: z.literal('vamplate-unpublished/1'),
  seen: seenSchema.nullable(),
  changes: z.array(changeSchema),
});

export type SeenPointer = z.output<typeof seenSchema> | null;
export type UnpublishedChange = z.output<typeof changeSchema>;
type Kept = z.output<typeof keptSchema>;

const maxBytes = 256 * 1024;
/** The newest ones; what is older than them is told by the history alone. */
const mostChanges = 200;

export function seenIn(pointer: Pointer | null): SeenPointer {
  if (pointer === null) return null;
  return {
    publish_seq: pointer.publish_seq,
    ...{ active: pointer.active.import_id, replica_id: pointer.by.replica_id },
  };
}

export interface Unpublished {
  changes(): Promise<readonly UnpublishedChange[]>;
  /** The last pointer that the mirror was known to have; null for none, and where nobody ever saw one. */
  lastSeen(): Promise<SeenPointer>;
  saw(seen: SeenPointer): Promise<void>;
  /** Stored before the change is made. @throws `unavailable` when it could not be stored for certain */
  add(change: UnpublishedChange): Promise<void>;
  /** It is published, or was not made after all. @throws as `add` */
  drop(change: UnpublishedChange): Promise<void>;
  /** One publication after another. */
  inTurn<T>(work: () => Promise<T>): Promise<T>;
}

/** @param own only this process writes there */
export function unpublishedIn({ store, places }: Copy): Unpublished {
  const key = `${places.container}unpublished.json`;
  let kept: Kept | null = null;
  const publishing = pLimit(1);
  const writing = pLimit(1);

  async function read(): Promise<Kept> {
    if (kept !== null) return kept;
    const answer = await store.get(key, { maxBytes });
    if (answer.kind === 'too_large') throw new VamplateError('corrupt', 'unpublished.json is too large.');
    const text = answer.kind === 'absent' ? null : new TextDecoder().decode(answer.body);
    const stored: Kept =
      text === null
        ? { schema: 'vamplate-unpublished/1', seen: null, changes: [] }
        : keptSchema.parse(JSON.parse(text));
    kept ??= stored;
    return kept;
  }

  async function write(to: (from: Kept) => Kept): Promise<void> {
    const next = to(await read());
    const body = new TextEncoder().encode(JSON.stringify(next));
    const there = await store.head(key);
    const answer = await (there.kind === 'absent'
      ? store.create(key, body)
      : store.replace(key, body, there.meta.etag));
    if (answer.kind !== 'written') {
      throw new VamplateError('unavailable', 'What is not published yet could not be written down.');
    }
    kept = next;
  }

  return {
    changes: async () => (await read()).changes,
    lastSeen: async () => (await read()).seen,
    saw: (seen) =>
      writing(async () => {
        kept = { ...(await read()), seen };
      }),
    add: (change) =>
      writing(write, (from) => ({ ...from, changes: [...from.changes, change].slice(-mostChanges) })),
    drop: (change) =>
      writing(write, (from) => ({
        ...from,
        changes: from.changes.filter((one) => !sameChange(one, change)),
      })),
    inTurn: (work) => publishing(work),
  };
}

function sameChange(a: UnpublishedChange, b: UnpublishedChange): boolean {
  return a.import_id === b.import_id && a.by.epoch === b.by.epoch && a.by.generation === b.by.generation;
}

/** Whether the pointer is still as this replica knows it: nobody else has published since the change began (E.4). */
export function mayPublish(
  stored: SeenPointer,
  { seen }: Pick<UnpublishedChange, 'seen'>,
  replicaId: string,
): boolean {
  if (stored === null || stored.replica_id === replicaId) return true;
  return seen !== null && seen.publish_seq === stored.publish_seq && seen.active === stored.active;
}

/**
 * Whether an import is this replica's to publish: a mirror that has it sealed already while it points elsewhere than
 * this replica served is followed, never moved.
 * @param seen the pointer when the import began @param sealedThere whether the mirror had the import sealed by then
 */
export function isOwnChange(
  seen: SeenPointer,
  sealedThere: boolean,
  [outgoing, candidate]: readonly [outgoing: ImportId | null, candidate: ImportId],
  replicaId: string,
): boolean {
  if (seen === null) return true;
  if (seen.active === candidate) return false;
  return !sealedThere || seen.active === outgoing || seen.replica_id === replicaId;
}
