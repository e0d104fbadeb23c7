/** The replicas of one set, the one that is looked at marked. */

import { useMemo } from 'react';
import { DataTable } from '@/components/ui/data-table';
import { RowLink } from '@/components/ui/row-link';
import type { Column } from '@/components/ui/table-column';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';
import { Confidence, ServingAxes, useIsPast, WordBadge } from './serving-badges';
import { Step } from './serving-board';
import { certaintyWord } from './serving-words';

export interface SetReplicasProps {
  readonly replicas: readonly ReplicaDetail[];
  readonly shown: ReplicaDetail | null;
  readonly hrefOf: (replica: ReplicaDetail) => string;
}

export function SetReplicas({ replicas, shown, hrefOf }: SetReplicasProps) {
  const columns = useMemo(() => columnsOf(hrefOf), [hrefOf]);
  return (
    <DataTable
      caption="Replicas of this set"
      columns={columns}
      rows={replicas}
      rowKey={keyOf}
      isCurrent={(one) => shown !== null && keyOf(one) === keyOf(shown)}
    />
  );
}

function keyOf({ lineage, replica }: ReplicaDetail): string {
  return `${lineage} ${replica}`;
}

function columnsOf(hrefOf: SetReplicasProps['hrefOf']): readonly Column<ReplicaDetail>[] {
  return [
    {
      id: 'replica',
      header: 'Replica',
      cell: (row) => (
        <>
          <RowLink href={hrefOf(row)}>{row.replica}</RowLink>
          <small>{row.lineage}</small>
        </>
      ),
    },
    {
      id: 'axes',
      header: 'Serving × operation',
      cell: (row) => (
        <>
          <ServingAxes replica={row} />
          <Step replica={row} />
        </>
      ),
    },
    { id: 'confidence', header: 'Confidence', cell: (row) => <Confidence replica={row} /> },
    {
      id: 'serves',
      header: 'Serves',
      numeric: true,
      cell: (row) => versionCell(row.servingVersion, row.pinned),
    },
    { id: 'clean', header: 'Clean', numeric: true, cell: (row) => versionCell(row.cleanVersion) },
    { id: 'head', header: 'Head', numeric: true, cell: (row) => versionCell(row.observedHead) },
    { id: 'history', header: 'By history', cell: (row) => <Certainty replica={row} /> },
    { id: 'means', header: 'What that means', wrap: true, cell: ({ sentence }) => sentence },
  ];
}

function Certainty({ replica }: { readonly replica: ReplicaDetail }) {
  const past = useIsPast(replica);
  if (replica.headCertainty === null) return <span className="faint">nothing to explain</span>;
  return <WordBadge word={certaintyWord(replica.headCertainty)} past={past} />;
}

function versionCell(version: string | null, pinned = false) {
  if (version === null) return <span className="faint">not known</span>;
  return (
    <>
      v{version}
      {pinned ? <small>pinned</small> : null}
    </>
  );
}
