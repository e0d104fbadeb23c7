/** Laws of protection over random datasets: held is never reclaimable, holders only ever add, and work stays proportional. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { indexHolders } from './holder-rules';
import { matchesPattern } from './policy-window-rules';
import type { CleanerFacts, HolderFacts, VersionFact } from './protection-facts';
import { explainVersions } from './protection-rules';

const seed = 5_001;
const now = 1_000_000_000;
const instant = fc.integer({ min: 0, max: now * 2 }).map(storageInstant);
const number = fc.bigInt({ min: 1n, max: 8n });
const id = fc.constantFrom('a', 'b', 'c').map((digit) => digit.repeat(32));

const versionFact = (version: bigint): fc.Arbitrary<VersionFact> =>
  fc.record({
    version: fc.constant(version),
    storedAt: instant,
    detached: fc.constant(false),
    read: fc.constantFrom('not_yet', 'read', 'failed'),
    committedAtMs: fc.option(instant),
    flagReasons: fc.constantFrom([], [], [], ['flag']),
  });
const versions = fc.uniqueArray(number, { minLength: 1 }).chain((all) => fc.tuple(...all.map(versionFact)));

const lease = fc.record({
  id,
  version: number,
  ttlMicros: fc.bigInt({ min: 1n, max: 10n ** 12n }),
  storedAt: instant,
  listedAt: fc.option(instant),
  holder: fc.constant(null),
});
const tag = fc.record({
  name: fc.constantFrom('t', 'u'),
  branch: fc.constantFrom(null, 'b'),
  version: number,
  storedAt: instant,
  visibility: fc.constantFrom('visible', 'invisible', 'tombstone', 'unknown'),
  branchKnown: fc.boolean(),
});
const pin = fc.record({
  name: fc.constant('b'),
  version: number,
  storedAt: instant,
  evidence: fc.constantFrom('identifier', 'parent'),
});
const marker = fc.record({
  namespace: fc.constant('main'),
  version: number,
  markerOperationId: id,
  marker: fc.constantFrom('draining', 'sealed', 'committed'),
  key: id,
  storedAt: instant,
  manifests: fc.constantFrom('present', 'missing', 'unknown'),
});
const intent = fc.record({
  id,
  version: number,
  storedAt: instant,
  record: fc.constant(null),
  reference: fc.constant('tag x'),
});
const unreadable = fc.record({ subject: fc.constant('x'), version: fc.option(number) });

const few = <T>(arbitrary: fc.Arbitrary<T>) => fc.array(arbitrary, { maxLength: 4 });
const holders: fc.Arbitrary<HolderFacts> = fc.record({
  branch: fc.constant(null),
  namespace: fc.constant('main'),
  tags: few(tag),
  pins: few(pin),
  leases: few(lease),
  markers: few(marker),
  intents: few(intent),
  states: fc.constant([]),
  operations: fc.constant(new Map()),
  outside: fc.constant([]),
  unreadable: fc.array(unreadable, { maxLength: 1 }),
  refusals: fc.constant([]),
  storeTime: fc.option(fc.constant(storageInstant(now)), { freq: 8 }),
}) as fc.Arbitrary<HolderFacts>;
const cleaner: fc.Arbitrary<CleanerFacts> = fc.record({
  policy: fc.record({
    source: fc.constant('lake'),
    olderThan: fc.constant('x'),
    olderThanMs: fc.option(fc.integer({ min: 0, max: now })),
    retainVersions: fc.option(fc.integer({ min: 1, max: 5 })),
    keepTags: fc.constant([]),
    unknownBecause: fc.constantFrom(null, null, null, 'none'),
  }),
  autoCleanup: fc.constant(null),
  releasedWriter: fc.constantFrom(true, false, null),
  youngGuardMs: fc.constantFrom(0, 3_600_000),
}) as fc.Arbitrary<CleanerFacts>;
const place = fc.record({ latest: fc.option(number, { freq: 9 }), newerThanPage: fc.option(fc.nat(3)) });

describe('protection', () => {
  it('reclaimable is exactly: nobody gives a reason; every reason is told with its end', () => {
    fc.assert(
      fc.property(versions, holders, cleaner, place, (all, facts, clean, page) => {
        for (const row of explainVersions({ versions: all, ...page }, indexHolders(facts), clean)) {
          expect(row.verdict === 'reclaimable').toBe(row.protections.length === 0);
          if (row.verdict === 'reclaimable') expect(row.earliestReclaim.kind).toBe('now');
          if (row.protections.some(({ standing, kind }) => standing === 'unknown' && kind !== 'policy')) {
            expect(row.verdict).not.toBe('policy');
          }
          for (const one of row.protections) expect(one.endsWhen).not.toBe('');
        }
      }),
      { seed, numRuns: 400 },
    );
  });

  it('a live tag, pin or active lease on a version is never reclaimable', () => {
    fc.assert(
      fc.property(versions, holders, cleaner, place, (all, facts, clean, page) => {
        const rows = explainVersions({ versions: all, ...page }, indexHolders(facts), clean);
        for (const row of rows) {
          const tagged = facts.tags.some(
            (one) => one.branch === null && one.version === row.version && one.visibility !== 'tombstone',
          );
          const pinned = facts.pins.some((one) => one.version === row.version);
          const leased = facts.leases.some(
            (one) =>
              one.version === row.version &&
              (one.listedAt === null || one.storedAt + Number(one.ttlMicros) / 1000 + 1000 > one.listedAt),
          );
          if (tagged || pinned || leased) expect(row.verdict).not.toBe('reclaimable');
        }
      }),
      { seed, numRuns: 400 },
    );
  });

  it('adding a holder of any kind never makes a version reclaimable, and never removes another holder', () => {
    const extra = fc.oneof(
      tag.map((one) => ({ tags: [one] })),
      pin.map((one) => ({ pins: [one] })),
      lease.map((one) => ({ leases: [one] })),
      marker.map((one) => ({ markers: [one] })),
      intent.map((one) => ({ intents: [one] })),
      unreadable.map((one) => ({ unreadable: [one] })),
    ) as fc.Arbitrary<Partial<HolderFacts>>;
    fc.assert(
      fc.property(versions, holders, cleaner, place, extra, (all, facts, clean, page, more) => {
        const joined = { ...facts };
        for (const key of Object.keys(more) as (keyof HolderFacts)[]) {
          Object.assign(joined, {
            [key]: [...(facts[key] as unknown[]), ...((more[key] as unknown[]) ?? [])],
          });
        }
        const before = explainVersions({ versions: all, ...page }, indexHolders(facts), clean);
        const after = explainVersions({ versions: all, ...page }, indexHolders(joined), clean);
        for (const [index, row] of before.entries()) {
          if (row.verdict === 'reclaimable') continue;
          expect(after[index]?.verdict).not.toBe('reclaimable');
        }
      }),
      { seed, numRuns: 600 },
    );
  });

  it('time alone never brings an expired lease back', () => {
    fc.assert(
      fc.property(lease, fc.nat(), (one, later) => {
        const listedAt = storageInstant((one.listedAt ?? 0) + later);
        const base = { ...one, listedAt: one.listedAt ?? storageInstant(0) };
        const facts = (listed: typeof base): HolderFacts => ({
          ...{
            branch: null,
            namespace: 'main',
            tags: [],
            pins: [],
            markers: [],
            intents: [],
            states: [],
            outside: [],
          },
          ...{ operations: new Map(), unreadable: [], refusals: [], storeTime: null, leases: [listed] },
        });
        const expired = indexHolders(facts(base)).expiredLeases.size;
        expect(indexHolders(facts({ ...base, listedAt })).expiredLeases.size).toBeGreaterThanOrEqual(expired);
      }),
      { seed, numRuns: 400 },
    );
  });

  it('looks at each holder and each version a bounded number of times', () => {
    const reads = { count: 0 };
    const count = 20_000;
    const leases = Array.from({ length: count }, (_, index) => ({
      id: 'a'.repeat(32),
      get version() {
        reads.count += 1;
        return BigInt(index);
      },
      ttlMicros: 1n,
      storedAt: storageInstant(0),
      listedAt: storageInstant(0),
      holder: null,
    }));
    const all = Array.from(
      { length: count },
      (_, index): VersionFact => ({
        get version() {
          reads.count += 1;
          return BigInt(count - index);
        },
        ...{ storedAt: storageInstant(0), detached: false, read: 'read', committedAtMs: 0, flagReasons: [] },
      }),
    );
    const facts: HolderFacts = {
      ...{
        branch: null,
        namespace: 'main',
        tags: [],
        pins: [],
        markers: [],
        intents: [],
        states: [],
        outside: [],
      },
      ...{ operations: new Map(), unreadable: [], refusals: [], storeTime: storageInstant(0), leases },
    };
    const policy = {
      source: 'lake',
      olderThan: null,
      olderThanMs: null,
      retainVersions: 9,
      keepTags: [],
      unknownBecause: null,
    } as const;
    const clean = { policy, autoCleanup: null, releasedWriter: null, youngGuardMs: 0 };
    const rows = explainVersions(
      { versions: all, latest: BigInt(count), newerThanPage: 0 },
      indexHolders(facts),
      clean,
    );
    expect(rows).toHaveLength(count);
    expect(reads.count).toBeLessThan(count * 40);
  });

  it('patterns agree with their regular expression and end quickly on bad ones', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '-'), maxLength: 8 });
    const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 });
    fc.assert(
      fc.property(pattern, text, (glob, subject) => {
        const source = glob.replaceAll('*', '.*').replaceAll('?', '.');
        expect(matchesPattern(glob, subject)).toBe(new RegExp(`^${source}$`).test(subject));
      }),
      { seed, numRuns: 2_000 },
    );
    expect(matchesPattern(`${'*a'.repeat(200)}b`, 'a'.repeat(2_000))).toBe(false);
  });
});
