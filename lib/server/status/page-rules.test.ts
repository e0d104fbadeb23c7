/** A page's life as a table: each change with what it makes or why not, and that nothing shown moves with its target. */
import { describe, expect, it } from 'vitest';
import { isVamplateError } from '@/lib/base/errors';
import { type Incident, linkState, type StatusTarget } from '@/lib/contracts/status-pages';
import { withIncident, withIncidentChanged } from './incident-rules';
import { type PageRecord, pageBounds, toStatusPage } from './page-record';
import { changedPage, deletedPage, livePage, madePage, withLink, withoutLink } from './page-rules';
import { requireKnown } from './settings-rules';

const salt = '0'.repeat(32);
const at = '2030-01-01T00:00:00.000Z';
const later = '2030-01-02T00:00:00.000Z';
const by = { by: 'ann', at };
const lake = (id: string): StatusTarget => ({ kind: 'lake', lake: id, label: null, description: null });
const settings = {
  ...({ title: 'Maps', level: 'labels', visibility: 'secret', timeZone: 'UTC', canary: false } as const),
  targets: [lake('a'), lake('b'), lake('c')],
};
const link = (n: number, expiresAt = later) => ({
  ...{ id: `LINK${n}`, note: `n${n}`, madeAt: at, madeBy: 'ann', expiresAt, revokedAt: null },
  sha256: 'a'.repeat(64),
});
const told = {
  ...{ id: 'I1', title: 'Slow' },
  ...({ kind: 'incident', impact: 'down' } as const),
  stage: 'investigating' as const,
  ...{ startsAt: at, endsAt: null as string | null, targets: [1], text: 'We look.' },
};
type Told = Parameters<typeof withIncident>[2];
const planned = {
  ...told,
  ...({ kind: 'maintenance', stage: 'planned', impact: 'none', endsAt: later } as const),
};

const made = madePage(null, { ...settings, slug: 'maps', salt }, by);
const page = (record: PageRecord | null) => livePage(record, 'maps');
/** By somebody who saw the page as it is. */
const tell = (record: PageRecord, given: Partial<Told> = {}, change = by) =>
  withIncident(record, 'maps', { ...told, revision: record.revision, ...given }, change) ?? record;
const goOn = (record: PageRecord, body: Omit<Parameters<typeof withIncidentChanged>[3], 'revision'>) =>
  withIncidentChanged(record, 'maps', 'I1', { revision: record.revision, ...body }, { by: 'bob', at: later });

function kindOf(work: () => unknown): string {
  try {
    work();
    return 'done';
  } catch (error) {
    return isVamplateError(error) ? error.kind : `${error}`;
  }
}

describe('a page', () => {
  it('is made once, and made again only after it was deleted, at a later revision', () => {
    expect(kindOf(() => madePage(made, { ...settings, slug: 'maps', salt }, by))).toBe('conflict');
    const deleted = deletedPage(made, 'maps', 1);
    expect(deleted).toEqual({ format: 1, revision: 2, page: null });
    expect(kindOf(() => livePage(deleted, 'maps'))).toBe('not_found');
    expect(madePage(deleted, { ...settings, slug: 'maps', salt }, by).revision).toBe(3);
  });

  it.each([
    ['change', (revision: number) => changedPage(made, 'maps', { revision, title: 'Roads' }, by)],
    ['delete', (revision: number) => deletedPage(made, 'maps', revision)],
    ['new incident', (revision: number) => withIncident(made, 'maps', { ...told, revision }, by)],
    [
      'post-mortem',
      (seen: number) => {
        const begun = tell(made);
        const revision = begun.revision - 1 + seen;
        return withIncidentChanged(begun, 'maps', 'I1', { revision, postMortem: 'Why' }, by);
      },
    ],
  ])('takes a %s only from who saw it as it is', (_, change) => {
    expect(kindOf(() => change(1))).toBe('done');
    expect(kindOf(() => change(0))).toBe('conflict');
    expect(kindOf(() => change(2))).toBe('conflict');
  });

  it('changes what is named and nothing else, and says who changed what', () => {
    const next = page(
      changedPage(made, 'maps', { revision: 1, title: 'Roads', level: undefined }, { by: 'bob', at: later }),
    );
    expect(next).toMatchObject({
      title: 'Roads',
      level: 'labels',
      revision: 2,
      madeBy: 'ann',
      changedBy: 'bob',
    });
    expect(next.changes).toEqual([
      { at: later, by: 'bob', what: 'changed the title' },
      { at, by: 'ann', what: 'made the page' },
    ]);
  });

  it('keeps incidents at their targets when these are moved or leave', () => {
    const withOne = tell(made, { targets: [1, 2] });
    const next = page(changedPage(withOne, 'maps', { revision: 2, targets: [lake('c'), lake('a')] }, by));
    expect(next.incidents[0]?.targets).toEqual([0]);
  });
});

