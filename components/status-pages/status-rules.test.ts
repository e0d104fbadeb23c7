/** What a change sends, what outsiders read, when a link opens, which pages show an object: as tables. */
import { describe, expect, it } from 'vitest';
import {
  type Incident,
  linkState,
  type StatusLink,
  type StatusPage,
  type StatusTarget,
} from '@/lib/contracts/status-pages';
import { addRefusal, openPages, pagesFoot, pagesWith } from './add-rules';
import { changedSettings, changesSince, rebasedTargets, settingsOf } from './change-rules';
import { timesProblem } from './incident-questions';
import { changeOf, incidentOf } from './incident-rules';
import { livingLinks } from './link-rules';
import { instantOf, momentOf, momentProblem } from './moment-rules';
import { targetsProblem, trimmedTargets } from './target-picker';
import { outsidersRead, placesOf, targetHref, targetKey, targetName } from './target-rules';

const unnamed = { label: null, description: null };
const lake: StatusTarget = { kind: 'lake', lake: 'prod', ...unnamed };
const orders: StatusTarget = { kind: 'dataset', lake: 'prod', id: 'eu~orders.lance', ...unnamed };
const set: StatusTarget = { kind: 'serving', env: 'live', set: 'berlin', ...unnamed };
const lock: StatusTarget = { kind: 'lock', root: 'brain', ...unnamed };
const at = '2030-01-01T09:00:00.000Z';
const now = Date.parse(at);

const said = (fields: Record<string, string>) => ({ fields, statements: {}, reason: '', typed: '' });

describe('what outsiders read in the place of an object', () => {
  it.each([
    [orders, 'names', 'orders'],
    [orders, 'labels', '“Dataset” and a number'],
    [orders, 'counts', 'no row: it is only counted'],
    [{ ...orders, label: 'Orders of Europe' }, 'names', 'Orders of Europe'],
    [{ ...orders, label: 'Orders of Europe' }, 'labels', 'Orders of Europe'],
    [{ ...orders, label: 'Orders of Europe' }, 'counts', 'no row: it is only counted'],
    [lake, 'names', 'a row for each dataset in it: its own name'],
    [lake, 'labels', 'a row for each dataset in it: “Dataset” and a number'],
    [
      { ...lake, label: 'All' },
      'names',
      'a row for each dataset in it: its own name; “All” while it holds a single one',
    ],
    [set, 'names', 'berlin'],
    [set, 'labels', '“Service” and a number'],
    [lock, 'names', 'brain'],
    [lock, 'labels', '“Lock” and a number'],
  ] as const)('%o at %s', (target, level, words) => expect(outsidersRead(target, level)).toBe(words));

  it('an object has its place by what it is, wherever it stands now', () => {
    const keys = [lock, orders, set].map(targetKey);
    expect(placesOf([{ ...orders, label: 'x' }, lake, lock], keys)).toEqual([0, 2]);
  });

  it.each([
    [lake, 'prod', '/datasets?lake=prod'],
    [orders, 'prod/eu/orders.lance', '/datasets/prod/eu~orders.lance'],
    [set, 'live/berlin', '/serving/live/berlin'],
    [lock, 'brain', '/locks/brain'],
  ] as const)('the console calls %o %s and shows it', (target, name, href) => {
    expect(targetName(target)).toBe(name);
    expect(targetHref(target)).toBe(href);
  });
});

