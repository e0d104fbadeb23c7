/** Buttons of a plan say why they wait: lapsed, run already, nothing to do, nobody else's word. */
import { describe, expect, it } from 'vitest';
import { approvalRefusal, runRefusal, type SealedPlan } from './plan-standing';

const some = { versions: 1, objects: 2, bytes: 3 };
const by = { actor: 'bob', role: 'admin', at: '2030-01-01T00:00:00.000Z' };
const plan = {
  ...{ actor: 'ann', state: 'alive', started: null, most: some, predicted: some },
  ...{ versions: { total: 1, listed: [] }, approval: { needed: false, by: null } },
} as unknown as SealedPlan;
const needed = { ...plan, approval: { needed: true, by: null } };
const approved = { ...plan, approval: { needed: true, by } };
const nothing = { ...plan, versions: { total: 0, listed: [] }, most: { ...some, objects: 0 } };

describe('running', () => {
  it.each([
    ['a living plan', plan, null],
    ['a lapsed one', { ...plan, state: 'lapsed' as const }, /lapsed/],
    ['one of no age', { ...plan, state: 'unknown' as const }, /no time/],
    ['one that was started', { ...plan, started: { actor: 'cleo', at: by.at } }, /cleo started/],
    ['one that names nothing', nothing, /nothing/],
    ['one that needs a word', needed, /approve/],
    [
      'one that somebody else approved',
      { ...approved, approval: { needed: true, by: { ...by, actor: 'cleo' } } },
      null,
    ],
    ['one of the own approval', approved, /another person runs/],
  ])('%s', (_, given, said) => {
    const refusal = runRefusal(given, 'bob');
    if (said === null) expect(refusal).toBeNull();
    else expect(refusal).toMatch(said);
  });
});

describe('approving', () => {
  it.each([
    ['by another', needed, 'bob', null],
    ['by its maker', needed, 'ann', /You made it/],
    ['twice', approved, 'cleo', /already/],
    ['when it lapsed', { ...needed, state: 'lapsed' as const }, 'bob', /lapsed/],
  ])('%s', (_, given, actor, said) => {
    const refusal = approvalRefusal(given, actor);
    if (said === null) expect(refusal).toBeNull();
    else expect(refusal).toMatch(said);
  });
});
