/** How each reason bytes exist is named and filled; no fill borrows the colour of a judgement it does not make. */
import type { StorageReason } from '@/lib/contracts/storage';

export const storageLooks: Readonly<
  Record<StorageReason, { readonly label: string; readonly fill: string }>
> = {
  live: { label: 'Live', fill: 'fill-live' },
  tag: { label: 'Held by tags', fill: 'fill-tags' },
  lease: { label: 'Held by leases', fill: 'fill-leases' },
  branch: { label: 'Held by branches', fill: 'fill-branches' },
  protocol: { label: 'Held by intents or markers', fill: 'fill-protocol' },
  policy: { label: 'Kept by policy', fill: 'fill-policy' },
  reclaimable: { label: 'Reclaimable', fill: 'fill-reclaim' },
  unverified: { label: 'Unverified, under 7 days old', fill: 'fill-unver' },
  orphaned: { label: 'Orphaned', fill: 'fill-orphaned' },
  foreign: { label: 'Foreign files', fill: 'fill-foreign' },
  unknown: { label: 'Unknown', fill: 'fill-unknown' },
};
