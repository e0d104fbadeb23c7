/** The hash that ties a run to the plan somebody approved: over one spelling of everything the plan says (D11). */
import { createHash } from 'node:crypto';
import type { CleanupPlan } from './cleanup-plan';

/** 64 hex digits over all of the plan but its hash. */
export function planHash(plan: Omit<CleanupPlan, 'hash'> | CleanupPlan): string {
  const { hash: _, ...content } = { hash: '', ...plan };
  return createHash('sha256').update(canonicalJson(content)).digest('hex');
}

/** Whether the plan is exactly what its hash was made of. */
export function isIntact(plan: CleanupPlan): boolean {
  return plan.hash === planHash(plan);
}

/** Keys in code-unit order, 64-bit numbers as decimal text marked as such, nothing left out. */
function canonicalJson(value: unknown): string {
  if (typeof value === 'bigint') return `"${value}n"`;
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
  }
  return JSON.stringify(value);
}
