/** Names of branch terminations: while one exists, its incarnation accepts no new reference (F.10). */
import { corruptRecord, type Decode, ok } from '@/lib/engine/retirement/decode';
import { requireId, terminationsFolder } from '@/lib/engine/retirement/lifecycle-names';

/** The entry of a termination; main is never terminated. Throws `RangeError` for it. */
export function formatTerminationName(namespace: string): string {
  return `${terminationsFolder}${requireId(namespace)}.deleted`;
}

/** @param entry the part below `_refs/version_branch_terminations/`; the value is the namespace */
export function parseTerminationName(entry: string): Decode<string> {
  const namespace = entry.endsWith('.deleted') ? entry.slice(0, -'.deleted'.length) : '';
  if (namespace === '' || namespace.includes('/'))
    return corruptRecord('the name is not <namespace>.deleted');
  return ok(namespace);
}
