/** Identities and their markers: the contract tests G.1 1 to 6, 27 to 29 and every vector of B.3. */
import { describe, expect, it } from 'vitest';
import {
  aLineage,
  anIdentity,
  collidingManifests,
  type IdentityChange,
} from '@/lib/testing/serving-simulation/builders';
import { parseManifestSha256, parseSourceId, sameIdentity } from './identity-rules';
import { fnv1a64, formatMarker, importIdOf, markerStates, parseImportId } from './import-id-rules';
import { acceptsLayout, compareLineages, lineageKey, parseSetId } from './lineage-rules';
import { describeProblem, parseU32 } from './parsed-rules';
import { reconcile, reconcileWith } from './reconcile-rules';

const emptySha256 = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

const vectors: readonly [string, IdentityChange, string][] = [
  ['V1', {}, 'a4f93eb5d7676df5'],
  ['V2', { source: 'berlin-260901' }, '50878254ac432864'],
  ['V3', { writer: 2 }, 'cb05c2354f556c8c'],
  ['V4', { layout: 3 }, '847bcde6ece11af2'],
  ['V5', { region: 'brandenburg' }, '01f6f9c175b937eb'],
  ['V6', { manifest: 'ab' }, '68b3af96a5ece015'],
  ['V6 upper', { manifest: 'AB' }, '68b3af96a5ece015'],
  ['V7', { manifest: 'cd' }, '65eb4968e74a2f15'],
  ['V8', { region: 'ab', source: 'c' }, 'ad4a7cf7d25e4d49'],
  ['V9', { region: 'a', source: 'bc' }, '1b9d996270ff1e65'],
  ['V10', { source: 'aug' }, 'e1ad913ed9d2093c'],
  ['V11', { source: 'sep' }, 'e4ceee7915ca8829'],
  ['V12', { region: 'a', layout: 0, source: 'b', manifest: '0', writer: 0 }, '5b26328cd440dffb'],
  [
    'V13',
    { region: 'a', layout: 4294967295, source: 'b', manifest: 'f', writer: 4294967295 },
    'a2daa4c366c8035b',
  ],
  ['V14', { manifest: emptySha256 }, '8968cbfde936a9ea'],
];

const idOf = (change: IdentityChange = {}) => importIdOf(anIdentity(change));

describe('G.1 identities', () => {
  it('G.1.1 a region is a plain short name', () => {
    const bad = ['', '..', 'a/b', 'a\\b', 'Berlin', 'berlin ', 'a_b', 'a'.repeat(65)];
    for (const text of bad) expect(parseSetId(text).kind, text).toBe('wrong');
    for (const text of ['berlin', 'brandenburg', 'baden-wuerttemberg', 'nrw2', 'a'.repeat(64)]) {
      expect(parseSetId(text)).toEqual({ kind: 'ok', value: text });
    }
  });

  it('G.1.2 a bake id is a file name that climbs nowhere', () => {
    const bad = ['', '..', 'a/../b', 'a\\b', 'Berlin', 'a..b', '.', '.a', '-a', 'a.', 'a'.repeat(129)];
    for (const text of bad) expect(parseSourceId(text).kind, text).toBe('wrong');
    for (const text of ['berlin-260805', 'berlin.v2_final', 'a.b', 'a'.repeat(128)]) {
      expect(parseSourceId(text)).toEqual({ kind: 'ok', value: text });
    }
  });

  it('G.1.3 one digest in two letter cases is one value', () => {
    const lower = parseManifestSha256('ab'.repeat(32));
    expect(lower).toEqual({ kind: 'ok', value: 'ab'.repeat(32) });
    expect(parseManifestSha256('AB'.repeat(32))).toEqual(lower);
    expect(idOf({ manifest: 'ab' })).toBe(idOf({ manifest: 'AB' }));
    expect(idOf({ manifest: 'cd' })).not.toBe(idOf({ manifest: 'ab' }));
    expect(parseManifestSha256('abc')).toMatchObject({ problem: { kind: 'wrong_length', want: 64, got: 3 } });
    expect(parseManifestSha256('z'.repeat(64))).toMatchObject({ problem: { kind: 'not_hex' } });
  });

  it('G.1.4 one identity has one id, another bake another', () => {
    expect(idOf()).toBe(idOf());
    expect(idOf({ source: 'berlin-260901' })).not.toBe(idOf());
  });

  it('G.1.5 the border between fields is hashed', () => {
    expect(idOf({ region: 'ab', source: 'c' })).not.toBe(idOf({ region: 'a', source: 'bc' }));
  });

  it('G.1.6 an equal marker is proof of nothing', () => {
    const [one, two] = collidingManifests.map((manifest) => anIdentity({ manifest }));
    if (one === undefined || two === undefined) throw new Error('no pair');
    expect(reconcile(anIdentity(), anIdentity())).toEqual({ kind: 'same_import' });
    expect(reconcile(anIdentity(), anIdentity({ source: 'other' }))).toEqual({ kind: 'different_import' });
    expect(reconcile(one, two)).toEqual({
      kind: 'hash_conflict',
      marker: 'c9d24af2d2a20e3d',
      candidate: one,
      found: two,
    });
    expect(reconcileWith(() => formatMarker(1n), anIdentity(), one).kind).toBe('hash_conflict');
    expect(reconcile(anIdentity(), anIdentity({ family: 'other' })).kind).toBe('hash_conflict');
  });

  it('G.1.27 another layout is another lineage, another bake is not', () => {
    const [two, three] = [aLineage(), aLineage({ layout: 3 })];
    expect([lineageKey(two), lineageKey(three)]).toEqual(['berlin/osm-lance-v2', 'berlin/osm-lance-v3']);
    expect(acceptsLayout(two, 3)).toBe(false);
    expect(acceptsLayout(two, 2)).toBe(true);
    const later = anIdentity({ source: 'berlin-260901' });
    expect(lineageKey(later.lineage)).toBe(lineageKey(two));
    expect(importIdOf(later)).not.toBe(idOf());
  });

  it('G.1.28 one bake in two regions is two imports in two segments', () => {
    expect(lineageKey(aLineage({ region: 'brandenburg' }))).toBe('brandenburg/osm-lance-v2');
    expect(idOf({ region: 'brandenburg' })).not.toBe(idOf());
  });

  it('G.1.29 another writer is another import', () => {
    expect(idOf({ writer: 2 })).not.toBe(idOf({ writer: 1 }));
  });
});

