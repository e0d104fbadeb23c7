/** Changes and owners as this server saw them: since it began to watch, and never from before. */
import { Age } from '@/components/ui/age';
import { DataTable } from '@/components/ui/data-table';
import { ShortId } from '@/components/ui/short-id';
import { Empty } from '@/components/ui/states';
import type { Column } from '@/components/ui/table-column';
import type { LockOwnerSeen, LockTransition } from '@/lib/contracts/locks';

const transitionColumns: readonly Column<LockTransition>[] = [
  { id: 'seen', header: 'First seen', cell: ({ seenAt }) => <Age at={seenAt} /> },
  { id: 'cause', header: 'What happened', wrap: true, cell: ({ sentence }) => sentence },
  { id: 'from', header: 'From', cell: ({ from }) => <Id id={from} /> },
  { id: 'to', header: 'To', cell: ({ to }) => <Id id={to} /> },
];

const ownerColumns: readonly Column<LockOwnerSeen>[] = [
  { id: 'owner', header: 'Lock id', cell: ({ lockId }) => <ShortId id={lockId} what="lock id" /> },
  { id: 'operation', header: 'Operation', cell: ({ operation, pid }) => `${operation}, process ${pid}` },
  { id: 'first', header: 'First seen', cell: ({ firstSeenAt }) => <Age at={firstSeenAt} /> },
  { id: 'last', header: 'Last seen', cell: ({ lastSeenAt }) => <Age at={lastSeenAt} /> },
];

export function LockTransitions({ rows }: { readonly rows: readonly LockTransition[] }) {
  if (rows.length === 0) return <Empty says="No change has been seen since this server began to watch." />;
  return (
    <DataTable
      caption="Changes seen, newest first"
      columns={transitionColumns}
      rows={rows}
      rowKey={({ seenAt, from, to }) => `${seenAt} ${from} ${to}`}
    />
  );
}

export function LockOwners({ rows }: { readonly rows: readonly LockOwnerSeen[] }) {
  if (rows.length === 0) return <Empty says="No owner has been seen since this server began to watch." />;
  return (
    <DataTable
      caption="Owners seen, newest first"
      columns={ownerColumns}
      rows={rows}
      rowKey={({ lockId }) => lockId}
    />
  );
}

function Id({ id }: { readonly id: string | null }) {
  return id === null ? <span className="faint">nobody</span> : <ShortId id={id} what="lock id" />;
}
