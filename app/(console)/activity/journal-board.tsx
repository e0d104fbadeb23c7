'use client';
/** The journal as a list, of all lakes or of one dataset; where reading stopped is said. */
import { PagedBoard } from '@/app/(console)/paged-board';
import type { ListAddress } from '@/app/(console)/use-list-address';
import { activityColumns, activityKey } from '@/components/activity/activity-columns';
import { Instant } from '@/components/ui/age';
import { type ActivityFilters, useActivity } from '@/lib/client/queries/activity';

export interface JournalBoardProps {
  readonly address: ListAddress;
  /** Beside what the address filters by. */
  readonly within: Pick<ActivityFilters, 'lake' | 'dataset'>;
  readonly heading?: 'h1' | 'h2';
  readonly empty: string;
}

export function JournalBoard({ address, within, heading = 'h1', empty }: JournalBoardProps) {
  const { q: actor, kind: action, state } = address.query;
  const lines = useActivity({
    ...within,
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(state === 'intent' || state === 'outcome' ? { kind: state } : {}),
  });
  const last = lines.data?.pages.at(-1);
  return (
    <>
      <PagedBoard
        title="Activity"
        heading={heading}
        caption="An intent is written before the effect, an outcome after it. Times are those of the servers."
        query={lines}
        columns={activityColumns}
        keyOf={activityKey}
        noun="line"
        empty={empty}
        address={address}
      />
      {last === undefined || last.stoppedAt === null ? null : (
        <p className="caption">
          Reading stopped at <Instant at={last.stoppedAt} /> after {last.linesRead} lines: older ones may fit
          the filter; load more to go on.
        </p>
      )}
    </>
  );
}
