'use client';
/** Stops a run before its next batch, and changes how fast it deletes; what is refused is said beside the buttons. */
import { useId, useState } from 'react';
import { RefusalView } from '@/components/actions/refusal-view';
import { stopQuestion } from '@/components/cleanup/run-questions';
import { Button } from '@/components/ui/button';
import { formatCount } from '@/components/ui/format-count';
import { useRunAction } from '@/lib/client/mutations/runs';
import type { RunDetail } from '@/lib/contracts/runs';
import { RunActDialog } from '../../../act-dialog';
import { useGate } from '../../../use-gate';

const rates = [1, 10, 100, 1_000, 10_000] as const;

export function RunControls({ run }: { readonly run: RunDetail }) {
  const gate = useGate(run.lake);
  const [asking, setAsking] = useState(false);
  const change = useRunAction('changeRate');
  const id = useId();
  const params = { run: run.run };
  const mayNotStop = gate.refusal('stopRun') ?? (run.state === 'stopping' ? 'It stops already.' : null);
  const mayNotPace = gate.refusal('changeRate');
  return (
    <>
      <label htmlFor={id} className="caption">
        At most
      </label>
      <select
        id={id}
        className="input fit"
        value={run.rate ?? 'none'}
        disabled={mayNotPace !== null || change.isPending}
        data-tip={mayNotPace ?? undefined}
        onChange={({ currentTarget: { value } }) =>
          change.mutate({ params, body: { rate: value === 'none' ? null : Number(value) } })
        }
      >
        <option value="none">as fast as it goes</option>
        {[...new Set([...rates, ...(run.rate === null ? [] : [run.rate])])].map((rate) => (
          <option key={rate} value={rate}>
            {formatCount(rate)} objects a second
          </option>
        ))}
      </select>
      <Button variant="halt" icon="pause" refusal={mayNotStop} onClick={() => setAsking(true)}>
        Stop before next batch
      </Button>
      {change.error === null ? null : <RefusalView error={change.error} />}
      {asking ? <StopDialog run={run} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function StopDialog({ run, onClose }: { readonly run: RunDetail; readonly onClose: () => void }) {
  return (
    <RunActDialog
      name="stopRun"
      place={run}
      question={stopQuestion(run)}
      inputOf={() => ({ params: { run: run.run }, body: {} })}
      onDone={() => undefined}
      onClose={onClose}
    />
  );
}
