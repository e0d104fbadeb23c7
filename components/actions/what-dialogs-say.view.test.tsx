// @vitest-environment happy-dom
/** What each dialog must say of its object before anything is done to it: what it holds, who loses it, and what becomes of it. */
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { releaseOthersQuestion } from '@/components/leases/lease-questions';
import { settledNotice, settleQuestion } from '@/components/references/intent-questions';
import {
  createTagQuestion,
  deleteBranchQuestion,
  deleteTagQuestion,
  moveTagQuestion,
} from '@/components/references/reference-questions';
import { cancelQuestion } from '@/components/retirement/marker-questions';
import type { IntentRow, LeaseRow, ReferenceRow, RetirementRow } from '@/lib/contracts/control';
import type { DialogQuestion } from './action-dialog';
import { ActionNotice } from './action-notice';

afterEach(cleanup);

const now = Date.now();
const instant = (inMs: number) => new Date(now + inMs).toISOString();
const tag = {
  ...{ kind: 'tag', name: 'best', targetVersion: '7', targetBranch: null, exclusiveBytes: 400 },
  ...{ zombie: false, deletionOf: null },
} as ReferenceRow;
const uncounted = { ...tag, exclusiveBytes: null } as ReferenceRow;
const branch = { ...tag, kind: 'branch', name: 'exp' } as ReferenceRow;
const lease = {
  ...{ id: 'f'.repeat(32), version: '7', createdAt: instant(-60_000), expiresAt: instant(3_600_000) },
  ...{ holder: null, exclusiveBytes: 400 },
} as LeaseRow;
const held = { ...lease, holder: { label: 'ann', host: 'host-3', workload: 'report' } } as LeaseRow;
const seal = {
  ...{ lake: 'prod', dataset: 't.lance', marker: 'sealed', version: '7', since: instant(-7_200_000) },
  ...{ standing: 'abandoned', markerOperationId: 'd'.repeat(32) },
} as RetirementRow;
const intents = ['a', 'b'].map(
  (id) => ({ id, version: '7', referenceName: `tag-${id}`, sentence: `It becomes ${id}.` }) as IntentRow,
);

function said({ consequences }: DialogQuestion): string {
  return consequences.map((one) => render(<p>{one}</p>).container.textContent).join(' ');
}

it.each<[string, DialogQuestion, readonly (string | RegExp)[]]>([
  [
    'a new tag says what it does to retention, and what the store leaves open',
    createTagQuestion('7', 'v7', 'It is made the released way.'),
    ['Every cleaner keeps the version', 'cannot be reclaimed', 'It is made the released way.'],
  ],
  [
    'a moved tag says before and after, and what becomes reclaimable',
    moveTagQuestion(tag),
    [
      'Now: v7. After: the version below',
      'Only it holds 400 B, which become reclaimable',
      'only if it still is',
    ],
  ],
  [
    'a deleted tag says which version and how many bytes lose its protection, and until when it can be made again',
    deleteTagQuestion(tag, null),
    ['v7 loses this protection', 'Only it holds 400 B', 'made again while the version exists'],
  ],
  [
    'bytes that nobody counted are not said to be none',
    deleteTagQuestion(uncounted, null),
    ['Only it holds an amount that was not counted'],
  ],
  [
    'a branch says its bytes, and that forks, tags, leases and clones keep it',
    deleteBranchQuestion(branch, false),
    [
      'Only it holds 400 B',
      'forked from it',
      'a tag names it',
      'a lease holds',
      'a clone needs',
      'no way back',
    ],
  ],
  [
    'somebody else’s lease says that its holder is not recorded, how long it has, and who will fail',
    releaseOthersQuestion(lease),
    ['Holder: not recorded', /It has .*59 m|It has .*1 h/, 'Whoever reads by it fails'],
  ],
  ['somebody else’s lease says who holds it', releaseOthersQuestion(held), ['Holder: ann, host-3, report']],
  [
    'a seal says under which conditions it goes',
    cancelQuestion(seal),
    ['a lease or a reference needs the version', 'nothing is committed', 'as it is shown here'],
  ],
  [
    'expired intents say what each will become',
    settleQuestion(intents, false),
    ['tag-a at v7: It becomes a.', 'tag-b at v7: It becomes b.'],
  ],
])('%s', (_, question, says) => {
  const words = said(question);
  for (const one of says) expect(words).toMatch(typeof one === 'string' ? new RegExp(escaped(one)) : one);
});

it('of several intents each is told by itself, and one that stays open is red', () => {
  const settled = (['revoked', 'open'] as const).map((became, at) => ({
    ...{ key: `k${at}`, version: '7', referencePath: `t/_refs/tags/tag-${at}.json`, became },
  }));
  const { container } = render(<ActionNotice notice={settledNotice(settled)} onClose={() => undefined} />);
  expect([...container.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
    'tag-0 at v7: taken back.',
    'Failed: tag-1 at v7: not settled, the store did not say.',
  ]);
  expect(container.querySelector('[role="alert"]')?.textContent).toContain('1 of 2 intents settled.');
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
