/** Roots, activation, publication order and retention: the contract tests G.1 18 to 23, 25 and 26. */
import { describe, expect, it } from 'vitest';
import { aLineage, anIdentity } from '@/lib/testing/serving-simulation/builders';
import { decideActivation, defaultActivationPolicy } from './activation-rules';
import { type ImportId, importIdOf } from './import-id-rules';
import { decidePointer, planPublication, updateOrder } from './publication-rules';
import { planRetention, type RetentionFacts, type VersionInventory } from './retention-rules';
import { type RootInputs, resolveCandidates, resolveRoot } from './root-rules';
import { containerPlaces, sourcePlaces, warmVerificationReads } from './serving-names';

const all: RootInputs = {
  artifactRoot: '/artifacts',
  slabCacheDir: '/slabs',
  railwayVolume: '/rail',
  probedVolume: '/volume01',
  ephemeralDir: '/scratch',
  tempDir: '/tmp',
};

describe('G.1 activation and roots', () => {
  it('G.1.18 a throw-away disk waits for the mirror, a volume lags', () => {
    const decide = (kind: 'volume' | 'ephemeral', has: boolean) =>
      decideActivation(kind, has, defaultActivationPolicy);
    expect(decide('ephemeral', false)).toBe('hold_for_mirror');
    expect(decide('volume', false)).toBe('activate_mirror_lagging');
    expect([decide('ephemeral', true), decide('volume', true)]).toEqual(['activate', 'activate']);
    const strict = { volumeRequiresMirror: true, ephemeralRequiresMirror: false };
    expect(decideActivation('volume', false, strict)).toBe('hold_for_mirror');
    expect(decideActivation('ephemeral', false, strict)).toBe('activate_mirror_lagging');
  });

  it('G.1.19 candidates in order; blank and relative ones are absent', () => {
    const without = [
      all,
      { ...all, artifactRoot: null },
      { ...all, artifactRoot: null, slabCacheDir: null },
      { ...all, artifactRoot: null, slabCacheDir: null, railwayVolume: null },
      { ...all, artifactRoot: null, slabCacheDir: null, railwayVolume: null, probedVolume: null },
    ];
    expect(without.map(resolveRoot)).toEqual([
      { path: '/artifacts', kind: 'ephemeral', source: 'OSM_ARTIFACT_ROOT' },
      { path: '/slabs', kind: 'ephemeral', source: 'OSM_SLAB_CACHE_DIR' },
      { path: '/rail/osm', kind: 'volume', source: 'RAILWAY_VOL/osm' },
      { path: '/volume01/osm', kind: 'volume', source: '/volume01/osm' },
      { path: '/scratch', kind: 'ephemeral', source: 'ephemeral fallback' },
    ]);
    for (const artifactRoot of ['', '  ', 'relative/path', ' /spaced']) {
      expect(resolveRoot({ ...all, artifactRoot }).source).toBe('OSM_SLAB_CACHE_DIR');
    }
  });

  it('G.1.20 only a declaration makes a named place durable', () => {
    const undeclared = resolveRoot(all);
    expect(undeclared.kind).toBe('ephemeral');
    expect(decideActivation(undeclared.kind, false, defaultActivationPolicy)).toBe('hold_for_mirror');
    expect(resolveRoot({ ...all, overrideDurability: 'volume' }).kind).toBe('volume');
    const rail = { ...all, artifactRoot: null, slabCacheDir: null, overrideDurability: 'ephemeral' as const };
    expect(resolveRoot(rail).kind).toBe('volume');
  });

  it('G.1.21 there is always an absolute place', () => {
    const fallback = { path: '/tmp/q2-osm', kind: 'ephemeral', source: 'ephemeral fallback' };
    expect(resolveRoot({ tempDir: '/tmp' })).toEqual(fallback);
    expect(resolveRoot({ tempDir: '/tmp/', ephemeralDir: '' })).toEqual(fallback);
    expect(resolveRoot({ tempDir: '/tmp', ephemeralDir: 'scratch' })).toEqual(fallback);
    expect(() => resolveCandidates([], 'tmp')).toThrow(RangeError);
  });
});

const [active, previous] = [importIdOf(anIdentity({ source: 'b' })), importIdOf(anIdentity({ source: 'a' }))];

describe('G.1 publication and warm starts', () => {
  it('G.1.22 first the previous one is safe, last goes the pointer', () => {
    const steps = planPublication({
      candidate: active,
      outgoing: previous,
      candidateObjects: ['data/1', 'data/2'],
      alreadyInMirror: new Set(['data/1']),
      sealKeys: ['seal'],
    });
    expect(steps).toEqual([
      { kind: 'ensure_previous_durable', id: previous },
      { kind: 'upload_missing_objects', keys: ['data/2'] },
      { kind: 'upload_seal', key: 'seal' },
      { kind: 'publish_pointer', active, previous },
    ]);
    const first = planPublication({
      candidate: active,
      outgoing: null,
      candidateObjects: [],
      alreadyInMirror: new Set(),
      sealKeys: [],
    });
    expect(first.map((step) => step.kind)).toEqual(['upload_missing_objects', 'publish_pointer']);
  });

  it('G.1.23 a warm start reads three small files', () => {
    const id = importIdOf(anIdentity({ region: 'brandenburg' }));
    expect(warmVerificationReads(sourcePlaces(aLineage()), id)).toEqual([
      'q2/lance/berlin/osm-lance-v2/origin-seal.yaml',
      'q2/lance/berlin/osm-lance-v2/published.yaml',
      'q2/lance/berlin/osm-lance-v2/import-seals/01f6f9c175b937eb.yaml',
    ]);
    expect(warmVerificationReads(containerPlaces('lake/berlin.lance'), id)).toEqual([
      'lake/berlin.lance.serving/origin-seal.json',
      'lake/berlin.lance.serving/published.json',
      'lake/berlin.lance.serving/import-seals/01f6f9c175b937eb.json',
    ]);
  });

  it('where activation stands depends on the root', () => {
    expect(updateOrder('volume', false).indexOf('activate')).toBe(4);
    for (const order of [updateOrder('ephemeral', true), updateOrder('volume', true)]) {
      expect(order.indexOf('activate')).toBeGreaterThan(order.indexOf('publish_pointer'));
    }
    for (const order of [updateOrder('volume', false), updateOrder('ephemeral', true)]) {
      expect(order.indexOf('publish_pointer')).toBeGreaterThan(order.indexOf('upload_seals'));
      expect(order.at(-1)).toBe('collect_after_grace');
    }
  });
});

