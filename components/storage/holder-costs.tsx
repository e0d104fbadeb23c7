/** What each holder costs: the bytes that would be free if it alone went; most expensive first. */
import { type ReactElement, useMemo } from 'react';
import { Since } from '@/components/ui/age';
import { DataTable } from '@/components/ui/data-table';
import { Bytes } from '@/components/ui/figures';
import { formatBytes } from '@/components/ui/format-bytes';
import { Icon } from '@/components/ui/icon';
import { RowLink } from '@/components/ui/row-link';
import { Empty } from '@/components/ui/states';
import type { Column } from '@/components/ui/table-column';
import type { HolderCost } from '@/lib/contracts/storage';

export interface HolderCostsProps {
  readonly holders: readonly HolderCost[];
  /** The page of a version. */
  readonly hrefOf: (version: string, branch: string | null) => string;
}

export function HolderCosts({ holders, hrefOf }: HolderCostsProps): ReactElement {
  const columns = useMemo(() => columnsOf(hrefOf), [hrefOf]);
  const rows = useMemo(() => [...holders].sort(byCost), [holders]);
  if (holders.length === 0) return <Empty says="No tag, lease or branch holds anything here." />;
  return (
    <DataTable
      caption="What each holder costs, most expensive first"
      columns={columns}
      rows={rows}
      rowKey={(holder) => `${holder.kind} ${holder.branch ?? ''} ${holder.subject} ${holder.version}`}
    />
  );
}

/** Most expensive first; what is not known stands last. */
function byCost(a: HolderCost, b: HolderCost): number {
  return (b.exclusiveBytes ?? -1) - (a.exclusiveBytes ?? -1);
}

/** `Deleting tag stable would free 4.21 GB.`, `Deleting tag stable would free nothing: others need the same bytes.` */
export function costSentence({ kind, subject, exclusiveBytes }: HolderCost): string {
  const act = kind === 'lease' ? 'The end of lease' : `Deleting ${kind}`;
  const name = kind === 'lease' ? subject.slice(0, 8) : subject;
  if (exclusiveBytes === null) return 'Not known while some version is not read.';
  return exclusiveBytes === 0
    ? `${act} ${name} would free nothing: others need the same bytes.`
    : `${act} ${name} would free ${formatBytes(exclusiveBytes)}.`;
}

function columnsOf(hrefOf: HolderCostsProps['hrefOf']): readonly Column<HolderCost>[] {
  return [
    {
      id: 'holder',
      header: 'Holder',
      cell: (holder) => (
        <span className="row-name">
          <Icon name={holder.kind} size="sm" />
          {holder.kind === 'lease' ? <code className="id">{holder.subject}</code> : holder.subject}
        </span>
      ),
    },
    {
      id: 'version',
      header: 'Version',
      cell: (holder) => <RowLink href={hrefOf(holder.version, holder.branch)}>v{holder.version}</RowLink>,
    },
    { id: 'branch', header: 'Branch', cell: (holder) => holder.branch ?? 'main' },
    { id: 'since', header: 'Held for', cell: (holder) => <Since at={holder.since} /> },
    {
      id: 'bytes',
      header: 'Exclusive',
      numeric: true,
      cell: (holder) => <Bytes bytes={holder.exclusiveBytes} />,
    },
    { id: 'says', header: 'What would follow', cell: costSentence },
  ];
}
