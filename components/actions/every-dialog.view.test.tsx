// @vitest-environment happy-dom
/** Every dialog of the console keeps the rules of its friction: the safe choice first, nothing ticked, sent once, a refusal that stays, its request shown. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { approveRequestQuestion } from '@/components/approvals/approval-question';
import { secondPersonQuestion } from '@/components/approvals/approval-words';
import type { SealedPlan } from '@/components/cleanup/plan-standing';
import { approveQuestion, runQuestion, stopQuestion } from '@/components/cleanup/run-questions';
import { releaseOthersQuestion, takeLeaseQuestion } from '@/components/leases/lease-questions';
import { unlockQuestion } from '@/components/locks/unlock-questions';
import { settleQuestion } from '@/components/references/intent-questions';
import {
  createTagQuestion,
  deleteBranchQuestion,
  deleteTagQuestion,
  moveTagQuestion,
} from '@/components/references/reference-questions';
import { cancelQuestion, finishQuestion } from '@/components/retirement/marker-questions';
import {
  actionWords,
  askingQuestion,
  retiringAddressQuestion,
  retiringQuestion,
} from '@/components/serving/replica-questions';
import { freezeQuestion, unfreezeQuestion } from '@/components/settings/freeze-questions';
import {
  makeIncidentQuestion,
  postMortemQuestion,
  resolveIncidentQuestion,
  updateIncidentQuestion,
} from '@/components/status-pages/incident-questions';
import { makeLinkQuestion, revokeLinkQuestion } from '@/components/status-pages/link-questions';
import {
  addTargetQuestion,
  changePageQuestion,
  deletePageQuestion,
  makePageQuestion,
} from '@/components/status-pages/page-questions';
import { VamplateError } from '@/lib/base/errors';
import type { ActionRule } from '@/lib/contracts/actions';
import type { ApprovalDetail } from '@/lib/contracts/approvals';
import type { IntentRow, LeaseRow, ReferenceRow, RetirementRow } from '@/lib/contracts/control';
import { endpoints } from '@/lib/contracts/endpoints';
import type { LockDetail } from '@/lib/contracts/locks';
import type { RunDetail } from '@/lib/contracts/runs';
import type { ServingAddress } from '@/lib/contracts/serving';
import { adminActions, type ServingAction } from '@/lib/contracts/serving-actions';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';
import type { Incident, StatusLink, StatusPage } from '@/lib/contracts/status-pages';
import { ActionDialog, type DialogQuestion, type Said } from './action-dialog';

const at = '2030-01-01T00:00:00.000Z';
const place = { lake: 'prod', dataset: 'eu~orders.lance', datasetName: 'orders', key: 'k' };
const tag = {
  ...{ ...place, kind: 'tag', name: 'best', targetBranch: null, targetVersion: '7', etag: '"e"' },
  ...{ deletionOf: null, exclusiveBytes: 1_000, zombie: false },
} as ReferenceRow;
const branch = { ...tag, kind: 'branch', name: 'exp' } as ReferenceRow;
const lease = {
  ...{ ...place, id: 'f'.repeat(32), version: '7', createdAt: at, expiresAt: at },
  ...{ holder: null, exclusiveBytes: null },
} as LeaseRow;
const drain = {
  ...{ ...place, marker: 'draining', standing: 'stale', version: '7', since: at, branch: null },
  ...{ namespace: 'main', markerOperationId: 'd'.repeat(32), manifests: 'present' },
} as RetirementRow;
const seal = { ...drain, marker: 'sealed', standing: 'abandoned' } as RetirementRow;
const intent = { ...place, id: 'i', version: '7', referenceName: 'v7', sentence: 'It ended.' } as IntentRow;
const sums = { versions: 3, objects: 12, bytes: 400 };
const plan = {
  ...{ lake: 'prod', dataset: 'eu~orders.lance', path: 'eu/orders.lance', hash: 'a'.repeat(64) },
  ...{ actor: 'ann', versions: { total: 3, listed: [] }, kept: { total: 2, listed: [] } },
  ...{ most: sums, predicted: sums },
} as unknown as SealedPlan;
const run = { lake: 'prod', path: 'eu/orders.lance', objectsLeft: 12 } as RunDetail;
const owner = { lockId: '01M7MBR2', operation: 'compact', pid: 7, createdAt: at };
const lock = {
  ...{ root: 'brain', lake: 'prod', state: 'held-dead', sentence: 'It is silent.', owner, record: null },
  ...{ lease: null, evidence: null, backend: 'storage', unlock: { missing: [], stockCommand: null } },
} as unknown as LockDetail;
const corrupt = { ...lock, state: 'corrupt', owner: null, record: { etag: '"e1"' } } as unknown as LockDetail;
const replica = {
  ...{ replica: 'eu-1', report: { serving: { active: 'a4f93eb5', previous: '50878254' } } },
  ...{ cleanVersion: '7', observedHead: '9', servingVersion: '7', sentence: 'It reports no more.' },
} as unknown as ReplicaDetail;
const waiting = {
  ...{
    action: 'force_unlock',
    target: 'prod/og/brain: lock 01M7MBR2',
    actor: 'ann',
    reason: 'Its host is gone.',
  },
  ...{ seen: [{ what: 'The id that holds it', was: '01M7MBR2', is: '01M7MBR2' }], typedName: '01M7MBR2' },
  statements: ['processStopped', 'ioQuiescent'],
} as unknown as ApprovalDetail;
const silentAddress = {
  ...{ url: 'https://eu.example:8443/serving/v1/status', sentence: 'It gave no answer.' },
} as unknown as ServingAddress;
const closed = { state: 'frozen', actor: 'boss', reason: 'audit', etag: '"e"', at, problem: null } as const;

const shownLake = { kind: 'lake', lake: 'prod', label: null, description: null } as const;
const link = {
  id: 'l',
  note: 'Acme',
  madeAt: at,
  madeBy: 'ann',
  expiresAt: at,
  revokedAt: null,
} as StatusLink;
const page = {
  ...{ slug: 'acme', title: 'Acme data', targets: [shownLake], level: 'labels', visibility: 'secret' },
  ...{ timeZone: 'UTC', canary: false, links: [link], incidents: [], revision: 3 },
} as unknown as StatusPage;
const slow = {
  ...{ kind: 'incident', title: 'Late answers', stage: 'identified', impact: 'degraded', updates: [] },
  ...{ startsAt: at, endsAt: null, postMortem: null },
} as unknown as Incident;

type Name = keyof typeof endpoints;
interface Row {
  readonly says: string;
  readonly name: Name;
  readonly question: DialogQuestion;
  /** The endpoint declares more for this object. */
  readonly harder?: true;
  /** A name is typed though its endpoint asks for none of this friction: the specification says so. */
  readonly named?: true;
  /** Friction 3 by the plan it seals, whose run asks for the name and the reason. */
  readonly sealsPlan?: true;
  /** It changes no lake, so its endpoint declares no friction: what it asks beside its fields is stated here. */
  readonly asks?: 'nothing' | 'the name';
  /** What must stand in its title: the object and its number. */
  readonly title: RegExp;
}

