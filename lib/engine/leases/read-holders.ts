/** Reads the holder records of the leases that are shown: bounded, advisory, and no failure hides a lease (D23). */
import pLimit from 'p-limit';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';
import { decodeHolderRecord, type HolderRecord, holderKey, maxHolderBytes } from './holder-records';

export type HolderFinding =
  | { readonly kind: 'recorded'; readonly record: HolderRecord }
  | { readonly kind: 'not_recorded' }
  | { readonly kind: 'unreadable'; readonly reason: string };

const maxHolders = 1_000;

/**
 * One finding per id asked for, at most the first 1,000.
 * @param lake the lake's own store, whose root holds `_vamplate/`
 */
export async function readHolders(
  lake: ObjectStore,
  leaseIds: readonly string[],
  options: ReadOptions = {},
): Promise<ReadonlyMap<string, HolderFinding>> {
  const limit = pLimit(16);
  const ids = leaseIds.slice(0, maxHolders);
  const findings = await Promise.all(ids.map((id) => limit(() => readHolder(lake, id, options))));
  return new Map(ids.map((id, index) => [id, findings[index] ?? { kind: 'not_recorded' }]));
}

async function readHolder(lake: ObjectStore, id: string, options: ReadOptions): Promise<HolderFinding> {
  try {
    const answer = await lake.get(holderKey(id), { ...options, maxBytes: maxHolderBytes });
    if (answer.kind === 'absent') return { kind: 'not_recorded' };
    if (answer.kind === 'too_large') return { kind: 'unreadable', reason: 'the holder record is too large' };
    const decoded = decodeHolderRecord(answer.body);
    return decoded.kind === 'ok'
      ? { kind: 'recorded', record: decoded.value }
      : { kind: 'unreadable', reason: decoded.reason };
  } catch {
    options.signal?.throwIfAborted();
    return { kind: 'unreadable', reason: 'the store did not give the holder record' };
  }
}