describe('who may write the pointer', () => {
  const by = { replicaId: 'eu-1', epoch: 3, generation: 7 };
  const stored = { publishSeq: 5, active: previous, by };
  const next = 'c'.repeat(16) as ImportId;
  it.each([
    ['the first of all', null, null, next, by, { kind: 'write', publishSeq: 1 }],
    ['gone since the plan', null, previous, next, by, { kind: 'replan', storedActive: null }],
    [
      'a later import of the same replica',
      stored,
      previous,
      next,
      { ...by, generation: 8 },
      { kind: 'write', publishSeq: 6 },
    ],
    [
      'a later epoch begins low',
      stored,
      previous,
      next,
      { ...by, epoch: 4, generation: 1 },
      { kind: 'write', publishSeq: 6 },
    ],
    ['this very publication again', stored, null, previous, by, { kind: 'done' }],
    ['the same token for another import', stored, previous, next, by, { kind: 'stale', stored: by }],
    ['an older token', stored, previous, next, { ...by, generation: 6 }, { kind: 'stale', stored: by }],
    [
      'an older epoch',
      stored,
      previous,
      next,
      { ...by, epoch: 2, generation: 9 },
      { kind: 'stale', stored: by },
    ],
    [
      'another replica, as planned',
      stored,
      previous,
      next,
      { ...by, replicaId: 'us-1', epoch: 1 },
      { kind: 'write', publishSeq: 6 },
    ],
    [
      'another replica published meanwhile',
      stored,
      active,
      next,
      { ...by, replicaId: 'us-1' },
      { kind: 'replan', storedActive: previous },
    ],
  ] as const)('%s', (_, was, outgoing, candidate, author, decision) => {
    expect(decidePointer(was, outgoing, candidate, author)).toEqual(decision);
  });
});

const inventory = (version: bigint, complete: boolean, ...objects: string[]): VersionInventory => ({
  version,
  objects: new Set(objects),
  complete,
});
const ready: RetentionFacts = {
  active: inventory(9n, true, 'data/2', '_deletions/2.arrow', '_indices/i/x'),
  previous: inventory(7n, true, 'data/1', '_versions/7.manifest'),
  allSeals: new Set(['seals/a', 'seals/b', 'seals/old']),
  everything: new Set([
    ...['data/0', 'data/1', 'data/2', '_deletions/2.arrow', '_indices/i/x', '_versions/7.manifest'],
    ...['_versions/3.manifest', 'seals/a', 'seals/b', 'seals/old'],
  ]),
  graceElapsed: true,
  authority: 'lance_native_reachability',
};

describe('G.1 retention', () => {
  it('G.1.25 without an authority nothing is collectable, with one only what nobody needs', () => {
    const held = planRetention({ ...ready, authority: 'none' });
    expect(held).toMatchObject({ kind: 'keep_only', hold: 'no_gc_authority' });
    for (const key of ['_deletions/2.arrow', '_indices/i/x', '_versions/7.manifest', 'seals/old']) {
      expect(held.keep.has(key)).toBe(true);
    }
    const open = planRetention(ready);
    if (open.kind !== 'collectable') throw new Error(open.kind);
    expect([...open.collect]).toEqual(['data/0', '_versions/3.manifest']);
    expect([...ready.everything].filter((key) => !open.collect.has(key)).sort()).toEqual(
      [...open.keep].sort(),
    );
    expect(planRetention({ ...ready, graceElapsed: false })).toMatchObject({ hold: 'grace_period_active' });
  });

  it('G.1.26 a partial inventory on either side holds everything', () => {
    const partialActive = { ...ready, active: { ...ready.active, complete: false } };
    const partialPrevious = { ...ready, previous: inventory(7n, false) };
    for (const facts of [partialActive, partialPrevious, { ...partialActive, graceElapsed: false }]) {
      expect(planRetention(facts)).toMatchObject({ kind: 'keep_only', hold: 'incomplete_inventory' });
    }
    expect(planRetention({ ...ready, previous: null }).kind).toBe('collectable');
  });

  it.each(
    [true, false].flatMap((complete) =>
      [true, false].flatMap((graceElapsed) =>
        (['none', 'lance_native_reachability'] as const).map((authority) => ({
          complete,
          graceElapsed,
          authority,
        })),
      ),
    ),
  )('gates: %j', ({ complete, graceElapsed, authority }) => {
    const plan = planRetention({ ...ready, active: { ...ready.active, complete }, graceElapsed, authority });
    const hold = !complete
      ? 'incomplete_inventory'
      : !graceElapsed
        ? 'grace_period_active'
        : authority === 'none'
          ? 'no_gc_authority'
          : null;
    expect(plan.kind === 'keep_only' ? plan.hold : null).toBe(hold);
  });
});
