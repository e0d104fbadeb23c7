'use client';
/** One replica: its verdict, its clocks, what can be asked of it, and everything its report says. */
import { ReplicaActions } from '@/app/(console)/serving/replica-actions';
import { ReplicaPanels } from '@/components/serving/replica-panels';
import { Confidence, ServingAxes } from '@/components/serving/serving-badges';
import { setHref } from '@/components/serving/serving-links';
import { ThreeClocks } from '@/components/serving/three-clocks';
import { Anchor } from '@/components/ui/anchor';
import { Answered } from '@/components/ui/answered';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { type ReplicaPlace, useServingReplica } from '@/lib/client/queries/serving';
import { datasetHref, decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';

export function ReplicaScreen(place: ReplicaPlace) {
  const read = useServingReplica(place);
  const { env, set, replica: name } = place;
  const replica = read.data?.replica;
  return (
    <>
      <PageHead
        title={name}
        here={name}
        crumbs={[
          { href: '/serving', label: 'Serving' },
          { href: setHref({ env, set }), label: set },
        ]}
        beside={replica === undefined ? null : <ServingAxes replica={replica} />}
        sub={replica === undefined ? null : <Place replica={replica} />}
      />
      <div className="stack">
        <Panel title="Three clocks" className="snug" meta={read.data?.meta}>
          <Answered answer={read} what="this replica" rows={6}>
            {(reply) => (
              <>
                <p className="pad">{reply.replica.sentence}</p>
                <ThreeClocks replicas={[reply.replica]} readAt={reply.meta.readAt} />
              </>
            )}
          </Answered>
        </Panel>
        {read.data === undefined ? null : (
          <>
            <ReplicaActions lake={read.data.lake} replica={read.data.replica} />
            <ReplicaPanels replica={read.data.replica} />
          </>
        )}
      </div>
    </>
  );
}

function Place({ replica }: { readonly replica: ReplicaDetail }) {
  const where = replica.key ?? replica.url ?? '';
  const { dataset, retired, others } = replica;
  return (
    <>
      <span>
        {replica.env}, {replica.lineage}
      </span>
      <Confidence replica={replica} />
      {dataset === null ? (
        <code className="id break">{replica.datasetUri}</code>
      ) : (
        <Anchor href={datasetHref(dataset.lake, dataset.id)}>
          {decodeDatasetId(dataset.id) || dataset.lake}
        </Anchor>
      )}
      <span>
        <code className="id break">{where}</code>
        <CopyButton text={where} label="Copy where the report lies" />
      </span>
      {retired === null ? null : (
        <span>
          {retired.actor} gave it up: {retired.reason}
        </span>
      )}
      {others.map(({ sentence }) => (
        <span key={sentence}>{sentence}</span>
      ))}
    </>
  );
}
