/** A page's model: every target has its row, whatever was recorded, and what admins told stands above the samples. */
import { describe, expect, it } from 'vitest';
import { type StatusDocument, statusState } from '@/lib/contracts/status-document';
import type { Incident, StatusTarget } from '@/lib/contracts/status-pages';
import { modelOf } from './model-rules';
import type { StoredPage } from './page-record';
import { targetKey } from './page-rules';
import type { Recorded } from './recorded';
import { redact } from './redact-rules';
import type { TargetSample } from './sample-record';
import { dayOf, emptyDay, placeOf, reliableMs, slotMs, withLetter } from './slot-rules';

const slot = Date.UTC(2030, 0, 1, 12);
const at = slot + 4_000;
const iso = (ms: number) => new Date(ms).toISOString();
const shown = { label: null, description: null };
const roads: StatusTarget = { kind: 'dataset', lake: 'a', id: 'eu~roads.lance', ...shown };
const root: StatusTarget = { kind: 'lock', root: 'brain', ...shown };
const wholeLake: StatusTarget = { kind: 'lake', lake: 'a', label: 'All', description: null };
const datasetKey = (id: string, lake = 'a') => targetKey({ kind: 'dataset', lake, id });

function pageOf(targets: StatusTarget[], given: Partial<StoredPage> = {}): StoredPage {
  return {
    ...({
      slug: 'maps',
      title: 'Maps',
      level: 'names',
      visibility: 'public',
      timeZone: 'UTC',
      canary: false,
    } as const),
    ...{
      madeAt: iso(0),
      madeBy: 'ann',
      changedAt: iso(0),
      changedBy: 'ann',
      revision: 1,
      salt: '0'.repeat(32),
    },
    ...{ links: [], incidents: [], changes: [], targets, ...given },
  };
}

function sample(key: string, given: Partial<TargetSample> = {}): TargetSample {
  return {
    ...({ key, name: 'x', state: 'working', code: 'working', retention: null } as const),
    ...{ lastCommitAt: iso(1), lastProvenAt: null, versions: null, bytes: null, ...given },
  };
}

function recordedOf(
  samples: TargetSample[],
  whole: string[] = ['a'],
  earlier: string[] = [],
  leftOut: Record<string, number> = {},
): Recorded {
  const letters = withLetter(emptyDay, placeOf(slot), 'w');
  const days = new Map(
    [...samples.map(({ key }) => key), ...earlier].map((key) => [key, new Map([[dayOf(slot), letters]])]),
  );
  const targets = new Map(samples.map((one) => [one.key, one]));
  return {
    newest: { slot, at, targets, wholeLakes: new Set(whole), leftOut: new Map(Object.entries(leftOut)) },
    days,
  };
}

const model = (page: StoredPage, recorded: Recorded, now = at) =>
  modelOf(page, recorded, now, (key) => `k${key.length}`);
const states = (page: StoredPage, recorded: Recorded, now = at) =>
  model(page, recorded, now).rows.map(({ name, state, code }) => `${name} ${state} ${code}`);

