/** Who may approve what waits, as a table; and what counts as changed since it was seen. */
import { describe, expect, it } from 'vitest';
import type { StorageInstant } from '@/lib/base/clock';
import { approvalRefusal, changesSince } from './approval-rules';

const lapsesAt = 1_800_000 as StorageInstant;
const life = (state: 'alive' | 'lapsed' | 'unknown') => ({ state, lapsesAt });

describe.each([
  ['alive', null, 'bob', null],
  ['alive', null, 'ann', 'own_request'],
  ['alive', 'bob', 'bob', 'used'],
  ['alive', 'bob', 'cid', 'used'],
  ['alive', 'bob', 'ann', 'used'],
  ['lapsed', null, 'bob', 'request_lapsed'],
  ['lapsed', null, 'ann', 'own_request'],
  ['lapsed', 'bob', 'cid', 'used'],
  ['unknown', null, 'bob', 'request_lapsed'],
  ['unknown', null, 'ann', 'own_request'],
] as const)('asked by ann, %s, approved by %s', (state, by, actor, code) => {
  it(`${code === null ? 'may be' : 'may not be'} approved by ${actor}`, () => {
    const facts = {
      request: { actor: 'ann' },
      life: life(state),
      approval: by === null ? null : { actor: by },
    };
    expect(approvalRefusal(facts, actor)?.code ?? null).toBe(code);
  });
});

it.each([
  [[], 0],
  [['etag 1', 'head 4'], 0],
  [['etag 2', 'head 4'], 1],
  [['etag 2', 'head 5'], 2],
  [['etag 1'], 1],
  [['etag 1', 'head 4', 'lock x'], 1],
])('%j beside what was seen', (now, reasons) => {
  const facts = (all: readonly string[]) =>
    all.map((one) => ({ what: one.split(' ')[0] ?? '', is: one.split(' ')[1] ?? '' }));
  const seen = now.length === 0 ? [] : facts(['etag 1', 'head 4']);
  const changes = changesSince(seen, facts(now));
  expect(changes).toHaveLength(reasons);
  for (const change of changes) expect(change).toMatchObject({ code: 'changed', holder: null });
});
