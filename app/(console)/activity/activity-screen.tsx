'use client';
/** Who set out to do what, and what came of it, newest first; previews and opened dialogs are not among it. */
import { PagedBoard } from '@/app/(console)/paged-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import { useWatchedLakes } from '@/app/(console)/use-watched-lakes';
import {
  actionChoices,
  activityColumns,
  activityKey,
  lineChoices,
} from '@/components/activity/activity-columns';
import { ListFilters } from '@/components/fleet/list-filters';
import { Instant } from '@/components/ui/age';
import { useActivity } from '@/lib/client/queries/activity';

export function ActivityScreen() {
  const address = useListAddress('/activity', []);
  const { lake, q: actor, kind: action, state } = address.query;
  const lines = useActivity({
    ...(lake === undefined ? {} : { lake }),
    ...(actor === undefined ? {} : { actor }),
    ...(action === undefined ? {} : { action }),
    ...(state === 'intent' || state === 'outcome' ? { kind: state } : {}),
  });
  const lakes = useWatchedLakes();
  const last = lines.data?.pages.at(-1);
  return (
    <div>
      <ListFilters
        filters={address.filters}
        lakes={lakes}
        kinds={actionChoices}
        states={lineChoices}
        textLabel="Actor, the whole name"
        hrefOf={address.hrefOf}
        onChange={address.onChange}
      />
      <PagedBoard
        title="Activity"
        caption="An intent is written before the effect, an outcome after it. Times are those of the servers."
        query={lines}
        columns={activityColumns}
        keyOf={activityKey}
        noun="line"
        empty="Nobody has changed anything through this console."
        address={address}
      />
      {last === undefined || last.stoppedAt === null ? null : (
        <p className="caption">
          Reading stopped at <Instant at={last.stoppedAt} /> after {last.linesRead} lines: older ones may fit
          the filter; load more to go on.
        </p>
      )}
    </div>
  );
}