describe('rows', () => {
  it('are as sampled while the sample speaks of now, and unknown after that', () => {
    const recorded = recordedOf([sample(datasetKey('eu~roads.lance'))]);
    const page = pageOf([roads]);
    expect(states(page, recorded, at + reliableMs)).toEqual(['roads.lance working working']);
    expect(states(page, recorded, at + reliableMs + 1)).toEqual(['roads.lance unknown sample_old']);
    expect(model(page, recorded)).toMatchObject({ madeAt: iso(at), reliableUntil: iso(at + reliableMs) });
    expect(model(page, recorded).rows[0]).toMatchObject({ since: iso(slot), lastCommitAt: iso(1) });
  });

  it.each([
    ['a slot ahead', slotMs, 'roads.lance working working'],
    ['more than that ahead', slotMs + 1, 'roads.lance unknown sample_old'],
  ])('are unknown where the newest sample claims to be %s of now', (_, ahead, said) => {
    const recorded = recordedOf([sample(datasetKey('eu~roads.lance'))]);
    expect(states(pageOf([roads]), recorded, at - ahead)).toEqual([said]);
  });

  it('say the same until another sample comes', () => {
    const recorded = recordedOf([sample(datasetKey('eu~roads.lance'))]);
    expect(model(pageOf([roads]), recorded, at + reliableMs)).toEqual(model(pageOf([roads]), recorded, at));
  });

  it('are unknown and never dropped where nothing was sampled', () => {
    const nothing: Recorded = { newest: null, days: new Map() };
    expect(states(pageOf([roads, root, wholeLake]), nothing)).toEqual([
      'roads.lance unknown not_sampled',
      'brain unknown not_sampled',
      'a unknown not_sampled',
    ]);
    expect(states(pageOf([roads, root]), recordedOf([]))).toHaveLength(2);
  });

  it('of a lake are its datasets, each once; of one that was not seen whole also those recorded before', () => {
    const samples = [
      sample(datasetKey('eu~roads.lance')),
      sample(datasetKey('rivers')),
      sample(datasetKey('x', 'b')),
    ];
    expect(states(pageOf([wholeLake, roads]), recordedOf(samples))).toEqual([
      'rivers working working',
      'roads.lance working working',
    ]);
    const earlier = [datasetKey('woods')];
    expect(states(pageOf([wholeLake]), recordedOf([samples[1] ?? sample('')], [], earlier))).toEqual([
      'rivers working working',
      'woods unknown not_sampled',
    ]);
    expect(states(pageOf([wholeLake]), recordedOf([], ['a'], earlier))).toEqual([]);
  });

  it('end with one that says how many more there are where a lake’s samples left any out', () => {
    const samples = [sample(datasetKey('rivers')), sample(datasetKey('x', 'b'))];
    const left = recordedOf(samples, ['a', 'b'], [], { a: 3, b: 2 });
    const said = (targets: StatusTarget[]) =>
      model(pageOf(targets), left).rows.map(({ label, state, code }) => `${label} ${state} ${code}`);
    expect(said([wholeLake])).toEqual(['null working working', '3 more, not checked unknown left_out']);
    expect(said([wholeLake, { ...wholeLake, lake: 'b' }]).at(-1)).toBe(
      '5 more, not checked unknown left_out',
    );
    // What is on a page by itself says of itself whether it was checked.
    expect(said([roads])).toEqual(['null unknown not_sampled']);
    const { headline, counts } = redact(model(pageOf([wholeLake]), left));
    expect(headline).toMatchObject({ state: 'unknown', sentence: 'Not all of it was checked' });
    expect(counts).toMatchObject({ working: 1, unknown: 1 });
  });

  it('are no more than 500, and one that says how many more', () => {
    const samples = Array.from({ length: 503 }, (_, n) => sample(datasetKey(`${1_000 + n}`)));
    const { rows } = model(pageOf([wholeLake, root]), recordedOf(samples));
    expect(rows).toHaveLength(501);
    expect(rows.at(-1)).toMatchObject({ label: '4 more, not checked', state: 'unknown', code: 'left_out' });
    expect(model(pageOf([wholeLake]), recordedOf(samples.slice(0, 500))).rows).toHaveLength(500);
  });

  it('have a retention only where there are versions, unknown where nobody knows', () => {
    const due = { state: 'working', code: 'due', count: 3 } as const;
    const recorded = recordedOf([sample(datasetKey('eu~roads.lance'), { retention: due })]);
    const of = (now: number) =>
      model(pageOf([roads, root]), recorded, now).rows.map(({ retention }) => retention);
    expect(of(at)).toEqual([due, null]);
    expect(of(at + reliableMs + 1)).toEqual([{ state: 'unknown', code: 'unknown', count: null }, null]);
  });
});

