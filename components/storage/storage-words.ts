/** Names, fills and meanings of the storage reasons and classes, in the order they are stacked. */
import type { StorageReason, StorageReport } from '@/lib/contracts/storage';

/** `fill`: a class of the storage ramp; shape besides colour for what can go, is unproven, or is not ours. */
export const reasonLook: Readonly<
  Record<StorageReason, { readonly words: string; readonly fill: string; readonly means: string }>
> = {
  live: { words: 'Live', fill: 'fill-live', means: 'the head needs it' },
  tag: { words: 'Tags', fill: 'fill-tags', means: 'only a tag needs it' },
  lease: { words: 'Leases', fill: 'fill-leases', means: 'only a lease needs it' },
  branch: { words: 'Branches', fill: 'fill-branches', means: 'only a branch needs it' },
  protocol: { words: 'Protocol', fill: 'fill-protocol', means: 'intents, states and markers hold it' },
  policy: { words: 'Policy window', fill: 'fill-policy', means: 'only the policy keeps it' },
  reclaimable: { words: 'Reclaimable', fill: 'fill-reclaim', means: 'nothing keeps it' },
  unverified: { words: 'Unverified', fill: 'fill-unver', means: 'younger than 7 days and in no version' },
  orphaned: { words: 'Orphaned', fill: 'fill-orphaned', means: 'older than 7 days and in no version' },
  foreign: { words: 'Foreign', fill: 'fill-foreign', means: 'not written by Lance' },
  unknown: { words: 'Unknown', fill: 'fill-unknown', means: 'could not be judged' },
};

export const classWords: Readonly<Record<StorageReport['byClass'][number]['class'], string>> = {
  data: 'Data files',
  blob: 'Blob files',
  deletion: 'Deletion files',
  index: 'Indices',
  manifest: 'Manifests',
  transaction: 'Transactions',
  control: 'Control files',
  branch: 'Branch folders',
  other: 'Other',
};

type Verdict = StorageReport['nextCleanup']['verdict'];

/** Amber where a person should decide, red where cleanup breaks, grey where it is not known; green never by default. */
export const cleanupTone: Readonly<Record<Verdict, 'ok' | 'warn' | 'stop' | 'unk' | 'maint'>> = {
  frees: 'maint',
  nothing_selected: 'unk',
  old_tag_fails: 'stop',
  held: 'warn',
  guard_7_days: 'unk',
  no_policy: 'unk',
  refuses: 'stop',
  unknown: 'unk',
};
export const cleanupWords: Readonly<Record<Verdict, string>> = {
  frees: 'Would free space',
  nothing_selected: 'Selects nothing',
  old_tag_fails: 'Fails on a tag',
  held: 'Held',
  guard_7_days: 'Waits 7 days',
  no_policy: 'No policy',
  refuses: 'Refuses',
  unknown: 'Not known',
};
