/** What a source may be, which import a version says it is, and what a process takes from its environment. */
import { describe, expect, it } from 'vitest';
import { reportImport } from '@/lib/engine/serving/replica-state-rules';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { identityKey, importIdKey, importIn, metadataOf } from './identity-metadata';
import { rootOf, servingOptions } from './serving-options';
import { parseManifest, parseRows, sourceBounds } from './source-rules';

const digest = 'a'.repeat(64);

describe('a manifest of digests', () => {
  it('is as sha256sum writes it', () => {
    expect(parseManifest(`${digest}  rows.jsonl\n${digest}  more.jsonl\n`)).toEqual([
      { name: 'rows.jsonl', sha256: digest },
      { name: 'more.jsonl', sha256: digest },
    ]);
  });
  it.each([
    '',
    `${digest}  ../rows.jsonl`,
    `${digest}  a/b`,
    `${digest}  .hidden`,
    `${digest.toUpperCase()}  rows.jsonl`,
    `${digest} rows.jsonl`,
    `${digest}  a\n${digest}  a`,
    Array.from({ length: sourceBounds.files + 1 }, (_, at) => `${digest}  f${at}`).join('\n'),
  ])('%#: anything else is none', (text) => {
    expect(() => parseManifest(text)).toThrow('not as it should be');
  });
});

describe('rows', () => {
  it('are flat JSON objects, a line each', () => {
    expect(parseRows('{"id":1,"name":"a"}\n\n{"id":2,"name":null}\n', 0)).toEqual([
      { id: 1, name: 'a' },
      { id: 2, name: null },
    ]);
  });
  it.each(['[1]', '{"a":{}}', '{"a"', '1', '{"":1}'])('%s is none', (line) => {
    expect(() => parseRows(line, 0)).toThrow('line 1');
  });
  it('are bounded over all files', () => {
    expect(() => parseRows('{}\n{}', sourceBounds.rows - 1)).toThrow('rows');
  });
});

describe('the identity in the schema metadata', () => {
  const identity = anIdentity();

  it('is read back whole', () => {
    expect(importIn(metadataOf(identity))).toMatchObject({ kind: 'marked', identity });
  });
  it('of a version without it is unmarked', () => expect(importIn(new Map())).toEqual({ kind: 'unmarked' }));
  it.each([
    ['another marker', { [importIdKey]: 'f'.repeat(16) }],
    ['no identity', { [identityKey]: null }],
    ['no JSON', { [identityKey]: '{' }],
    ['another identity', { [identityKey]: JSON.stringify(reportImport(anIdentity({ writer: 2 })).identity) }],
    ['a marker too long to read', { [importIdKey]: null }],
  ])('with %s proves nothing', (_, change) => {
    expect(importIn(new Map([...metadataOf(identity), ...Object.entries(change)]))).toEqual({
      kind: 'unreadable',
    });
  });
});

describe('the environment', () => {
  const told = {
    ...{ SERVING_ENV: 'prod', SERVING_REPLICA: 'eu-1', SERVING_SET: 'berlin', SERVING_FAMILY: 'places' },
    ...{ SERVING_SOURCES: '/sources', SERVING_STATE: 's3://bucket/prefix' },
  };

  it('names a lineage, and has defaults for the rest', () => {
    expect(servingOptions(told)).toMatchObject({
      lineage: { setId: 'berlin', family: 'places', layoutAbi: 1 },
      ...{ writerAbi: 1, mirror: null, heartbeatS: 5, port: 0 },
    });
  });
  it.each([
    ['SERVING_SET', '../berlin', 'region'],
    ['SERVING_FAMILY', 'a/b', 'family'],
    ['SERVING_REPLICA', 'EU', 'SERVING_REPLICA'],
    ['SERVING_STATE', 'http://key:secret@host/', 'SERVING_STATE'],
    ['SERVING_SOURCES', 'sources', 'SERVING_SOURCES'],
    ['SERVING_HEARTBEAT_S', '4', 'SERVING_HEARTBEAT_S'],
  ])('%s=%s is refused without being repeated', (name, value, named) => {
    const open = () => servingOptions({ ...told, [name]: value });
    expect(open).toThrow(named);
    expect(open).not.toThrow('secret');
  });
  it('declares a durability or none', () => {
    const surroundings = { probedVolume: null, tempDir: '/tmp' };
    expect(rootOf({ OSM_ARTIFACT_ROOT: '/a', OSM_ROOT_DURABILITY: 'volume' }, surroundings).kind).toBe(
      'volume',
    );
    expect(() => rootOf({ OSM_ROOT_DURABILITY: 'forever' }, surroundings)).toThrow('OSM_ROOT_DURABILITY');
  });
});