const harder = { harder: true } as const;
const rows: readonly Row[] = [
  {
    says: 'a new tag',
    name: 'createTag',
    question: createTagQuestion('7', 'v7', 'Limited.'),
    title: /version 7/,
  },
  {
    says: 'a new tag somewhere',
    name: 'createTag',
    question: createTagQuestion(null, '', null),
    title: /new tag/,
  },
  { says: 'a moved tag', name: 'moveTag', question: moveTagQuestion(tag), title: /best away from v7/ },
  { says: 'a deleted tag', name: 'deleteTag', question: deleteTagQuestion(tag, null), title: /best of v7/ },
  {
    says: 'a branch',
    name: 'deleteBranch',
    question: deleteBranchQuestion(branch, false),
    title: /branch exp/,
  },
  {
    ...{ says: 'what is left of a branch', name: 'deleteBranch', title: /Finish deleting branch exp/ },
    question: deleteBranchQuestion({ ...branch, zombie: true, deletionOf: 'exp' }, false),
  },
  { says: 'a lease', name: 'takeLease', question: takeLeaseQuestion('7'), title: /version 7/ },
  { says: 'a lease somewhere', name: 'takeLease', question: takeLeaseQuestion(null), title: /Which version/ },
  {
    ...{ says: 'somebody else’s lease', name: 'releaseLease', harder: true, title: /version 7/ },
    question: releaseOthersQuestion(lease),
  },
  { says: 'a drain', name: 'cancelRetirement', question: cancelQuestion(drain), title: /drain of version 7/ },
  {
    ...{ says: 'a seal', name: 'cancelRetirement', harder: true, title: /seal of version 7/ },
    question: cancelQuestion(seal),
  },
  {
    ...{ says: 'the end of a retirement', name: 'finishRetirement', sealsPlan: true, title: /version 7/ },
    question: finishQuestion(seal),
  },
  {
    says: 'intents',
    name: 'settleIntents',
    question: settleQuestion([intent, intent], false),
    title: /2 expired/,
  },
  { says: 'a freeze', name: 'freezeLake', question: freezeQuestion('prod'), title: /prod/ },
  { says: 'its end', name: 'unfreezeLake', question: unfreezeQuestion('prod', closed), title: /prod/ },
  { says: 'a lock', name: 'forceUnlock', question: unlockQuestion(lock), title: /brain/ },
  { says: 'a broken record', name: 'quarantineLock', question: unlockQuestion(corrupt), title: /brain/ },
  {
    says: 'an approval',
    name: 'approvePlan',
    question: approveQuestion(plan),
    title: /3 versions and 12 objects/,
  },
  {
    ...{ says: 'what another person asked for', name: 'approveRequest', title: /ann asks: .*01M7MBR2/ },
    question: approveRequestQuestion(waiting),
  },
  {
    ...{ says: 'a branch, where it takes two', name: 'deleteBranch', title: /branch exp/ },
    question: secondPersonQuestion(deleteBranchQuestion(branch, true)),
  },
  {
    ...{
      says: 'a seal, where it takes two',
      name: 'cancelRetirement',
      harder: true,
      title: /seal of version 7/,
    },
    question: secondPersonQuestion(cancelQuestion(seal)),
  },
  {
    ...{ says: 'a lock, where it takes two', name: 'forceUnlock', title: /brain/ },
    question: secondPersonQuestion(unlockQuestion(lock)),
  },
  {
    says: 'a run',
    name: 'runPlan',
    question: runQuestion(plan),
    title: /3 versions and 12 objects of eu\/orders/,
  },
  { says: 'a stop', name: 'stopRun', question: stopQuestion(run), title: /12 objects/ },
  ...(Object.keys(actionWords) as ServingAction[]).map((action) => ({
    ...{ says: `asking a replica to ${action}`, name: 'askReplica' as const, title: /eu-1/ },
    ...{ question: askingQuestion(action, replica), ...(adminActions.has(action) ? harder : {}) },
    ...(action === 'unpin' ? ({ named: true } as const) : {}),
  })),
  ...statusRows(),
  {
    ...{ says: 'an address', name: 'retireAddress', title: /eu\.example:8443/ },
    question: retiringAddressQuestion(silentAddress),
  },
  { says: 'a replica', name: 'retireReplica', question: retiringQuestion(replica), title: /eu-1/ },
];

