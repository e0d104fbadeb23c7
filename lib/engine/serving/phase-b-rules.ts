/** The older report, `lifecycle`, `artifact_present` and `cgroup_memory`: observed lifecycle and memory, and no clocks (D.1). */
import { z } from 'zod';
import { failureKinds } from './lifecycle-rules';

const importId = z.string().regex(/^[0-9a-f]{16}$/);
const bytes = z.int().min(0).nullable();
const error = z.object({ kind: z.enum(failureKinds), message: z.string().max(2_000).nullish() });
const attempt = { candidate: importId, generation: z.int().min(0) };

const phaseBSchema = z.object({
  lifecycle: z.object({
    serving: z.object({ active: importId, previous: importId.nullable() }).nullable(),
    operation: z.discriminatedUnion('state', [
      z.object({ state: z.literal('idle') }),
      z.object({ state: z.literal('importing'), ...attempt }),
      z.object({ state: z.literal('failed'), ...attempt, error }),
    ]),
  }),
  artifact_present: z.boolean(),
  cgroup_memory: z.object({ current_bytes: bytes, max_bytes: bytes }),
  note: z.string().max(2_000).optional(),
});
export type PhaseBReport = z.infer<typeof phaseBSchema>;

/**
 * This shape has no state of the ceiling: with a readable current, no ceiling is unlimited or one that was not
 * understood; with neither, nobody can say which of the two was missing.
 */
export type PhaseBMax = 'bounded' | 'unlimited_or_unreadable' | 'unknown';

export type PhaseBReading =
  /** It names another schema or none of these fields: not this shape at all. */
  | { readonly kind: 'other' }
  | { readonly kind: 'not_in_form'; readonly detail: string }
  | { readonly kind: 'previous_is_active' }
  | { readonly kind: 'read'; readonly report: PhaseBReport; readonly max: PhaseBMax };

/** @param json a parsed document; one with a `schema` is never taken for this shape */
export function readPhaseB(json: unknown): PhaseBReading {
  if (typeof json !== 'object' || json === null || 'schema' in json) return { kind: 'other' };
  if (!('lifecycle' in json && 'artifact_present' in json && 'cgroup_memory' in json)) {
    return { kind: 'other' };
  }
  const read = phaseBSchema.safeParse(json);
  if (!read.success) return { kind: 'not_in_form', detail: z.prettifyError(read.error).slice(0, 2_000) };
  const report = read.data;
  const { serving } = report.lifecycle;
  if (serving !== null && serving.previous === serving.active) return { kind: 'previous_is_active' };
  return { kind: 'read', report, max: maxOf(report.cgroup_memory) };
}

function maxOf({ current_bytes, max_bytes }: PhaseBReport['cgroup_memory']): PhaseBMax {
  if (max_bytes !== null) return 'bounded';
  return current_bytes === null ? 'unknown' : 'unlimited_or_unreadable';
}
