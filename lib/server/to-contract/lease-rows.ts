/** Leases as rows: judged by the store's time of the answer that listed them, never by ours (5.3). */
import type { z } from 'zod';
import type { leaseRow } from '@/lib/contracts/control';
import { judgeLease, leaseExpiry } from '@/lib/engine/leases/lease-rules';
import type { HolderFinding } from '@/lib/engine/leases/read-holders';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import { presenceOf } from '@/lib/lake/presence';
import type { Place } from './place';
import { decimal, iso } from './scalars';

export type LeaseRowInput = z.input<typeof leaseRow>;

/**
 * @param holders what was found of the leases' holder records; a lease without an entry was not asked for
 * @param costs bytes only this lease keeps, by lease id, where the dataset's storage was counted
 * @param warning what a released cleaner could do to a leased version; null when none is at work
 */
export function leaseRows(
  place: Place,
  facts: DatasetFacts,
  holders: ReadonlyMap<string, HolderFinding>,
  costs: ReadonlyMap<string, number>,
  warning: string | null,
): LeaseRowInput[] {
  return facts.control.leases.map((lease) => {
    const standing = judgeLease(lease, lease.listedAt);
    const holder = holders.get(lease.id);
    return {
      ...place,
      key: lease.entry,
      id: lease.id,
      namespace: lease.namespace,
      branch: facts.branchOf.get(lease.namespace) ?? null,
      version: decimal(lease.version),
      versionStanding: presenceOf(facts, lease.namespace, lease.version),
      createdAt: iso(lease.storedAt),
      ttlMicros: lease.ttlMicros.toString(),
      expiresAt: iso(leaseExpiry(lease.storedAt, lease.ttlMicros)) ?? beyondCalendar,
      standing,
      holder: holder?.kind === 'recorded' ? holder.record : null,
      exclusiveBytes: costs.get(lease.id) ?? null,
      warning: standing === 'active' ? warning : null,
    };
  });
}

/** A lease longer than any calendar: shown as its last instant. */
const beyondCalendar = '9999-12-31T23:59:59.999Z';
