/** Addresses whose answer names no replica, and what each environment is read from. */
import { type ReactNode, useMemo } from 'react';
import { Age } from '@/components/ui/age';
import { DataTable } from '@/components/ui/data-table';
import { Bytes } from '@/components/ui/figures';
import type { Column } from '@/components/ui/table-column';
import type { ServingAddress, ServingEnvironment } from '@/lib/contracts/serving';
import { WordBadge } from './serving-badges';
import { addressWords, operationWord, retiredWord } from './serving-words';

const addressColumns: readonly Column<ServingAddress>[] = [
  { id: 'url', header: 'Address', cell: ({ url }) => <code className="id break">{url}</code> },
  { id: 'env', header: 'Environment', cell: ({ env }) => env },
  {
    id: 'verdict',
    header: 'Answer',
    cell: ({ verdict, retired }) => (
      <WordBadge word={retired === null ? addressWords[verdict] : retiredWord} />
    ),
  },
  {
    id: 'operation',
    header: 'Operation',
    cell: ({ observed }) =>
      observed === null ? (
        <span className="faint">not told</span>
      ) : (
        <WordBadge word={operationWord(observed.operation)} />
      ),
  },
  { id: 'memory', header: 'Memory', cell: (row) => <Memory address={row} /> },
  {
    id: 'sentence',
    header: 'What that means',
    wrap: true,
    cell: ({ sentence, observed, silent, retired }) => (
      <>
        {sentence}
        {retired === null ? null : (
          <small>
            {retired.actor} gave it up <Age at={retired.at} />: {retired.reason}
          </small>
        )}
        {silent && retired === null ? (
          <small>Until it answers or is given up, it keeps every version of every dataset.</small>
        ) : null}
        {observed === null ? null : (
          <small>
            {observed.active === null
              ? 'It serves nothing.'
              : `It says that it serves import ${observed.active}.`}{' '}
            {observed.note}
          </small>
        )}
      </>
    ),
  },
];

function Memory({ address: { observed } }: { readonly address: ServingAddress }) {
  if (observed === null) return <span className="faint">not told</span>;
  const { currentBytes, maxBytes, max } = observed;
  return (
    <>
      <Bytes bytes={currentBytes} />
      <small>
        {max === 'bounded' ? (
          <>
            of <Bytes bytes={maxBytes} />
          </>
        ) : null}
        {max === 'unlimited_or_unreadable' ? 'unlimited, or its ceiling was not understood' : null}
        {max === 'unknown' ? 'its ceiling is not known' : null}
      </small>
    </>
  );
}

export interface ServingAddressesProps {
  readonly addresses: readonly ServingAddress[];
  /** What can be done about one that is silent. */
  readonly actionOf: (address: ServingAddress) => ReactNode;
}

export function ServingAddresses({ addresses, actionOf }: ServingAddressesProps) {
  const columns = useMemo(() => [...addressColumns, actionColumn(actionOf)], [actionOf]);
  return (
    <DataTable
      caption="Table of addresses"
      columns={columns}
      rows={addresses}
      rowKey={({ env, url }) => `${env} ${url}`}
    />
  );
}

function actionColumn(actionOf: ServingAddressesProps['actionOf']): Column<ServingAddress> {
  return {
    id: 'actions',
    header: 'Actions',
    cell: (address) => (address.silent && address.retired === null ? actionOf(address) : null),
  };
}

const environmentColumns: readonly Column<ServingEnvironment>[] = [
  { id: 'env', header: 'Environment', cell: ({ env }) => env },
  {
    id: 'uri',
    header: 'Listed',
    cell: ({ uri }) =>
      uri === null ? (
        <span className="faint">nothing is listed</span>
      ) : (
        <code className="id break serving-uri">{uri}</code>
      ),
  },
  { id: 'addresses', header: 'Addresses', numeric: true, cell: ({ addresses }) => addresses },
  {
    id: 'looked',
    header: 'Looked',
    cell: ({ lookedAt }) =>
      lookedAt === null ? <span className="faint">not yet</span> : <Age at={lookedAt} />,
  },
  {
    id: 'problem',
    header: 'Problem',
    wrap: true,
    cell: ({ problem }) => problem ?? <span className="faint">none</span>,
  },
];

export function ServingEnvironments({ rows }: { readonly rows: readonly ServingEnvironment[] }) {
  return (
    <DataTable
      caption="Table of environments"
      columns={environmentColumns}
      rows={rows}
      rowKey={({ env }) => env}
    />
  );
}