describe('G.5.69 the vectors of B.3', () => {
  it.each(vectors)('G.5.69 %s', (_, change, id) => expect(idOf(change)).toBe(id));

  it('G.5.69 the primitive values', () => {
    const of = (text: string) => formatMarker(fnv1a64(new TextEncoder().encode(text)));
    expect([of(''), of('a'), of('foobar')]).toEqual([
      'cbf29ce484222325',
      'af63dc4c8601ec8c',
      '85944171f73967e8',
    ]);
  });

  it('G.5.69 the running state of V1', () => {
    expect(markerStates(anIdentity()).map(formatMarker)).toEqual([
      '9e07c0c281129771',
      '99c3f88152974fea',
      '45fe0752616aa268',
      '5948e7fb88321035',
      '926b81dbf2dbb37b',
      'a8610cbdab51d2ec',
      '87a897a6ec5a4dac',
      'ddc763a39d720729',
      '004e978ed61f6da8',
      'a4f93eb5d7676df5',
    ]);
  });

  it('G.5.69 the pair collides under both writers and in no other region', () => {
    const ids = (change: IdentityChange) =>
      collidingManifests.map((manifest) => idOf({ ...change, manifest }));
    expect(ids({})).toEqual(['c9d24af2d2a20e3d', 'c9d24af2d2a20e3d']);
    expect(ids({ writer: 2 })).toEqual(['efdf0e724a907994', 'efdf0e724a907994']);
    expect(ids({ region: 'bremen' })).toEqual(['014849afbf6de420', '2bf663371ab4ccd0']);
  });
});

describe('what else is said of identities', () => {
  it('lengths count bytes, and the first failing check wins', () => {
    expect(parseSetId(`${'ä'.repeat(33)}`)).toMatchObject({ problem: { kind: 'too_long', length: 66 } });
    expect(parseSetId('aäB')).toMatchObject({ problem: { kind: 'illegal_character', character: 'ä' } });
    expect(parseSetId('a😀')).toMatchObject({ problem: { kind: 'illegal_character', character: '😀' } });
    expect(parseSourceId('a/..')).toMatchObject({ problem: { character: '/' } });
    expect(parseManifestSha256('ä'.repeat(32))).toMatchObject({ problem: { kind: 'not_hex' } });
  });

  it('numbers of an identity are 32 bits wide', () => {
    for (const value of [-1, 0.5, 2 ** 32, Number.NaN, -0]) {
      expect(parseU32('layout', value).kind).toBe('wrong');
    }
    expect(parseU32('layout', 2 ** 32 - 1).kind).toBe('ok');
  });

  it('an import id is exactly 16 lower-case digits', () => {
    expect(parseImportId('01f6f9c175b937eb').kind).toBe('ok');
    for (const text of ['1f6f9c175b937eb', '01F6F9C175B937EB', '01f6f9c175b937eg']) {
      expect(parseImportId(text).kind).toBe('wrong');
    }
  });

  it('lineages have a total order, layouts as numbers', () => {
    const lineages = [
      aLineage({ layout: 10 }),
      aLineage({ layout: 9 }),
      aLineage({ family: 'a' }),
      aLineage({ region: 'a' }),
    ];
    expect([...lineages].sort(compareLineages).map(lineageKey)).toEqual([
      'a/osm-lance-v2',
      'berlin/a-v2',
      'berlin/osm-lance-v9',
      'berlin/osm-lance-v10',
    ]);
    expect(sameIdentity(anIdentity(), anIdentity({ family: 'a' }))).toBe(false);
  });

  it('every problem has its phrase', () => {
    const wrongs = [
      parseSetId(''),
      parseSetId('A'),
      parseSetId('a'.repeat(65)),
      parseImportId('0'),
      parseImportId('g'.repeat(16)),
      parseU32('writer', -1),
    ];
    for (const one of wrongs) {
      expect(one.kind === 'wrong' && describeProblem(one.field, one.problem)).toMatch(
        /^[a-z_]+ (is|has|holds) /,
      );
    }
  });
});