describe('a link', () => {
  it.each([
    ['in the past', at, 'invalid_input'],
    ['in a day', later, 'done'],
    ['in a year', '2031-01-01T00:00:00.000Z', 'done'],
    ['later than that', '2031-01-03T00:00:00.000Z', 'invalid_input'],
  ])('that ends %s', (_, expiresAt, kind) => {
    expect(kindOf(() => withLink(made, 'maps', link(1, expiresAt), by))).toBe(kind);
  });

  it('tells nobody its digest, and closes when it is revoked or has ended', () => {
    const one = page(withLink(made, 'maps', link(1), by));
    expect(JSON.stringify(toStatusPage(one))).not.toContain('a'.repeat(64));
    expect(one.links.map((it) => linkState(it, Date.parse(at)))).toEqual(['alive']);
    expect(one.links.map((it) => linkState(it, Date.parse(later)))).toEqual(['expired']);
    const revoked = withoutLink({ format: 1, revision: 2, page: one }, 'maps', 'LINK1', by);
    expect(page(revoked).links.map((it) => linkState(it, Date.parse(at)))).toEqual(['revoked']);
    expect(withoutLink(revoked, 'maps', 'LINK1', { by: 'bob', at: later })).toBeNull();
    expect(kindOf(() => withoutLink(revoked, 'maps', 'LINK9', by))).toBe('not_found');
  });

  it('is refused beyond the bound, unless others are over', () => {
    let record = made;
    for (let n = 0; n < pageBounds.links; n += 1) record = withLink(record, 'maps', link(n), by);
    expect(kindOf(() => withLink(record, 'maps', link(99), by))).toBe('refused');
    const freed = withoutLink(record, 'maps', 'LINK7', by);
    expect(page(withLink(freed, 'maps', link(99), by)).links).toHaveLength(pageBounds.links);
  });
});

describe('an incident', () => {
  it.each<[string, object, string]>([
    ['sound', {}, 'done'],
    ['of a stage of maintenance', { stage: 'planned' }, 'invalid_input'],
    ['of a target that is not there', { targets: [3] }, 'invalid_input'],
    ['that ends before it begins', { startsAt: later, endsAt: at }, 'invalid_input'],
    ['maintenance', planned, 'done'],
    ['maintenance without an end', { ...planned, endsAt: null }, 'invalid_input'],
    ['maintenance of 32 days', { ...planned, endsAt: '2030-02-02T00:00:00.000Z' }, 'invalid_input'],
  ])('%s', (_, given, kind) => {
    expect(kindOf(() => tell(made, given))).toBe(kind);
  });

  it('goes on with updates, newest first, and ends when it is over', () => {
    const [incident] = page(goOn(tell(made), { stage: 'resolved', text: 'Over.' })).incidents;
    expect(incident).toMatchObject({ stage: 'resolved', endsAt: later, title: 'Slow' });
    expect(incident?.updates).toEqual([
      { at: later, by: 'bob', text: 'Over.' },
      { at, by: 'ann', text: 'We look.' },
    ]);
  });

  it('keeps its end when its post-mortem is written afterwards', () => {
    const over = tell(made, { stage: 'resolved' });
    expect(page(goOn(over, { postMortem: 'Why' })).incidents[0]).toMatchObject({
      endsAt: at,
      postMortem: 'Why',
    });
  });

  it('makes room by leaving out the oldest that is over, and is refused where none is', () => {
    const many = (stage: Incident['stage']) => {
      let record = made;
      for (let n = 0; n < pageBounds.incidents; n += 1) record = tell(record, { stage, id: `I${n}` });
      return record;
    };
    const next = page(tell(many('resolved'), { id: 'X' })).incidents;
    expect([next.length, next[0]?.id, next.at(-1)?.id]).toEqual([200, 'X', 'I1']);
    expect(kindOf(() => tell(many('monitoring'), { id: 'X' }))).toBe('refused');
  });

  it('of maintenance makes room once it has ended by its plan', () => {
    let record = made;
    for (let n = 0; n < pageBounds.incidents; n += 1) record = tell(record, { ...planned, id: `I${n}` });
    const next = (when: string) => tell(record, { id: 'X' }, { by: 'bob', at: when });
    expect(kindOf(() => next('2030-01-01T23:59:59.999Z'))).toBe('refused');
    expect(page(next(later)).incidents.at(-1)?.id).toBe('I1');
  });
});

