'use client';
/** One set: its clocks on one time axis, the product of both axes, its replicas, and all of the one that is looked at. */
import { useSearchParams } from 'next/navigation';
import { AddToStatusPage, ShownOnStatusPages } from '@/app/(console)/add-to-status-page';
import { ReplicaActions } from '@/app/(console)/serving/replica-actions';
import { ProductMatrix } from '@/components/serving/product-matrix';
import { RecordedDay } from '@/components/serving/recorded-day';
import { ReplicaPanels } from '@/components/serving/replica-panels';
import { SetBadge } from '@/components/serving/serving-badges';
import { DatasetLinks } from '@/components/serving/serving-board';
import { replicaHref, setHref } from '@/components/serving/serving-links';
import { SetReplicas } from '@/components/serving/set-replicas';
import { ThreeClocks } from '@/components/serving/three-clocks';
import { Anchor } from '@/components/ui/anchor';
import { Answered } from '@/components/ui/answered';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useServingSet } from '@/lib/client/queries/serving';
import type { ReplicaDetail, ServingSetReply } from '@/lib/contracts/serving-report';

export function SetScreen({ env, set }: { readonly env: string; readonly set: string }) {
  const read = useServingSet(env, set);
  const reply = read.data;
  const target = { kind: 'serving', env, set, label: null, description: null } as const;
  return (
    <>
      <PageHead
        title={set}
        here={set}
        crumbs={[{ href: '/serving', label: 'Serving' }]}
        beside={reply === undefined ? null : <SetBadge verdict={reply.verdict} />}
        actions={<AddToStatusPage targets={[target]} />}
        sub={
          <>
            <span>{env}</span>
            {reply === undefined || reply.worst === null ? null : <span>worst: {reply.worst.replica}</span>}
            {reply === undefined ? null : <DatasetLinks replicas={reply.replicas} />}
          </>
        }
      />
      <ShownOnStatusPages targets={[target]} />
      <div className="stack">
        <Panel
          title="Three clocks"
          className="snug"
          caption="They tick apart: which source, which versions, which copy."
          meta={reply?.meta}
        >
          <Answered answer={read} what="this set" rows={6}>
            {({ replicas, meta }) => <ThreeClocks replicas={replicas} readAt={meta.readAt} />}
          </Answered>
        </Panel>
        {reply === undefined ? null : <Below reply={reply} />}
      </div>
    </>
  );
}

function Below({ reply }: { readonly reply: ServingSetReply }) {
  const search = useSearchParams();
  const { replicas, lake, recorded } = reply;
  const shown = shownReplica(reply, search.get('replica'), search.get('lineage'));
  return (
    <>
      <div className="serving-pair">
        <Panel title="Replicas" className="snug" caption="Pick one to see all of it below.">
          <SetReplicas replicas={replicas} shown={shown} hrefOf={(one) => pickHref(one)} />
        </Panel>
        <Panel title="Product state" className="snug" caption="replicas now">
          <ProductMatrix replicas={replicas} />
        </Panel>
      </div>
      <Panel title="Recorded" caption="a sample of the whole set every five minutes, last 24 hours">
        <RecordedDay {...recorded} />
      </Panel>
      {shown === null ? null : (
        <section aria-label={`Replica ${shown.replica}`} className="stack">
          <div className="section-head flush">
            <h2>
              <Anchor href={replicaHref(shown)}>{shown.replica}</Anchor>
            </h2>
            <span className="caption">{shown.lineage}</span>
          </div>
          <ReplicaActions key={replicaHref(shown)} lake={lake} replica={shown} />
          <ReplicaPanels replica={shown} />
        </section>
      )}
    </>
  );
}

function pickHref(replica: ReplicaDetail): string {
  const query = new URLSearchParams({ replica: replica.replica, lineage: replica.lineage });
  return `${setHref(replica)}?${query}`;
}

/** The one that the address names, else the worst. */
function shownReplica(
  { replicas, worst }: ServingSetReply,
  replica: string | null,
  lineage: string | null,
): ReplicaDetail | null {
  const named = replicas.find(
    (one) => one.replica === replica && (lineage === null || one.lineage === lineage),
  );
  const worstOne = replicas.find((one) => one.replica === worst?.replica && one.lineage === worst.lineage);
  return named ?? worstOne ?? replicas[0] ?? null;
}