function statusRows(): Row[] {
  const nothing = { asks: 'nothing' } as const;
  return [
    {
      ...{ says: 'a status page', name: 'makeStatusPage', title: /status page/, ...nothing },
      question: makePageQuestion(['UTC']),
    },
    {
      ...{ says: 'a changed status page', name: 'changeStatusPage', title: /Acme data/, ...nothing },
      question: changePageQuestion(page, ['UTC']),
    },
    {
      ...{ says: 'one more object on a page', name: 'changeStatusPage', title: /prod/, ...nothing },
      question: addTargetQuestion(shownLake, [page]),
    },
    {
      ...{ says: 'a deleted status page', name: 'deleteStatusPage', title: /Acme data and its link\?/ },
      ...{ asks: 'the name', question: deletePageQuestion(page, 1) },
    },
    {
      ...{ says: 'a secret link', name: 'makeStatusLink', title: /Acme data/, ...nothing },
      question: makeLinkQuestion(page, Date.parse(at)),
    },
    {
      ...{ says: 'a revoked link', name: 'revokeStatusLink', title: /Acme/, ...nothing },
      question: revokeLinkQuestion(link, page),
    },
    {
      ...{ says: 'an incident', name: 'makeIncident', title: /Acme data/, ...nothing },
      question: makeIncidentQuestion('incident', page.title, Date.parse(at)),
    },
    {
      ...{ says: 'a maintenance', name: 'makeIncident', title: /Acme data/, ...nothing },
      question: makeIncidentQuestion('maintenance', page.title, Date.parse(at)),
    },
    {
      ...{ says: 'an update', name: 'changeIncident', title: /Late answers/, ...nothing },
      question: updateIncidentQuestion(slow),
    },
    {
      ...{ says: 'the end of an incident', name: 'changeIncident', title: /Late answers/, ...nothing },
      question: resolveIncidentQuestion(slow),
    },
    {
      ...{ says: 'a post-mortem', name: 'changeIncident', title: /Late answers/, ...nothing },
      question: postMortemQuestion(slow),
    },
  ];
}

function ruleOf({ name, harder, asks }: Row): { readonly friction: number } {
  if (asks !== undefined) return { friction: asks === 'nothing' ? 1 : 2 };
  const { action } = endpoints[name] as unknown as { readonly action: ActionRule };
  return harder ? (action.harder ?? action) : action;
}