describe('a change', () => {
  const settings = settingsOf(
    said({ title: ' Acme ', level: 'labels', visibility: 'secret', timeZone: 'UTC', canary: 'no' }),
    [orders],
  );

  it('names only what differs', () => {
    expect(settings).toEqual({
      ...{ title: 'Acme', targets: [orders], level: 'labels', visibility: 'secret' },
      ...{ timeZone: 'UTC', canary: false, canaryTags: null },
    });
    expect(changedSettings(settings, settings)).toEqual({});
    // A page that was made before one could choose.
    const { canaryTags: _, ...older } = settings;
    expect(changedSettings(older, settings)).toEqual({});
    expect(changedSettings(settings, { ...settings, title: 'B', targets: [orders, set] })).toEqual({
      title: 'B',
      targets: [orders, set],
    });
  });

  it.each([
    ['yes', '', { canary: true, canaryTags: null }],
    ['yes', ' , ', { canary: true, canaryTags: null }],
    ['yes', ' stable,  v1.0 , stable,', { canary: true, canaryTags: ['stable', 'v1.0'] }],
    ['newest', 'stable', { canary: true, canaryTags: [] }],
    ['no', 'stable', { canary: false, canaryTags: ['stable'] }],
  ])('reads a canary %s with the tags %j', (canary, canaryTags, expected) => {
    const fields = { title: 'A', level: 'labels', visibility: 'secret', timeZone: 'UTC' };
    expect(settingsOf(said({ ...fields, canary, canaryTags }), [orders])).toMatchObject(expected);
  });

  it('goes on from what somebody else wrote: both additions stay, both removals count, own words win', () => {
    const mine = [{ ...orders, label: 'Mine' }, lock];
    const theirs = [{ ...orders, label: 'Theirs' }, { ...lake, label: null }, set];
    expect(rebasedTargets([orders, lake], mine, theirs)).toEqual([{ ...orders, label: 'Mine' }, set, lock]);
    expect(rebasedTargets([orders], [orders], [{ ...orders, label: 'Theirs' }])).toEqual([
      { ...orders, label: 'Theirs' },
    ]);
    expect(rebasedTargets([orders, set], [orders, set], [set])).toEqual([set]);
  });

  it('tells what was done since, as far as the list reaches back', () => {
    const changes = ['c', 'b', 'a'].map((what) => ({ at, by: 'ann', what }));
    const pageAt = (revision: number) => ({ revision, changes }) as unknown as StatusPage;
    expect(changesSince(pageAt(1), pageAt(3)).map(({ what }) => what)).toEqual(['c', 'b']);
    expect(changesSince(pageAt(3), pageAt(3))).toEqual([]);
    expect(changesSince(pageAt(1), pageAt(90))).toHaveLength(3);
  });

  it('sends words without empty ends, and none that the contract refuses', () => {
    expect(trimmedTargets([{ ...orders, label: ' Orders ', description: '  ' }])).toEqual([
      { ...orders, label: 'Orders', description: null },
    ]);
    expect(targetsProblem([])).toBe('Nothing is on the page yet.');
    expect(targetsProblem([orders])).toBeNull();
    expect(targetsProblem(Array(201).fill(orders))).toContain('200');
    expect(targetsProblem([{ ...orders, label: 'a\nb' }])).toContain('One line');
    expect(targetsProblem([{ ...orders, label: 'a'.repeat(121) }])).toContain('120');
  });
});

describe('a link', () => {
  const link: StatusLink = {
    ...{ id: 'l', note: 'Acme', madeAt: at, madeBy: 'ann' },
    ...{ expiresAt: '2030-01-01T10:00:00.000Z', revokedAt: null },
  };

  it.each([
    [link, now, 'alive'],
    [link, now + 3_599_999, 'alive'],
    [link, now + 3_600_000, 'expired'],
    [{ ...link, revokedAt: at }, now, 'revoked'],
    [{ ...link, revokedAt: at }, now + 9e9, 'revoked'],
  ])('%o at %s is %s', (one, ms, state) => expect(linkState(one, ms)).toBe(state));

  it('is counted while it opens', () => {
    expect(livingLinks([link, { ...link, revokedAt: at }], now)).toBe(1);
    expect(livingLinks([link], now + 9e9)).toBe(0);
  });
});

describe('a moment', () => {
  it.each([
    ['2030-01-01T09:00', at],
    ['2030-01-01T09:00:30', '2030-01-01T09:00:30.000Z'],
    ['2030-02-30T09:00', null],
    ['2030-01-01', null],
    ['', null],
    ['tomorrow', null],
  ])('%s means %s', (value, instant) => expect(instantOf(value)).toBe(instant));

  it('is written as it is read', () => {
    expect(instantOf(momentOf(now))).toBe(at);
    expect(momentProblem('soon')).not.toBeNull();
    expect(momentProblem(momentOf(now))).toBeNull();
  });
});

