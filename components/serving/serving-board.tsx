/** The board: each set with its headline and the worst of its replicas, then its replicas with both axes and confidence. */
import { Anchor } from '@/components/ui/anchor';
import { Icon } from '@/components/ui/icon';
import { RowLink } from '@/components/ui/row-link';
import { TableFrame } from '@/components/ui/table-frame';
import { datasetHref, decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { ReplicaRow, ServingSet } from '@/lib/contracts/serving';
import { Confidence, ServingAxes, SetBadge } from './serving-badges';
import { replicaHref, setHref } from './serving-links';
import { stepWords } from './serving-words';

const columns = [
  'Replica',
  'Serving × operation',
  'Confidence',
  'Serves',
  'Clean',
  'Head',
  'What that means',
];

export function ServingBoard({ sets }: { readonly sets: readonly ServingSet[] }) {
  return (
    <TableFrame label="Serving sets and their replicas">
      <table className="table serving-board">
        <caption className="sr">Serving sets and their replicas</caption>
        <thead>
          <tr>
            {columns.map((name) => (
              <th key={name} scope="col" className={numeric.has(name) ? 'num' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {sets.map((set) => (
          <tbody key={`${set.env} ${set.set}`}>
            <tr className="group">
              <th scope="rowgroup" colSpan={columns.length}>
                <span className="set-line">
                  <RowLink href={setHref(set)}>{set.set}</RowLink>
                  <SetBadge verdict={set.verdict} />
                  <span className="caption">
                    {set.env}
                    {set.worst === null
                      ? ', every replica is retired'
                      : `, worst of ${set.replicas.length}: ${set.worst.replica}`}
                  </span>
                  <DatasetLinks replicas={set.replicas} />
                </span>
              </th>
            </tr>
            {set.replicas.map((replica) => (
              <Row key={`${replica.lineage} ${replica.replica}`} replica={replica} />
            ))}
          </tbody>
        ))}
      </table>
    </TableFrame>
  );
}

const numeric: ReadonlySet<string> = new Set(['Serves', 'Clean', 'Head']);

function Row({ replica }: { readonly replica: ReplicaRow }) {
  return (
    <tr>
      <th scope="row">
        <RowLink href={replicaHref(replica)}>{replica.replica}</RowLink>
        <small>{replica.lineage}</small>
      </th>
      <td>
        <ServingAxes replica={replica} />
        <Step replica={replica} />
      </td>
      <td>
        <Confidence replica={replica} />
      </td>
      <ServingVersions replica={replica} />
      <td className="wrap">
        {replica.retired === null
          ? replica.sentence
          : `${replica.retired.actor} gave it up: ${replica.retired.reason}`}
        {replica.problems.map(({ code, sentence }) => (
          <small key={`${code} ${sentence}`}>{sentence}</small>
        ))}
      </td>
    </tr>
  );
}

/** Three cells: what is served, clean, and the head. */
export function ServingVersions({ replica }: { readonly replica: ReplicaRow }) {
  const { servingVersion, pinned, cleanVersion, observedHead } = replica;
  return (
    <>
      <td className="num">
        {servingVersion === null ? <span className="faint">not known</span> : `v${servingVersion}`}
        {pinned ? <small>pinned</small> : null}
      </td>
      <td className="num">
        {cleanVersion === null ? <span className="faint">not known</span> : `v${cleanVersion}`}
      </td>
      <td className="num">
        {observedHead === null ? <span className="faint">not known</span> : `v${observedHead}`}
      </td>
    </>
  );
}

export function Step({ replica: { operation } }: { readonly replica: Pick<ReplicaRow, 'operation'> }) {
  if (operation === null || operation.state === 'idle') return null;
  if (operation.state === 'failed') {
    return (
      <small>
        generation {operation.generation}, {operation.error?.kind}
      </small>
    );
  }
  const { generation, step, progress } = operation;
  return (
    <small>
      generation {generation}
      {step === null ? '' : `, ${stepWords[step]}`}
      {progress === null ? '' : `, ${Math.round(progress * 100)}%`}
    </small>
  );
}

export function DatasetLinks({ replicas }: { readonly replicas: readonly ReplicaRow[] }) {
  const found = new Map<string, NonNullable<ReplicaRow['dataset']>>();
  for (const { dataset } of replicas) {
    if (dataset !== null) found.set(`${dataset.lake} ${dataset.id}`, dataset);
  }
  return [...found.values()].map(({ lake, id }) => (
    <span key={`${lake} ${id}`} className="tone-line plain">
      <Icon name="dataset" size="sm" />
      <Anchor href={datasetHref(lake, id)}>{decodeDatasetId(id) || lake}</Anchor>
    </span>
  ));
}