describe('what is sent again under one key', () => {
  const idempotencyKey = 'a'.repeat(32);
  const asked = { ...told, idempotencyKey, revision: 1, endsAt: null };
  const begun = withIncident(made, 'maps', asked, by) ?? made;
  const over = { idempotencyKey: 'b'.repeat(32), stage: 'resolved', text: 'Over.' } as const;
  const ended = goOn(begun, over) ?? begun;

  it('is told once, and its key is told to nobody; where it went on since, one looks first', () => {
    expect(withIncident(begun, 'maps', { ...asked, id: 'I2' }, by)).toBeNull();
    expect(withIncidentChanged(ended, 'maps', 'I1', { ...over, revision: 2 }, by)).toBeNull();
    expect(kindOf(() => withIncident(ended, 'maps', { ...asked, id: 'I2', revision: 2 }, by))).toBe(
      'conflict',
    );
    expect(JSON.stringify(ended)).toContain(idempotencyKey);
    expect(JSON.stringify(toStatusPage(page(ended)))).not.toContain('empotency');
  });

  it.each([{ title: 'Slower' }, { text: 'We look hard.' }, { targets: [0] }, { impact: 'none' as const }])(
    'and %o is refused: nobody takes it for told',
    (other) => {
      expect(kindOf(() => withIncident(begun, 'maps', { ...asked, ...other }, by))).toBe('conflict');
    },
  );

  it('with another text is refused; under another key it is one more update', () => {
    expect(kindOf(() => goOn(ended, { ...over, text: 'Quite over.' }))).toBe('conflict');
    const more = goOn(ended, { ...over, idempotencyKey: 'c'.repeat(32) });
    expect(page(more).incidents[0]?.updates).toHaveLength(3);
  });
});

describe('the window of maintenance', () => {
  const now = '2030-01-01T12:00:00.000Z';
  const hour = (of: number) => new Date(Date.UTC(2030, 0, 1, of)).toISOString();
  // Now is 12:00.
  it.each<[string, [from: number, until: number], { startsAt?: string; endsAt?: string }, string]>([
    ['begins earlier, still to come', [15, 18], { startsAt: hour(13) }, 'done'],
    ['begins now', [15, 18], { startsAt: hour(12) }, 'done'],
    ['begins before now', [15, 18], { startsAt: hour(11) }, 'invalid_input'],
    ['began, and is said to have begun earlier', [11, 18], { startsAt: hour(10) }, 'invalid_input'],
    ['began, and is said to have begun later', [10, 18], { startsAt: hour(11) }, 'done'],
    ['is said as it was', [10, 18], { startsAt: hour(10), endsAt: hour(18) }, 'done'],
    ['ends later', [10, 18], { endsAt: hour(20) }, 'done'],
    ['ends now', [10, 18], { endsAt: hour(12) }, 'done'],
    ['is said to have ended', [10, 18], { endsAt: hour(11) }, 'done'],
    ['had ended, and goes on', [8, 10], { endsAt: hour(20) }, 'invalid_input'],
    ['had ended, and is said to have ended later', [8, 10], { endsAt: hour(11) }, 'invalid_input'],
    ['had ended, said as it was', [8, 10], { endsAt: hour(10) }, 'done'],
  ])('that %s', (_, [from, until], body, kind) => {
    const window = { startsAt: hour(from), endsAt: hour(until) };
    const begun = tell(made, { ...planned, ...window });
    const asked = { revision: begun.revision, ...body };
    const change = () => withIncidentChanged(begun, 'maps', 'I1', asked, { by: 'bob', at: now });
    expect(kindOf(change)).toBe(kind);
  });

  it('is none of an incident’s, whose beginning is found out afterwards', () => {
    const begun = tell(made, { startsAt: hour(11) });
    const change = { revision: begun.revision, startsAt: hour(9), endsAt: hour(10) };
    expect(kindOf(() => withIncidentChanged(begun, 'maps', 'I1', change, { by: 'bob', at: now }))).toBe(
      'done',
    );
  });
});

describe('settings', () => {
  const config = {
    lakes: [{ id: 'a' }],
    clusters: [{ id: 'brain' }],
    serving: [{ env: 'prod' }],
  } as unknown as Parameters<typeof requireKnown>[1];
  const shown = { label: null, description: null };

  it.each<[string, Parameters<typeof requireKnown>[0], string | null]>([
    ['all known', { targets: [lake('a')], timeZone: 'Europe/Berlin' }, null],
    ['another lake', { targets: [lake('a'), lake('b')] }, 'targets.1.lake'],
    ['no dataset id', { targets: [{ kind: 'dataset', lake: 'a', id: 'x~~y', ...shown }] }, 'targets.0.id'],
    [
      'another environment',
      { targets: [{ kind: 'serving', env: 'dev', set: 's', ...shown }] },
      'targets.0.env',
    ],
    ['another root', { targets: [{ kind: 'lock', root: 'x', ...shown }] }, 'targets.0.root'],
    ['one thing twice', { targets: [lake('a'), lake('a')] }, 'targets.1'],
    ['an offset', { timeZone: '+02:00' }, 'timeZone'],
    ['no time zone', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ])('with %s', (_, given, path) => {
    try {
      requireKnown(given, config);
      expect(path).toBeNull();
    } catch (error) {
      if (!isVamplateError(error)) throw error;
      expect(error.details.issues).toMatchObject([{ path }]);
    }
  });

  it('keep what was on the page when its lake has left the configuration', () => {
    expect(() => requireKnown({ targets: [lake('b')] }, config, [lake('b')])).not.toThrow();
  });
});
