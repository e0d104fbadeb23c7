/** The columns of the journal: when, who, what, on what, and what came of it. */

import { approvalHref } from '@/components/approvals/approval-words';
import { planHref } from '@/components/cleanup/plan-columns';
import type { FilterChoice } from '@/components/fleet/list-filters';
import { receiptHref } from '@/components/runs/run-columns';
import { Age } from '@/components/ui/age';
import { Anchor } from '@/components/ui/anchor';
import { Badge } from '@/components/ui/badge';
import type { Column } from '@/components/ui/table-column';
import type { Tone } from '@/components/ui/tone';
import type { ActivityRow } from '@/lib/contracts/activity';

const actionWords: Readonly<Record<string, string>> = {
  create_tag: 'Create tag',
  move_tag: 'Move tag',
  delete_tag: 'Delete tag',
  take_lease: 'Take lease',
  renew_lease: 'Renew lease',
  release_lease: 'Release lease',
  cancel_retirement: 'Cancel retirement',
  settle_intents: 'Settle intents',
  delete_branch: 'Delete branch',
  force_unlock: 'Break lock',
  quarantine_lock: 'Quarantine lock',
  freeze: 'Freeze',
  unfreeze: 'Open lake',
  plan_cleanup: 'Plan cleanup',
  plan_finish_retirement: 'Plan to finish retirement',
  approve_plan: 'Approve plan',
  ask_approval: 'Ask for approval',
  run_cleanup: 'Run cleanup',
  stop_run: 'Stop run',
  change_rate: 'Change rate',
};

export const actionChoices: readonly FilterChoice[] = [
  { id: null, label: 'Every action' },
  ...Object.entries(actionWords).map(([id, label]) => ({ id, label })),
];

/** What is done to a whole lake or to a lock is told of no dataset. */
const outsideDatasets: readonly (string | null)[] = ['force_unlock', 'quarantine_lock', 'freeze', 'unfreeze'];
export const datasetActionChoices = actionChoices.filter(({ id }) => !outsideDatasets.includes(id));

export const lineChoices: readonly FilterChoice[] = [
  { id: null, label: 'All' },
  { id: 'intent', label: 'Intents', icon: 'intent' },
  { id: 'outcome', label: 'Outcomes', icon: 'check' },
];

const results: Readonly<
  Record<NonNullable<ActivityRow['result']>, { readonly tone: Tone; readonly word: string }>
> = {
  done: { tone: 'ok', word: 'Done' },
  refused: { tone: 'warn', word: 'Refused' },
  failed: { tone: 'stop', word: 'Failed' },
  unknown: { tone: 'unk', word: 'Unknown' },
};

export function activityKey({ lake, key }: ActivityRow): string {
  return `${lake}/${key}`;
}

function Came({ row }: { readonly row: ActivityRow }) {
  if (row.kind === 'unreadable') return <Badge tone="stop">Unreadable</Badge>;
  if (row.result === null)
    return (
      <Badge tone="unk" icon="intent">
        Intent
      </Badge>
    );
  const { tone, word } = results[row.result];
  return <Badge tone={tone}>{word}</Badge>;
}

/** A deleted branch has its receipt under the id of its intent; a plan has its page. */
function Further({ row }: { readonly row: ActivityRow }) {
  const { action, result, intent, planHash, askedBy } = row;
  if (action === 'delete_branch' && result === 'done' && intent !== null)
    return (
      <small>
        <Anchor href={receiptHref(intent)}>Receipt</Anchor>
      </small>
    );
  if (planHash === null) return null;
  return (
    <small>
      {askedBy === null ? (
        <Anchor href={planHref(planHash)}>Plan</Anchor>
      ) : (
        <Anchor href={approvalHref(planHash)}>Request</Anchor>
      )}
    </small>
  );
}

export const activityColumns: readonly Column<ActivityRow>[] = [
  { id: 'at', header: 'When', cell: (row) => <Age at={row.at} /> },
  {
    id: 'actor',
    header: 'Actor',
    cell: (row) =>
      row.actor === null ? (
        <span className="faint">not known</span>
      ) : (
        <>
          {row.actor} <span className="faint">{row.role}</span>
          {row.askedBy === null ? null : <small>asked by {row.askedBy}</small>}
        </>
      ),
  },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => (row.action === null ? null : (actionWords[row.action] ?? row.action)),
  },
  {
    id: 'target',
    header: 'On',
    wrap: true,
    cell: (row) => row.target ?? <code className="id break">{row.key}</code>,
  },
  { id: 'result', header: 'Line', cell: (row) => <Came row={row} /> },
  {
    id: 'sentence',
    header: 'What came of it, and why',
    wrap: true,
    cell: (row) => (
      <>
        {row.sentence}
        {row.reason === null ? null : <small>Reason: {row.reason}</small>}
        <Further row={row} />
      </>
    ),
  },
];
