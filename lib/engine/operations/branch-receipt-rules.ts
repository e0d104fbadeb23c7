/** Makes the receipt of one request that deleted a branch, or a part of it: what lay below it before and after, and what its report says (D21). */
import type { WallInstant } from '@/lib/base/clock';
import type { BranchDeletionReport } from '@/lib/engine/cleanup/branch/branch-deletion';
import { type DatasetSums, listLimits, type Receipt } from './receipt';
import { cut, said } from './receipt-rules';
import type { Asker } from './record-schema';
import type { FolderCount } from './take-stock';

export interface BranchCircumstances extends Asker {
  /** Of the line in the journal that says what was set out to do. */
  readonly run: string;
  readonly storeUri: string;
  readonly dataset: string;
  readonly branch: string;
  readonly reason: string;
  /** Who approved what `actor` asked for; null where one person was enough. */
  readonly approvedBy: string | null;
  readonly startedAt: WallInstant;
  readonly endedAt: WallInstant;
  /** The whole dataset; null where it was not counted. */
  readonly before: DatasetSums | null;
  readonly after: DatasetSums | null;
  /** The branch's own folder. */
  readonly folderBefore: FolderCount;
  readonly folderAfter: FolderCount;
  readonly verification: Receipt['verification'];
}

/** What was done, or what broke off a deletion that may have begun. */
export interface BranchOutcome
  extends Pick<BranchDeletionReport, 'objectsDeleted' | 'bytesDeleted' | 'left' | 'notes'> {
  readonly outcome: Receipt['outcome'];
}

export function branchReceiptOf(done: BranchOutcome, around: BranchCircumstances): Receipt {
  const { folderBefore, folderAfter, ...rest } = around;
  const { outcome, objectsDeleted: objects, bytesDeleted: bytes, left, notes } = done;
  const stay = new Set(folderAfter.versions);
  const gone = folderBefore.versions.filter((version) => !stay.has(version));
  const remaining = folderBefore.versions.filter((version) => stay.has(version));
  return {
    ...{ format: 1, kind: 'delete_branch', ...rest, planHash: null },
    ...{ takeovers: 0, requests: null },
    outcome,
    failure:
      outcome === 'completed'
        ? null
        : { kind: outcome, sentence: said(notes.join(' ') || 'It did not end.') },
    ...{ predicted: folderBefore.sums, most: folderBefore.sums },
    actual: { versions: gone.length, objects, bytes },
    retired: cut(gone, listLimits.retired, String),
    kept: { total: 0, listed: [] },
    left: cut(remaining, listLimits.left, (version) => ({
      version: `${version}`,
      reason: 'not_reached',
      sentence: 'The deletion ended before it; asked again it goes on.',
    })),
    // Of a deletion that broke off only the listing afterwards knows; keys that may remain can lie elsewhere too.
    objectsLeft: Math.max(left.length, folderAfter.sums.objects),
    incidents: { total: 0, listed: [] },
  };
}