describe('what is told', () => {
  const incident = {
    ...{ kind: 'incident', stage: 'investigating', impact: 'degraded', endsAt: null },
  } as Incident;

  it('of an incident, and of a maintenance that impairs nothing and ends', () => {
    const fields = { title: ' Late ', stage: 'identified', impact: 'down', starts: '2030-01-01T09:00' };
    expect(incidentOf('incident', said({ ...fields, text: ' We look. ' }), [1])).toEqual({
      ...{ kind: 'incident', title: 'Late', stage: 'identified', impact: 'down', startsAt: at },
      ...{ endsAt: null, targets: [1], text: 'We look.' },
    });
    const { impact: _, ...planned } = { ...fields, stage: 'planned', ends: '2030-01-01T10:00', text: 'x' };
    expect(incidentOf('maintenance', said(planned), [])).toMatchObject({
      ...{ impact: 'none', endsAt: '2030-01-01T10:00:00.000Z' },
    });
  });

  it('of how it goes on: only what differs', () => {
    const same = { stage: 'investigating', impact: 'degraded', text: 'x' };
    expect(changeOf(incident, said(same))).toEqual({ text: 'x' });
    expect(changeOf(incident, said({ ...same, stage: 'resolved', impact: 'none' }))).toEqual({
      ...{ stage: 'resolved', impact: 'none', text: 'x' },
    });
    const planned = { ...incident, kind: 'maintenance', stage: 'planned', endsAt: at } as Incident;
    const words = { stage: 'planned', text: 'x' };
    expect(changeOf(planned, said({ ...words, ends: '2030-01-01T09:00' }))).toEqual({ text: 'x' });
    expect(changeOf(planned, said({ ...words, ends: '2030-01-01T11:00' }))).toEqual({
      ...{ endsAt: '2030-01-01T11:00:00.000Z', text: 'x' },
    });
  });

  it.each([
    ['2030-01-01T09:00', '2030-01-01T10:00', null],
    ['2030-01-01T09:00', '2030-01-01T09:00', 'It ends before it begins.'],
    ['2030-01-01T09:00', '2030-03-01T09:00', 'Maintenance lasts 31 days at most.'],
    ['', '2030-01-01T10:00', null],
  ])('from %s to %s: %s', (starts, ends, problem) =>
    expect(timesProblem(said({ starts, ends }))).toBe(problem),
  );
});

describe('pages that show an object', () => {
  const pageOf = (slug: string, targets: readonly StatusTarget[]) => ({
    slug,
    title: slug,
    targets: [...targets],
  });
  const byItself = pageOf('a', [orders]);
  const byLake = pageOf('b', [lake]);
  const without = pageOf('c', [set]);

  it('by itself, or through its lake', () => {
    expect(pagesWith([byItself, byLake, without], [{ ...orders, label: 'x' }])).toEqual([
      { page: byItself, shown: 'itself' },
      { page: byLake, shown: 'lake' },
    ]);
    expect(openPages([byItself, byLake, without], [orders])).toEqual([byLake, without]);
  });

  it.each([
    [null, [orders], false, 'Waiting for the status pages to be read.'],
    [[], [orders], false, 'No status page could be read, and not all were.'],
    [[byItself], [orders], false, 'Every status page that could be read shows it already; not all were.'],
    [[byItself, without], [orders], false, null],
  ] as const)('%o and %o while more may be: %s', (pages, targets, complete, refusal) =>
    expect(addRefusal(pages, targets, complete)).toBe(refusal),
  );

  it.each([
    [3, true, 'All 3 pages.'],
    [1, true, 'All 1 page.'],
    [3, false, '3 pages could be read, and not all were.'],
  ])('%i, complete: %s, are counted as %s', (count, complete, words) =>
    expect(pagesFoot(count, complete)).toBe(words),
  );

  it.each([
    [null, [orders], 'Waiting for the status pages to be read.'],
    [[], [orders], 'No status page was made. Status pages has the button that makes one.'],
    [[byItself], [orders], 'Every status page shows it already.'],
    [[byItself, without], [orders], null],
    [[byLake], [lake, { ...lake, lake: 'other' }], null],
  ] as const)('%o and %o', (pages, targets, refusal) =>
    expect(addRefusal(pages, targets, true)).toBe(refusal),
  );
});
