/** Addresses whose answer names no replica, and what each environment is read from. */
import { Age } from '@/components/ui/age';
import { DataTable } from '@/components/ui/data-table';
import { Bytes } from '@/components/ui/figures';
import type { Column } from '@/components/ui/table-column';
import type { ServingAddress, ServingEnvironment } from '@/lib/contracts/serving';
import { WordBadge } from './serving-badges';
import { addressWords, operationWord } from './serving-words';

const addressColumns: readonly Column<ServingAddress>[] = [
  { id: 'url', header: 'Address', cell: ({ url }) => <code className="id break">{url}</code> },
  { id: 'env', header: 'Environment', cell: ({ env }) => env },
  { id: 'verdict', header: 'Answer', cell: ({ verdict }) => <WordBadge word={addressWords[verdict]} /> },
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
    cell: ({ sentence, observed }) => (
      <>
        {sentence}
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

export function ServingAddresses({ addresses }: { readonly addresses: readonly ServingAddress[] }) {
  return (
    <DataTable
      caption="Table of addresses"
      columns={addressColumns}
      rows={addresses}
      rowKey={({ env, url }) => `${env} ${url}`}
    />
  );
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
