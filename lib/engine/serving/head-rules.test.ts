/** Serving decisions: the contract tests G.1 9 to 12 and the whole table of C.3. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  assertedMaintenance,
  closedAbove,
  decideHead,
  type HeadFacts,
  headRow,
  isDrift,
  type KnownMaintenance,
  noMaintenance,
  recoverBehind,
  servedBy,
  verifiedMaintenance,
} from './head-rules';

function facts(
  clean: bigint,
  observedHead: bigint,
  local: readonly bigint[],
  knownMaintenance: KnownMaintenance = noMaintenance,
): HeadFacts {
  return { clean, observedHead, locallyAvailable: new Set(local), knownMaintenance };
}

describe('G.1 head decisions', () => {
  it('G.1.9 an unexplained head is drift, an asserted one a descendant, clean itself is served', () => {
    const drift = decideHead(facts(7n, 9n, [7n, 9n]));
    expect(drift).toEqual({ kind: 'checkout_clean', clean: 7n, head: 9n });
    expect(servedBy(drift)).toEqual({ version: 7n, pinnedToClean: true });
    expect(isDrift(drift)).toBe(true);

    const descendant = decideHead(facts(7n, 9n, [7n, 9n], assertedMaintenance([8n, 9n])));
    expect(descendant).toEqual({
      kind: 'serve_known_descendant',
      version: 9n,
      provenance: 'caller_asserted',
    });
    expect(isDrift(descendant)).toBe(false);
    expect(servedBy(descendant)).toEqual({ version: 9n, pinnedToClean: false });

    expect(decideHead(facts(7n, 7n, [7n]))).toEqual({ kind: 'serve_head', version: 7n });
  });

  it('G.1.10 a head behind clean is an incomplete copy, never drift', () => {
    const behind = decideHead(facts(7n, 3n, [3n]));
    expect(behind).toMatchObject({ kind: 'replica_incomplete', reason: 'head_behind_clean' });
    expect(isDrift(behind)).toBe(false);
    expect(servedBy(behind)).toBeNull();
  });

  it('G.1.11 what is not local is never checked out', () => {
    const absent = decideHead(facts(7n, 9n, [9n]));
    expect(absent).toMatchObject({ kind: 'replica_incomplete', reason: 'clean_version_absent' });
    expect(servedBy(absent)).toBeNull();
  });

  it('G.1.12 the mirror is asked before an older version is served', () => {
    expect(recoverBehind(7n, [3n, 5n], true)).toEqual({ kind: 'hydrate_from_mirror', want: 7n });
    expect(recoverBehind(7n, [3n, 5n], false)).toEqual({ kind: 'serve_available_previous', version: 5n });
    expect(recoverBehind(7n, [], false)).toEqual({ kind: 'unserviceable' });
    expect(recoverBehind(7n, [7n, 9n], false)).toEqual({ kind: 'unserviceable' });
  });
});

describe('B.5 known maintenance', () => {
  it.each<[readonly bigint[], readonly bigint[]]>([
    [[], []],
    [[9n], []],
    [
      [9n, 8n],
      [8n, 9n],
    ],
    [[8n, 10n], [8n]],
    [
      [3n, 8n, 9n],
      [8n, 9n],
    ],
  ])('of %s above clean 7 counts %s: up to the first gap', (stated, counted) => {
    expect([...closedAbove(7n, stated)]).toEqual(counted);
  });
});

describe('G.5.70 the table of C.3', () => {
  const known = verifiedMaintenance([8n, 9n]);
  const rows: readonly [string, HeadFacts, number, string][] = [
    ['h < c, c local and known', facts(7n, 3n, [3n, 7n], verifiedMaintenance([3n])), 1, 'replica_incomplete'],
    ['h < c', facts(7n, 3n, []), 1, 'replica_incomplete'],
    ['h = c, local', facts(7n, 7n, [7n]), 2, 'serve_head'],
    ['h = c, local, known', facts(7n, 7n, [7n], verifiedMaintenance([7n])), 2, 'serve_head'],
    ['h = c, not local', facts(7n, 7n, []), 3, 'replica_incomplete'],
    ['h > c, known, both local', facts(7n, 9n, [7n, 9n], known), 4, 'serve_known_descendant'],
    ['h > c, known, only h local', facts(7n, 9n, [9n], known), 4, 'serve_known_descendant'],
    ['h > c, unknown, c local', facts(7n, 9n, [7n, 9n]), 5, 'checkout_clean'],
    ['h > c, known, h not local', facts(7n, 9n, [7n], known), 5, 'checkout_clean'],
    ['h > c, unknown, c not local', facts(7n, 9n, [9n]), 6, 'replica_incomplete'],
    ['h > c, known, neither local', facts(7n, 9n, [], known), 6, 'replica_incomplete'],
    [
      'h > c, only an older one known',
      facts(7n, 9n, [7n, 9n], verifiedMaintenance([8n])),
      5,
      'checkout_clean',
    ],
  ];
  it.each(rows)('G.5.70 %s', (_, one, row, kind) => {
    expect(headRow(one)).toBe(row);
    expect(decideHead(one).kind).toBe(kind);
  });

  it('G.5.70 whatever is served is local, for every combination of small facts', () => {
    const version = fc.bigInt({ min: 1n, max: 5n });
    const some = fc.uniqueArray(version);
    fc.assert(
      fc.property(version, version, some, some, (clean, head, local, knownOnes) => {
        const decision = decideHead(facts(clean, head, local, assertedMaintenance(knownOnes)));
        const served = servedBy(decision);
        expect(served === null || local.includes(served.version)).toBe(true);
        expect(served === null).toBe(decision.kind === 'replica_incomplete');
        expect(isDrift(decision)).toBe(served?.pinnedToClean === true);
      }),
      { seed: 70, numRuns: 2_000 },
    );
  });
});
