/** What a report holds, each reason alone: what one report no longer names, nothing else would keep (D14). */
import { describe, expect, it } from 'vitest';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import { importIdOf } from './import-id-rules';
import { holdsOfReplica, holdsOfSeals, publicationsOf } from './replica-holder-rules';
import { decodeReport } from './report-rules';

type Changes = Parameters<typeof reportBytes>[0];
const place = { env: 'prod', replicaId: 'eu-1', lineage: anIdentity().lineage };
const active = 'a4f93eb5d7676df5';
const previous = '50878254ac432864';
const history = 'clocks.history';
const fresh = { kind: 'fresh', ageMs: 0 } as const;
const stale = { kind: 'stale', ageMs: 90_001 } as const;
/** A report in which no field names a version. */
const silent: Changes = {
  ...healthy,
  [`${history}.publication_version`]: null,
  [`${history}.clean_version`]: null,
  [`${history}.observed_head`]: null,
  [`${history}.decision`]: null,
  [`${history}.serving_version`]: null,
  [`${history}.locally_available`]: [],
  'retention.keep_versions': [],
};
const nothing: Changes = { serving: null, 'clocks.import.active': null };
const goesBack: Changes = {
  'serving.previous': previous,
  'clocks.import.previous': { import_id: previous, identity: null },
};

function held(changes: Changes, { freshness = fresh as typeof fresh | typeof stale, known = {} } = {}) {
  const reading = decodeReport(reportBytes({ ...silent, ...changes }));
  if (reading.kind !== 'read') throw new Error(JSON.stringify(reading));
  const published = new Map<string, bigint>(Object.entries(known));
  const facts = { place, reading, freshness, retired: false };
  const { holds, unknown } = holdsOfReplica(facts, () => true, published);
  return { versions: holds.map(({ version }) => Number(version)).sort((a, b) => a - b), unknown };
}

describe('D14 what a living replica names', () => {
  it.each<[string, Changes, readonly number[]]>([
    ['what it serves', { [`${history}.serving_version`]: { version: 3, pinned_to_clean: true } }, [3]],
    ['its publication', { [`${history}.publication_version`]: 3 }, [3]],
    ['its clean version', { [`${history}.clean_version`]: 3 }, [3]],
    ['what it was told to keep', { 'retention.keep_versions': [3, 4] }, [3, 4]],
    ['what it brings in', { [`${history}.recovery`]: { kind: 'hydrate_from_mirror', want: 3 } }, [3]],
    [
      'what it falls back to',
      { [`${history}.recovery`]: { kind: 'serve_available_previous', version: 3 } },
      [3],
    ],
  ])('%s is held by that alone', (_, changes, versions) => {
    expect(held({ ...nothing, ...changes })).toEqual({ versions, unknown: [] });
  });

  it('what it only has is not held while it answers, and is from clean on when it falls silent', () => {
    const has = { ...nothing, [`${history}.locally_available`]: [2, 5], [`${history}.clean_version`]: 4 };
    expect(held(has).versions).toEqual([4]);
    expect(held(has, { freshness: stale }).versions).toEqual([4, 5]);
  });

  it('a list that was cut short may have named anything, once it falls silent', () => {
    const cut = { ...nothing, [`${history}.locally_available_truncated`]: true };
    expect(held(cut).unknown).toEqual([]);
    expect(held(cut, { freshness: stale }).unknown).toEqual([expect.stringContaining('the whole list')]);
  });
});

describe('D14 active and previous', () => {
  it.each([fresh, stale])('without any version are unknown, whatever else it keeps (%o)', (freshness) => {
    const { versions, unknown } = held({ ...goesBack, 'retention.keep_versions': [9] }, { freshness });
    expect(versions).toEqual([9]);
    expect(unknown).toEqual([expect.stringContaining(active), expect.stringContaining(previous)]);
  });

  it('previous is unknown beside an active one that is known, until something tells where it was published', () => {
    const told = { ...goesBack, [`${history}.clean_version`]: 7 };
    expect(held(told)).toEqual({ versions: [7], unknown: [expect.stringContaining(previous)] });
    expect(held(told, { known: { [previous]: 5n } })).toEqual({ versions: [5, 7], unknown: [] });
  });

  it('active is held where its seal says, when the report does not', () => {
    expect(held({}, { known: { [active]: 6n } })).toEqual({ versions: [6], unknown: [] });
  });
});

describe('where an import was published', () => {
  const identity = anIdentity();
  const id = importIdOf(identity);
  it('is what its seal says before what others do, and unknown where neither does', () => {
    const sealed = { identity, publicationVersion: 3n, observedHead: null };
    const published = new Map([[id, 9n]]);
    expect(publicationsOf({ seals: [{ id, seal: sealed }], published, unread: [] })).toEqual(
      new Map([[id, 3n]]),
    );
    const unsaid = { ...sealed, publicationVersion: null };
    expect(publicationsOf({ seals: [{ id, seal: unsaid }], published, unread: [] })).toEqual(published);
    expect(holdsOfSeals({ seals: [{ id, seal: unsaid }], published: new Map(), unread: [] })).toEqual({
      ...{ holds: [], unknown: [`where import ${id} was published`] },
    });
  });
});
