/** The headline as a table: rows and incidents in, one sentence out. */
import { describe, expect, it } from 'vitest';
import { statusIncident, statusModel, statusRow } from '@/lib/testing/status-models';
import { redact } from './redact-rules';
import type { StatusModel } from './status-model';

const working = statusRow({ key: 'a', name: 'events' });
const behind = statusRow({
  ...{ key: 'b', kind: 'serving', name: 'docs', label: 'Docs search' },
  ...{ state: 'degraded', code: 'serving_behind' },
});
const unknown = statusRow({
  key: 'c',
  name: 'ads',
  label: 'Ad ranking',
  state: 'unknown',
  code: 'unreadable',
});
const down = statusRow({ key: 'd', name: 'brain', state: 'down', code: 'missing_objects' });
const worked = statusRow({ key: 'e', name: 'qa', state: 'maintenance', code: 'maintenance' });

const degraded = statusIncident({ rows: [0] });
const planned = statusIncident({
  ...{ kind: 'maintenance', stage: 'planned', impact: 'down', title: 'Move' },
  ...{ startsAt: '2026-06-12T15:00:00.000Z', endsAt: '2026-06-12T16:00:00.000Z' },
});
const underWay = { ...planned, startsAt: '2026-06-12T14:00:00.000Z' };
const past = { ...underWay, stage: 'in_progress', endsAt: '2026-06-12T14:01:00.000Z' } as const;

function headlineOf(given: Partial<StatusModel>) {
  return redact(statusModel(given)).headline;
}

describe('headline', () => {
  it.each([
    ['all well', [working], [], ['working', 'Everything works', 'All of it was checked.', null]],
    [
      'one degraded',
      [working, behind],
      [],
      ['degraded', 'Docs search shows older results', 'Nothing is down.', 'Docs search'],
    ],
    [
      'degraded beside unknown',
      [working, behind, unknown],
      [],
      ['degraded', 'Docs search shows older results', 'Nothing that we could check is down.', 'Docs search'],
    ],
    [
      'degraded by what a person told alone',
      [working, { ...unknown, state: 'degraded', code: 'incident' }],
      [],
      ['degraded', 'Ad ranking has an incident', 'Nothing that we could check is down.', 'Ad ranking'],
    ],
    [
      'unknown is worse than maintenance',
      [worked, unknown],
      [],
      [
        ...['unknown', 'We cannot reach Ad ranking to check it'],
        'It may still work. What nobody could check is not counted as working.',
        'Ad ranking',
      ],
    ],
    [
      'the first of the worst is named',
      [unknown, down, { ...down, name: 'other' }],
      [],
      ['down', 'Some data of brain is missing', 'What is unknown may be down too.', 'brain'],
    ],
    [
      'maintenance',
      [working, worked],
      [],
      ['maintenance', 'Planned work on qa', 'This was planned. Nothing is known to be down.', 'qa'],
    ],
    [
      "an incident's title stands for what it explains",
      [behind, working],
      [degraded],
      ['degraded', 'Docs search is behind in Europe', 'Nothing is down.', 'Docs search'],
    ],
    [
      'an incident where the rows are well',
      [working],
      [degraded],
      ['degraded', 'Docs search is behind in Europe', 'Nothing is down.', 'events'],
    ],
    [
      'a row that is worse than the incident',
      [down],
      [degraded],
      ['down', 'Some data of brain is missing', 'What else is concerned stands below.', 'brain'],
    ],
    [
      'an incident that is over',
      [working],
      [{ ...degraded, stage: 'resolved' }],
      ['working', 'Everything works', 'All of it was checked.', null],
    ],
    [
      'an incident without impact',
      [working],
      [{ ...degraded, impact: 'none' }],
      ['working', 'Everything works', 'All of it was checked.', null],
    ],
    [
      'maintenance that is planned',
      [working],
      [planned],
      ['working', 'Everything works', 'All of it was checked.', null],
    ],
    [
      'maintenance under way is never down',
      [worked],
      [underWay],
      ['maintenance', 'Move', 'This was planned. Nothing is known to be down.', 'qa'],
    ],
    [
      'maintenance that nobody ended',
      [working],
      [past],
      ['working', 'Everything works', 'All of it was checked.', null],
    ],
    [
      'an incident that is to begin later',
      [working],
      [{ ...degraded, startsAt: '2026-06-12T14:03:00.000Z' }],
      ['working', 'Everything works', 'All of it was checked.', null],
    ],
  ] as const)('%s', (_, rows, incidents, [state, sentence, detail, worst]) => {
    expect(headlineOf({ rows: [...rows], incidents: [...incidents] })).toEqual({
      ...{ state, sentence, detail, worst },
    });
  });

  it.each([
    [[working, down], 'down', '1 of 2 down'],
    [[worked, working], 'maintenance', '1 of 2 in maintenance'],
    [[working], 'working', 'Everything works'],
  ] as const)('names nobody where counts alone are told', (rows, state, sentence) => {
    expect(headlineOf({ rows: [...rows], level: 'counts' })).toMatchObject({ state, sentence, worst: null });
  });

  it('is grey before the first sample and without a row', () => {
    const nothing = { state: 'unknown', sentence: 'Nothing was checked yet', worst: null };
    expect(headlineOf({ madeAt: null, reliableUntil: null })).toMatchObject(nothing);
    expect(headlineOf({ rows: [] })).toMatchObject(nothing);
    expect(headlineOf({ madeAt: null, incidents: [degraded] })).toMatchObject({
      ...{ state: 'degraded', sentence: degraded.title },
    });
  });

  it('lets maintenance begin and end by its plan', () => {
    const stages = redact(statusModel({ incidents: [planned, underWay, past] })).incidents.map(
      (one) => one.stage,
    );
    expect(stages).toEqual(['planned', 'in_progress', 'completed']);
  });

  it('counts an incident that was told of after the newest sample', () => {
    const at = '2026-06-12T14:05:00.000Z';
    const fresh = { ...degraded, startsAt: at, updates: [{ at, by: 'olga', text: 'We look.' }] };
    expect(headlineOf({ rows: [working], incidents: [fresh] }).state).toBe('degraded');
  });
});
