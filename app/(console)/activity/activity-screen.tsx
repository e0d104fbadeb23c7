'use client';
/** Who set out to do what, and what came of it, newest first; previews and opened dialogs are not among it. */
import { useListAddress } from '@/app/(console)/use-list-address';
import { useWatchedLakes } from '@/app/(console)/use-watched-lakes';
import { actionChoices, lineChoices } from '@/components/activity/activity-columns';
import { ListFilters } from '@/components/fleet/list-filters';
import { JournalBoard } from './journal-board';

export function ActivityScreen() {
  const address = useListAddress('/activity', []);
  const { lake } = address.query;
  const lakes = useWatchedLakes();
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
      <JournalBoard
        address={address}
        within={lake === undefined ? {} : { lake }}
        empty="Nobody has changed anything through this console."
      />
    </div>
  );
}
