'use client';
/** The board of locks: who holds each, whether it is alive, and how old that is. */
import { lockColumns } from '@/components/locks/lock-columns';
import { Answered } from '@/components/ui/answered';
import { DataTable } from '@/components/ui/data-table';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import { useLocks } from '@/lib/client/queries/locks';
import type { LockRow } from '@/lib/contracts/locks';

const keyOf = ({ root }: LockRow) => root;

export function LocksScreen() {
  const locks = useLocks();
  return (
    <Panel
      title="Locks"
      heading="h1"
      caption="Watched since this server started; what no fresh look says is not known."
      meta={locks.data?.meta}
    >
      <Answered answer={locks} what="locks">
        {({ items }) =>
          items.length === 0 ? (
            <Empty says="No cluster root is configured: `clusters` in vamplate.config.json names them." />
          ) : (
            <DataTable caption="Table of locks" columns={lockColumns} rows={items} rowKey={keyOf} />
          )
        }
      </Answered>
    </Panel>
  );
}
