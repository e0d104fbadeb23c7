/** The shared record of what is published, `lance-serving-pointer/1`: written last, on condition (E.3, E.4). */
import { z } from 'zod';
import type { ImportId } from './import-id-rules';
import type { StoredPointer } from './publication-rules';

const importId = z.string().regex(/^[0-9a-f]{16}$/);
const version = z.int().min(1).nullish();
const published = z.object({ import_id: importId, publication_version: version });

const pointerSchema = z.object({
  schema: z.literal('lance-serving-pointer/1'),
  /** Key of the lineage. */
  lineage: z.string(),
  publish_seq: z.int().min(1),
  active: published,
  previous: published.nullable(),
  by: z.object({ replica_id: z.string(), epoch: z.int().min(1), generation: z.int().min(1) }),
  written_at: z.iso.datetime(),
  mirrored_through_version: version,
});
export type Pointer = z.infer<typeof pointerSchema>;

export const pointerMaxBytes = 64 * 1024;

export function encodePointer(pointer: Pointer): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(pointer));
}

/** @throws ZodError or SyntaxError for bytes that are no pointer: such a one is never overwritten */
export function decodePointer(body: Uint8Array): Pointer {
  return pointerSchema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
}

export function storedPointer({ publish_seq, active, by }: Pointer): StoredPointer {
  return {
    publishSeq: publish_seq,
    active: active.import_id as ImportId,
    by: { replicaId: by.replica_id, epoch: by.epoch, generation: by.generation },
  };
}
