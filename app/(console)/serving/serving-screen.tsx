'use client';
/** The board of serving: sets and their replicas, the addresses that name none, and where all of it is read. */
import { ServingAddresses, ServingEnvironments } from '@/components/serving/serving-addresses';
import { ServingBoard } from '@/components/serving/serving-board';
import { Answered } from '@/components/ui/answered';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import { useServing } from '@/lib/client/queries/serving';
import type { ServingReply } from '@/lib/contracts/serving';

export function ServingScreen() {
  const serving = useServing();
  const { addresses = [], environments = [] } = serving.data ?? {};
  return (
    <div className="stack">
      <Panel
        title="Serving"
        heading="h1"
        caption="What replicas report of themselves, and what follows from it here."
        meta={serving.data?.meta}
      >
        <Answered answer={serving} what="serving sets">
          {(reply) => <Sets reply={reply} />}
        </Answered>
      </Panel>
      {addresses.length === 0 ? null : (
        <Panel title="Addresses that name no replica" className="snug">
          <ServingAddresses addresses={addresses} />
        </Panel>
      )}
      {environments.length === 0 ? null : (
        <Panel title="Where reports are read" className="snug">
          <ServingEnvironments rows={environments} />
        </Panel>
      )}
    </div>
  );
}

function Sets({ reply: { environments, sets, meta } }: { readonly reply: ServingReply }) {
  if (environments.length === 0) {
    return (
      <Empty says="No serving environment is configured: `serving` in vamplate.config.json names where replicas report." />
    );
  }
  if (sets.length > 0) return <ServingBoard sets={sets} />;
  return meta.complete ? (
    <Empty says="No replica reports in any configured environment." />
  ) : (
    <Empty says="No replica is known, and not everything could be read." />
  );
}
