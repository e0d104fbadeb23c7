'use client';
/** The board of serving: sets and their replicas, the addresses that name none, and where all of it is read. */
import { useCallback, useState } from 'react';
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { retiringAddressQuestion } from '@/components/serving/replica-questions';
import { ServingAddresses, ServingEnvironments } from '@/components/serving/serving-addresses';
import { ServingBoard } from '@/components/serving/serving-board';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import { useServing } from '@/lib/client/queries/serving';
import type { ServingAddress, ServingReply } from '@/lib/contracts/serving';

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
          <Addresses addresses={addresses} environments={environments} />
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

/** Each silent one can be given up, in the journal of its environment's lake. */
function Addresses({ addresses, environments }: Pick<ServingReply, 'addresses' | 'environments'>) {
  const [asked, setAsked] = useState<ServingAddress | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const lakeOf = useCallback(
    (of: string) => environments.find(({ env }) => env === of)?.lake ?? '',
    [environments],
  );
  const actionOf = useCallback(
    (address: ServingAddress) => <GiveUp lake={lakeOf(address.env)} onAsk={() => setAsked(address)} />,
    [lakeOf],
  );
  return (
    <>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => setNotice(null)} />}
      <ServingAddresses addresses={addresses} actionOf={actionOf} />
      {asked === null ? null : (
        <ActDialog
          name="retireAddress"
          place={{ lake: lakeOf(asked.env), dataset: null }}
          question={retiringAddressQuestion(asked)}
          inputOf={({ reason, typed }) => ({
            params: { env: asked.env },
            body: { url: asked.url, typedName: typed, reason },
          })}
          onDone={({ notes }) =>
            setNotice({ says: `Address ${new URL(asked.url).host} is given up.`, notes })
          }
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}

function GiveUp({ lake, onAsk }: { readonly lake: string; readonly onAsk: () => void }) {
  const gate = useGate(lake);
  return (
    <Button small variant="halt" refusal={gate.refusal('retireAddress')} onClick={onAsk}>
      Give up…
    </Button>
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
