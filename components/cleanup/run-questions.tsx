/** What is asked before a sealed plan is approved or run, and before its run is stopped. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import { formatBytes } from '@/components/ui/format-bytes';
import { plural } from '@/components/ui/format-count';
import { datasetTypedName } from '@/lib/contracts/dataset-id';
import type { RunDetail } from '@/lib/contracts/runs';
import type { SealedPlan } from './plan-standing';
import { whatGoes } from './plan-words';

export function runQuestion(plan: SealedPlan): DialogQuestion {
  const { versions, most, kept, lake, path } = plan;
  const name = datasetTypedName(lake, path);
  return {
    title: `Delete ${whatGoes(plan)} of ${name} for good?`,
    consequences: [
      <>
        <b>Lost:</b> time travel to {plural(versions.total, 'version')}, for everyone;{' '}
        {formatBytes(most.bytes)} go.
      </>,
      <>
        <b>Stays:</b> {plural(kept.total, 'version')} and every file they need, and whatever comes to be held
        before its batch.
      </>,
      <>
        <b>Until it is committed</b> it can be stopped without a trace; after that the next cleanup finishes
        it.
      </>,
    ],
    fields: [
      {
        id: 'rate',
        label: 'How fast',
        initial: 'none',
        hint: 'Can be changed while it runs.',
        choices: [
          ['none', 'As fast as the store answers'],
          ['1000', 'At most 1,000 objects a second'],
          ['100', 'At most 100 objects a second'],
          ['10', 'At most 10 objects a second'],
        ],
      },
    ],
    asksReason: true,
    typedName: { name, label: 'Path of the dataset' },
    submit: `Delete ${plural(versions.total, 'version')}`,
    halt: true,
  };
}

export function approveQuestion(plan: SealedPlan): DialogQuestion {
  const { versions, most, kept, actor, lake, path, hash } = plan;
  return {
    title: `Approve that ${whatGoes(plan)} of ${datasetTypedName(lake, path)} may be deleted?`,
    consequences: [
      <>
        Now: {actor} sealed it and nobody may run it. After: another admin than you may run exactly this plan,{' '}
        <code className="id">{hash.slice(0, 12)}…</code>, until it lapses.
      </>,
      `Up to ${plural(versions.total, 'version')} and ${formatBytes(most.bytes)} would go; ${plural(kept.total, 'version')} stay.`,
      'Your name stands in the receipt. An approval is not taken back; the plan lapses 30 minutes after it was sealed.',
    ],
    submit: 'Approve this plan',
  };
}

export function stopQuestion(run: RunDetail): DialogQuestion {
  const left = run.objectsLeft === null ? 'what is left' : plural(run.objectsLeft, 'object');
  return {
    title: `Stop the cleanup of ${datasetTypedName(run.lake, run.path)} with ${left} to go?`,
    consequences: [
      'The batch under way is finished; then nothing more is deleted.',
      'What was committed stays committed: the next cleanup of this dataset goes on with it.',
      'The receipt says that it was stopped, and by whom.',
    ],
    submit: 'Stop before next batch',
    halt: true,
  };
}