describe('what admins told', () => {
  const incident = (given: Partial<Incident>): Incident => ({
    ...({ id: 'I', kind: 'incident', title: 'Slow', stage: 'investigating', impact: 'degraded' } as const),
    ...{
      startsAt: iso(slot - slotMs),
      endsAt: null,
      targets: [0],
      updates: [{ at: iso(0), by: 'ann', text: 'x' }],
    },
    ...{ postMortem: null, ...given },
  });
  const works: Partial<Incident> = {
    kind: 'maintenance',
    stage: 'in_progress',
    impact: 'none',
    endsAt: iso(at + 1),
  };

  it.each<[string, Partial<Incident>, TargetSample['state'], string]>([
    ['an incident makes it worse', {}, 'working', 'degraded incident'],
    ['an incident makes it no better', {}, 'down', 'down working'],
    ['an incident is worse than not knowing', {}, 'unknown', 'degraded incident'],
    ['one that is over changes nothing', { stage: 'resolved' }, 'working', 'working working'],
    ['one without impact changes nothing', { impact: 'none' }, 'working', 'working working'],
    ['one of another row changes nothing', { targets: [1] }, 'working', 'working working'],
    ['one of no row changes nothing', { targets: [] }, 'working', 'working working'],
    ['one that begins later changes nothing', { startsAt: iso(at + 1) }, 'working', 'working working'],
    ['maintenance is never down', works, 'down', 'maintenance maintenance'],
    ['maintenance past its end excuses nothing', { ...works, endsAt: iso(at) }, 'down', 'down working'],
    ['maintenance to come excuses nothing', { ...works, startsAt: iso(at + 1) }, 'down', 'down working'],
  ])('%s', (_, given, sampled, said) => {
    const recorded = recordedOf([sample(datasetKey('eu~roads.lance'), { state: sampled })]);
    const [row] = model(pageOf([roads, root], { incidents: [incident(given)] }), recorded).rows;
    expect(`${row?.state} ${row?.code}`).toBe(said);
  });

  it.each([
    ['before its end', 0, 'maintenance maintenance', 'in_progress'],
    ['at its end', 1, 'unknown sample_old', 'completed'],
  ])('maintenance is as planned %s when nobody samples any more', (_, after, said, stage) => {
    const end = at + reliableMs + 60_000;
    const recorded = recordedOf([sample(datasetKey('eu~roads.lance'))]);
    const page = pageOf([roads], { incidents: [incident({ ...works, endsAt: iso(end) })] });
    const now = end - 1 + after;
    const told = model(page, recorded, now);
    expect(`${told.rows[0]?.state} ${told.rows[0]?.code}`).toBe(said);
    expect(redact(told).incidents[0]?.stage).toBe(stage);
    expect(redact(told).headline.state).toBe(said.split(' ')[0]);
  });

  it.each(statusState.options)(
    'is all that is known of what was %s once nobody samples any more',
    (state) => {
      const recorded = recordedOf([sample(datasetKey('eu~roads.lance'), { state })]);
      const told = (incidents: Incident[]) =>
        redact(model(pageOf([roads], { incidents }), recorded, at + reliableMs + 1));
      const states = (document: StatusDocument) => [document.headline.state, document.rows[0]?.state];
      expect(states(told([]))).toEqual(['unknown', 'unknown']);
      expect(states(told([incident({ impact: 'down' })]))).toEqual(['down', 'down']);
      expect(states(told([incident({ stage: 'resolved' })]))).toEqual(['unknown', 'unknown']);
    },
  );

  it('excuses only from when it was announced', () => {
    const told = incident({ ...works, startsAt: iso(0), updates: [{ at: iso(at), by: 'ann', text: 'x' }] });
    const recorded = recordedOf([sample(datasetKey('eu~roads.lance'))]);
    const bar = (incidents: Incident[]) =>
      model(pageOf([roads], { incidents }), recorded).rows[0]?.days.at(-1);
    expect(bar([incident({ ...works, startsAt: iso(0) })])).toMatchObject({
      state: 'maintenance',
      provenPercent: null,
    });
    expect(bar([{ ...told, updates: [{ at: iso(slot + slotMs), by: 'ann', text: 'x' }] }])).toMatchObject({
      state: 'working',
    });
  });

  it('is shown with those that go on first, and not after 90 days', () => {
    const incidents = [
      incident({ id: 'OLD', stage: 'resolved', endsAt: iso(at - 91 * 86_400_000) }),
      incident({ id: 'OVER', stage: 'resolved', endsAt: iso(at - 1), startsAt: iso(at - 2) }),
      incident({ id: 'ON' }),
    ];
    const shownIds = model(pageOf([roads], { incidents }), recordedOf([])).incidents.map(({ id }) => id);
    expect(shownIds).toEqual(['ON', 'OVER']);
  });
});
