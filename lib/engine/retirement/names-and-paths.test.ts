/** The grammar of marker names, ids and paths: what parses, and that nothing outside the dataset is ever followed (D6). */
import { describe, expect, it } from 'vitest';
import { datasetRoot, entryOf, foreignRootOf, manifestEntry, referenceEntry } from './dataset-path';
import { parseU64, parseUuid } from './lifecycle-names';
import { clockEntry, formatMarkerName, isClockEntry, parseMarkerName } from './marker-names';

const id = '4c1d8e2f3a5b46c7980112233445566a';

describe('numbers and ids', () => {
  it.each([
    ['0', 0n],
    ['42', 42n],
    ['18446744073709551615', 18446744073709551615n],
    ['18446744073709551616', null],
    ['042', null],
    ['+42', null],
    ['-1', null],
    ['', null],
    ['4 2', null],
    ['99999999999999999999999', null],
  ])('u64 %j', (text, value) => expect(parseU64(text)).toBe(value));

  it.each([
    id,
    id.toUpperCase(),
    '4c1d8e2f-3a5b-46c7-9801-12233445566a',
    '{4c1d8e2f-3a5b-46c7-9801-12233445566a}',
    'urn:uuid:4c1d8e2f-3a5b-46c7-9801-12233445566a',
    `{${id}}`,
  ])('uuid %s is one id', (text) => expect(parseUuid(text)).toBe(id));

  it.each(['', id.slice(1), `${id}0`, '4c1d8e2f-3a5b46c7-9801-12233445566a', 'z'.repeat(32), `{${id}`])(
    'no uuid: %s',
    (text) => expect(parseUuid(text)).toBeNull(),
  );
});

describe('marker names', () => {
  it.each(['draining', 'sealed', 'committed'] as const)('%s both ways', (marker) => {
    const name = { namespace: 'main', version: 1n, markerOperationId: id, marker };
    const entry = formatMarkerName(name);
    expect(entry).toBe(`_refs/version_lease_gc/main/1/${id}.${marker}`);
    expect(parseMarkerName(entry.slice('_refs/version_lease_gc/'.length))).toEqual({
      kind: 'ok',
      value: name,
    });
  });

  it.each([
    `main/1/${id}.unknown`,
    `main/1/${id}`,
    `main/one/${id}.sealed`,
    `main/1/deep/${id}.sealed`,
    `main/${id}.sealed`,
    `/1/${id}.sealed`,
    'main/1/nobody.sealed',
    'main/1/.sealed',
    '',
  ])('corrupt: %s', (entry) => expect(parseMarkerName(entry)).toMatchObject({ kind: 'corrupt' }));

  it('knows clock objects from markers', () => {
    expect(isClockEntry('_clock')).toBe(true);
    expect(isClockEntry('main/_clock')).toBe(true);
    expect(isClockEntry('main/1/_clock')).toBe(false);
    expect(isClockEntry('/_clock')).toBe(false);
    expect(clockEntry('main')).toBe('_refs/version_lease_gc/main/_clock');
    expect(clockEntry(null)).toBe('_refs/version_lease_gc/_clock');
  });

  it('writes only what the protocol spells', () => {
    expect(() =>
      formatMarkerName({ namespace: 'main', version: 1n, markerOperationId: 'x', marker: 'sealed' }),
    ).toThrow(RangeError);
    expect(() =>
      formatMarkerName({ namespace: '../x', version: 1n, markerOperationId: id, marker: 'sealed' }),
    ).toThrow(RangeError);
  });
});

describe('paths of control files (D6)', () => {
  const root = datasetRoot('bucket/lake', 'events');
  const v1 = '18446744073709551614.manifest';

  it('takes what lies inside', () => {
    expect(root.path).toBe('bucket/lake/events');
    expect(manifestEntry(root, `bucket/lake/events/_versions/${v1}`, 'main', 1n)).toEqual({
      kind: 'ok',
      value: `_versions/${v1}`,
    });
    expect(manifestEntry(root, 'bucket/lake/events/_versions/1.manifest', 'main', 1n).kind).toBe('ok');
    expect(manifestEntry(root, `bucket/lake/events/tree/a/b/_versions/${v1}`, id, 1n).kind).toBe('ok');
    expect(referenceEntry(root, 'bucket/lake/events/_refs/tags/release.json').kind).toBe('ok');
  });

  it.each([
    ['another dataset', `bucket/lake/other/_versions/${v1}`, 'main'],
    ['a longer name', `bucket/lake/events2/_versions/${v1}`, 'main'],
    ['a climb', `bucket/lake/events/_versions/../../other/_versions/${v1}`, 'main'],
    ['a dot', `bucket/lake/events/./_versions/${v1}`, 'main'],
    ['an empty segment', `bucket/lake/events//_versions/${v1}`, 'main'],
    ['a leading slash', `/bucket/lake/events/_versions/${v1}`, 'main'],
    ['data', 'bucket/lake/events/data/x.lance', 'main'],
    ['a folder of its own below _versions', `bucket/lake/events/_versions/x/${v1}`, 'main'],
    ["a branch's manifest in main's namespace", `bucket/lake/events/tree/a/_versions/${v1}`, 'main'],
    ["main's manifest in a branch's namespace", `bucket/lake/events/_versions/${v1}`, id],
    ['no branch name', `bucket/lake/events/tree/_versions/${v1}`, id],
    ['another version', 'bucket/lake/events/_versions/2.manifest', 'main'],
    ['the hint', 'bucket/lake/events/_versions/latest_version_hint.json', 'main'],
    ['nothing', '', 'main'],
  ])('refuses %s', (_, path, namespace) => {
    expect(manifestEntry(root, path, namespace, 1n)).toMatchObject({ kind: 'corrupt' });
  });

  it.each([
    'bucket/lake/events/_refs/version_leases/main/x.json',
    'bucket/lake/events/_refs/tags/.json/../../../x.json',
    'bucket/lake/events/_refs/tags/x',
    'bucket/lake/events/_versions/1.manifest',
    'other/_refs/tags/release.json',
  ])('refuses the reference path %s', (path) => {
    expect(referenceEntry(root, path)).toMatchObject({ kind: 'corrupt' });
  });

  it('takes both spellings of a root with spaces, and names a foreign root', () => {
    const spaced = datasetRoot('srv/data lake', 'wörld %');
    expect(entryOf(spaced, 'srv/data lake/wörld %/_refs/x')).toBe('_refs/x');
    expect(entryOf(spaced, 'srv/data%20lake/w%C3%B6rld%20%25/_refs/x')).toBe('_refs/x');
    expect(foreignRootOf(root, `old/place/events/tree/a/_versions/${v1}`)).toBe('old/place/events');
    expect(foreignRootOf(root, 'old/place/_refs/tags/a.json')).toBe('old/place');
    expect(foreignRootOf(root, 'bucket/lake/events/_refs/tags/a.json')).toBeNull();
    expect(foreignRootOf(root, 'nonsense')).toBeNull();
  });

  it('is the whole store at its own root', () => {
    expect(entryOf(datasetRoot('', ''), '_versions/1.manifest')).toBe('_versions/1.manifest');
    expect(entryOf(datasetRoot('', ''), '../x')).toBeNull();
  });
});