function open(row: Row, error: unknown = null) {
  const sent: Said[] = [];
  let answer = (): void => undefined;
  render(
    <ActionDialog
      question={row.question}
      where="prod/eu/orders.lance"
      requestOf={({ reason }) => ({
        ...endpoints[row.name],
        address: endpoints[row.name].path,
        body: { reason },
      })}
      pending={false}
      error={error}
      onSubmit={(said) => {
        sent.push(said);
        return new Promise<void>((resolve) => {
          answer = resolve;
        });
      }}
      onClose={() => undefined}
    />,
  );
  const dialog = screen.getByRole('dialog');
  return {
    sent,
    dialog,
    form: dialog.querySelector('form') as HTMLFormElement,
    answer: () => act(async () => answer()),
  };
}

function fill(dialog: HTMLElement, { fields = [], typedName }: DialogQuestion): void {
  for (const box of within(dialog).queryAllByRole('checkbox')) fireEvent.click(box);
  for (const field of dialog.querySelectorAll<HTMLInputElement>('input.input, textarea.input')) {
    if (field.value !== '' || field.closest('.field')?.textContent?.includes('may stay empty')) continue;
    const value = typedName !== undefined && 'name' in typedName ? typedName.name : 'words';
    fireEvent.change(field, { target: { value } });
  }
  expect(fields.every(({ id }) => id !== 'reason')).toBe(true);
}

afterEach(cleanup);

describe.each(rows)('the dialog of $says', (row) => {
  const { question, name } = row;
  const { friction } = ruleOf(row);

  it('asks the real question with its object, where it is, and repeats the verb on its button', () => {
    const { dialog } = open(row);
    expect(question.title).toMatch(row.title);
    expect(question.title).toMatch(/\?$/);
    expect(question.title).not.toMatch(/are you sure/i);
    expect(dialog.textContent).toContain('In prod/eu/orders.lance');
    expect(question.submit.split(' ').length).toBeGreaterThan(1);
    expect(question.consequences.length).toBeGreaterThan(0);
  });

  it('has the focus on the safe choice and nothing ticked', () => {
    const { dialog } = open(row);
    expect(document.activeElement?.textContent).toBe('Cancel');
    for (const box of within(dialog).queryAllByRole<HTMLInputElement>('checkbox'))
      expect(box.checked).toBe(false);
  });

  it(`asks for what friction ${friction} asks`, () => {
    const named = row.asks === 'the name' || row.named === true || (friction === 3 && row.sealsPlan !== true);
    // Where no journal keeps a reason, none is asked: a statement of what ends with it stands in its place.
    const reasoned = friction >= 2 && row.sealsPlan !== true && row.asks === undefined;
    expect(question.asksReason === true).toBe(reasoned);
    expect((question.statements ?? []).length > 0 || row.asks !== 'the name').toBe(true);
    expect(question.typedName !== undefined).toBe(named);
    expect(question.typedName).not.toMatchObject({ name: '' });
    // It takes something away: the button is red. What only seals, settles or opens is not.
    if (friction === 3) expect(question.halt === true).toBe(row.sealsPlan !== true);
  });

  it('sends nothing before it is filled in, and then once, however often Enter is pressed', async () => {
    const { dialog, form, sent, answer } = open(row);
    const asks =
      question.asksReason || question.typedName !== undefined || (question.statements ?? []).length > 0;
    if (asks) {
      fireEvent.submit(form);
      expect(sent).toEqual([]);
    }
    fill(dialog, question);
    for (let press = 0; press < 3; press += 1) fireEvent.submit(form);
    expect(sent).toHaveLength(1);
    await answer();
  });

  it('shows the same as an HTTP request', () => {
    const { dialog } = open(row);
    expect(dialog.querySelector('.same-request')?.textContent).toContain(
      `${endpoints[name].method} ${endpoints[name].path}`,
    );
  });

  it('keeps a refusal with its reason and remedy', () => {
    const reasons = [
      { code: 'x', sentence: 'A tag holds it.', holder: 'best', since: at, remedy: 'Delete it.' },
    ];
    const { dialog } = open(row, new VamplateError('refused', 'It stays.', { reasons }));
    const alert = within(dialog).getByRole('alert');
    for (const words of ['It stays.', 'A tag holds it.', 'best', 'Delete it.'])
      expect(alert.textContent).toContain(words);
  });
});

it('the table above has every dialog that a page opens', () => {
  const opened = sourcesBelow('app').flatMap((source) =>
    [...source.matchAll(/question=\{(\w+)\(/g)].map((match) => match[1] ?? ''),
  );
  const dialogs =
    sourcesBelow('app')
      .join('\n')
      .match(/<(?:Run|Status)?ActDialog\b/g) ?? [];
  expect(opened).toHaveLength(dialogs.length);
  const own = readFileSync(path.join('components', 'actions', 'every-dialog.view.test.tsx'), 'utf8');
  expect([...new Set(opened)].filter((name) => !own.includes(`question: ${name}(`))).toEqual([]);
});

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'utf8'));
}
