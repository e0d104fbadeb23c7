/** Which sets ask for a person: one row each, its worst replica named; unknown stays unknown, and what is well is no row. */
import { describe, expect, it } from 'vitest';
import type { ServingVerdict } from '@/lib/contracts/serving';
import { type SetFacts, setItems, unreadItems } from './serving-attention';

type Row = SetFacts['replicas'][number];

const idle: NonNullable<Row['operation']> = {
  ...{ state: 'idle', candidate: null, generation: null, at: null, step: null, progress: null, error: null },
};

function row(verdict: ServingVerdict, over: Partial<Row> = {}): Row {
  return {
    ...{ replica: `r-${verdict.replaceAll('_', '-')}`, lineage: 'osm-lance-v2', verdict, retired: null },
    ...{
      sentence: `It is ${verdict}.`,
      operation: idle,
      problems: [],
      reportedAt: '2030-01-01T00:00:00.000Z',
    },
    ...over,
  };
}
const items = (...replicas: Row[]) => setItems({ lake: 'demo', env: 'prod', set: 'berlin', replicas });

describe('a set in Overview', () => {
  const expected: Readonly<Record<ServingVerdict, string | undefined>> = {
    no_report: 'serving_unknown unknown',
    unreadable: 'serving_unknown unknown',
    invalid: 'serving_down stop',
    stale: 'serving_unwell attention',
    deposed: 'serving_unwell attention',
    down: 'serving_down stop',
    absent: 'serving_unwell attention',
    degraded: 'serving_unwell attention',
    recovering: undefined,
    first_import: undefined,
    drift: 'serving_unwell attention',
    drift_acknowledged: undefined,
    disagrees: 'serving_unwell attention',
    descendant_asserted: undefined,
    mirror_lagging: 'serving_unwell attention',
    unfenced: 'serving_unwell attention',
    observed: undefined,
    healthy: undefined,
  };
  it.each(Object.entries(expected))('%s', (verdict, item) => {
    const [found] = items(row(verdict as ServingVerdict));
    expect(found === undefined ? undefined : `${found.kind} ${found.severity}`).toBe(item);
  });

  it('is one row that names the worst of its replicas, counts the others and leads to the set', () => {
    expect(items(row('unreadable'), row('drift'), row('down'), row('healthy'))).toEqual([
      {
        ...{
          kind: 'serving_down',
          severity: 'stop',
          lake: 'demo',
          dataset: null,
          version: null,
          since: null,
        },
        ...{ object: 'berlin', detail: 'prod', problem: 'This set serves nothing sound from a replica' },
        evidence: 'r-down: It is down. 2 more replicas are not well.',
        href: '/serving/prod/berlin?replica=r-down&lineage=osm-lance-v2',
        action: 'Show set',
      },
    ]);
  });

  it('a failed import needs somebody though what is served is well', () => {
    const error = { kind: 'source', message: null };
    const operation = { ...idle, state: 'failed', at: '2030-01-01T00:00:01.000Z', error } as const;
    expect(items(row('healthy', { operation }))[0]).toMatchObject({
      ...{
        kind: 'serving_unwell',
        since: operation.at,
        evidence: expect.stringContaining('import failed (source)'),
      },
    });
  });

  it.each(['drift_acknowledged', 'recovering', 'first_import', 'descendant_asserted'] as const)(
    'what speaks against a report needs somebody beside the verdict %s too',
    (verdict) => {
      const problems = [{ code: 'seal_mismatch', sentence: 'The seal of its active import does not match.' }];
      expect(items(row(verdict, { problems }))[0]).toMatchObject({
        ...{ kind: 'serving_unwell', severity: 'attention' },
        evidence: expect.stringContaining('does not match'),
      });
    },
  );

  it('of replicas that were given up nobody is told', () => {
    const retired = { at: '2030-01-01T00:00:00.000Z', actor: 'root', reason: 'gone' };
    expect(items(row('stale', { retired }))).toEqual([]);
  });
});

it('an environment that cannot be listed and an address that tells nothing are unknown, never all clear', () => {
  const unread = { lake: 'demo', env: 'prod', problem: 'No answer.' };
  const addresses = [{ url: 'https://eu.example:8443/status', sentence: 'It answered 500.' }];
  const found = unreadItems({ ...unread, addresses });
  expect(found.map(({ object, severity, evidence }) => [object, severity, evidence])).toEqual([
    ['prod', 'unknown', 'No answer.'],
    ['eu.example:8443', 'unknown', 'It answered 500.'],
  ]);
  expect(unreadItems({ ...unread, problem: null, addresses: [] })).toEqual([]);
});
