/** An intent is carried out only while everything is as the operator saw it: each thing alone refuses it (F). */
import { describe, expect, it } from 'vitest';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { refuseIntent } from './intent-rules';
import type { Intent } from './intent-schema';
import { decodeReport } from './report-rules';

const active = 'a4f93eb5d7676df5';
const seen = { epoch: 12, generation: 7, active, clean: 7, head: 9 };

function refusal(action: string, expected: Intent['expected']): string | null {
  const operation = {
    ...{ state: 'importing', candidate: '50878254ac432864', generation: 7, step: 'build' },
    started_at: '2026-01-01T00:00:00Z',
  };
  const drift = { 'clocks.history.decision': { kind: 'checkout_clean', clean: 7, head: 9 } };
  const reading = decodeReport(
    reportBytes({ ...healthy, ...drift, operation, 'clocks.history.observed_head': 9 }),
  );
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  return refuseIntent(
    {
      ...{ schema: 'lance-serving-intent/1', id: 'one', action, actor_label: 'op', reason: 'known' },
      ...{ at: '2026-01-01T00:00:00Z', params: {}, expected },
    },
    reading.report,
  );
}

describe('F what was expected', () => {
  it('is all as it was seen', () => expect(refusal('rerun_import', seen)).toBeNull());

  it.each<[string, Partial<Intent['expected']>]>([
    ['epoch', { epoch: 13 }],
    ['generation', { generation: 6 }],
    ['generation', { generation: null }],
    ['active', { active: '50878254ac432864' }],
    ['active', { active: null }],
    ['clean', { clean: 6 }],
    ['clean', { clean: null }],
    ['head', { head: 8 }],
    ['head', { head: null }],
  ])('but for %s: %o', (field, change) => {
    expect(refusal('rerun_import', { ...seen, ...change })).toBe(`${field} is not as expected any more`);
  });

  it('and the action is one that is offered', () =>
    expect(refusal('retract', seen)).toBe('this replica does not offer that action'));
});
