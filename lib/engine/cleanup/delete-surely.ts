/** Deletes what no look guards until the store has answered for each key, bounded: what depends on their absence waits for it. */
import type { Clock } from '@/lib/base/clock';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { pauseBefore, sendings } from './resend-rules';

export const keysPerBatch = 1_000;

/** @returns the keys that may still be there */
export async function deleteSurely(
  { store, clock }: { readonly store: ObjectStore; readonly clock: Clock },
  keys: readonly string[],
): Promise<readonly string[]> {
  const left: string[] = [];
  for (let at = 0; at < keys.length; at += keysPerBatch) {
    let some = keys.slice(at, at + keysPerBatch);
    for (let attempt = 0; attempt < sendings && some.length > 0; attempt += 1) {
      if (attempt > 0) await clock.sleep(pauseBefore(attempt));
      some = [...(await tryDeleteAll(store, some))];
    }
    left.push(...some);
  }
  return left;
}
