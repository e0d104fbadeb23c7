/** Stops a run before its next batch and changes its rate, from any server, whoever owns it. */
import { VamplateError } from '@/lib/base/errors';
import type { ActionRule } from '@/lib/contracts/actions';
import { endpoints } from '@/lib/contracts/endpoints';
import type { RunChange } from '@/lib/engine/operations/change-run';
import type { RunRecord } from '@/lib/engine/operations/run-record';
import type { RunEvent } from '@/lib/engine/operations/run-rules';
import type { Operation, OperationContext } from '../http/operation';
import { type Done, recordAction } from '../journal/record-action';
import { targetName } from '../journal/target-names';
import { intentOf } from '../runs/end-run';
import { findInLakes } from '../runs/find-in-lakes';
import { runsOf } from '../runs/run-watch';
import { runRowOf } from '../to-contract/run-view';

export const stopRun: Operation<typeof endpoints.stopRun> = async (context, { params }) => {
  const { actor } = context.caller;
  const event = { kind: 'stop', actor, at: context.runtime.clock.wall() } as const;
  const reply = await steer(context, endpoints.stopRun.action, params.run, event, (run) =>
    run.state === 'ended' ? 'It ended before it began.' : 'It stops before its next batch.',
  );
  runsOf(context.runtime).stopHere(params.run, actor);
  return reply;
};

export const changeRate: Operation<typeof endpoints.changeRate> = (context, { params, body: { rate } }) =>
  steer(context, endpoints.changeRate.action, params.run, { kind: 'rate', rate }, () =>
    rate === null
      ? 'It deletes as fast as the store answers.'
      : `It deletes at most ${rate} objects in a second.`,
  );

async function steer(
  context: OperationContext,
  rule: ActionRule,
  id: string,
  event: RunEvent,
  say: (run: RunRecord) => string,
) {
  const { lake, found } = await findInLakes(context.runtime, 'run', undefined, (operations) =>
    operations.findRun(id),
  );
  const target = targetName(lake.settings.id, found.dataset, `run ${id}`);
  const asked = { lake, target, planHash: found.planHash };
  const { value, notes, recorded } = await recordAction(context, rule, asked, async ({ engine }) => {
    const change = await engine.operations.changeRun(id, event);
    const done = doneOf(change, say);
    const intent = found.state === 'waiting' && done.value.state === 'ended' ? intentOf(done.value) : null;
    // Nobody will own it, so nobody else tells the journal.
    if (intent !== null) {
      await engine.operations.appendOutcome(intent, { result: 'done', sentence: 'Stopped before it began.' });
    }
    return done;
  });
  return { run: runRowOf(lake.settings.id, value), notes: [...notes], recorded };
}

function doneOf(change: RunChange, say: (run: RunRecord) => string): Done<RunRecord> {
  if (change.kind !== 'refused') return { value: change.run, sentence: say(change.run) };
  throw new VamplateError('conflict', 'The run has ended.', { reason: 'ended' });
}
