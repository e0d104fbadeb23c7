/** Tag and branch files of every generation, and everything that is not one. */
import { describe, expect, it } from 'vitest';
import { decodeBranch, decodeTag, type TagFacts } from './decode-reference';

const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value, null, 2));
const hex = '0b7e6c0f4a5d4c0e9a6f1d2b3c4d5e6f';

function tag(value: unknown): TagFacts {
  const reading = decodeTag('release', bytes(value));
  if (reading.kind !== 'found') throw new Error('expected a tag');
  return reading.reference;
}

function branch(value: unknown) {
  const reading = decodeBranch('exp', bytes(value));
  if (reading.kind !== 'found') throw new Error('expected a branch');
  return reading.reference;
}

describe('decodeTag', () => {
  it('reads what LanceDB writes', () => {
    expect(
      tag({
        branch: null,
        version: 3,
        createdAt: '2026-11-30T00:04:02.456588148Z',
        updatedAt: '2026-11-30T00:04:02Z',
        manifestSize: 608,
        metadata: { owner: 'ops' },
      }),
    ).toEqual({
      name: 'release',
      branch: null,
      version: 3n,
      createdAt: Date.UTC(2026, 10, 30, 0, 4, 2, 456),
      updatedAt: Date.UTC(2026, 10, 30, 0, 4, 2),
      manifestBytes: 608n,
      metadata: new Map([['owner', 'ops']]),
      generation: null,
      unknownKeys: [],
    });
  });

  it('reads the three keys of 2025 writers, and the two before', () => {
    expect(tag({ branch: 'exp', version: 1, manifestSize: 5 })).toMatchObject({
      branch: 'exp',
      createdAt: null,
    });
    expect(tag({ version: 1 })).toMatchObject({ branch: null, manifestBytes: null, metadata: new Map() });
  });

  it('tolerates surrounding whitespace and unknown keys, and names those', () => {
    const text =
      '\n {"later":[1],"version":2,"_lanceReferenceGeneration":"5d41402abc4b2a76b9719d911017c592"} \n';
    expect(tag(text)).toMatchObject({
      version: 2n,
      generation: '5d41402abc4b2a76b9719d911017c592',
      unknownKeys: ['later'],
    });
  });

  it.each([9007199254740993n, 18446744073709551615n])('keeps version %s exact', (version) => {
    expect(tag(`{"version":${version}}`).version).toBe(version);
  });

  it('reads the tombstone as absence', () => {
    const tombstone = bytes('{"_lanceReferenceState":"deleted","formatVersion":1}');
    expect(tombstone).toHaveLength(52);
    expect(decodeTag('release', tombstone)).toEqual({ kind: 'tombstone' });
    expect(decodeBranch('exp', tombstone)).toEqual({ kind: 'tombstone' });
  });

  it.each([
    ['nothing', ''],
    ['no object', '[]'],
    ['a truncated file', '{"version": 2'],
    ['no version', '{}'],
    ['snake case', '{"branch":null,"Version":2}'],
    ['version 0', '{"version":0}'],
    ['a negative version', '{"version":-1}'],
    ['a fraction', '{"version":1.5}'],
    ['2^64', '{"version":18446744073709551616}'],
    ['a version in a text', '{"version":"2"}'],
    ['two versions', '{"version":2,"version":3}'],
    ['a branch that is a number', '{"version":2,"branch":3}'],
    ['a time that is none', '{"version":2,"createdAt":"yesterday"}'],
    ['a month that is none', '{"version":2,"createdAt":"2026-13-01T00:00:00Z"}'],
    ['metadata that is a list', '{"version":2,"metadata":[]}'],
    ['metadata of numbers', '{"version":2,"metadata":{"a":1}}'],
    ['another state', '{"_lanceReferenceState":"paused","formatVersion":1}'],
    ['a later tombstone', '{"_lanceReferenceState":"deleted","formatVersion":2}'],
  ])('%s is corrupt', (_what, text) => {
    expect(() => decodeTag('release', bytes(text))).toThrow(
      expect.objectContaining({ kind: 'corrupt', message: expect.stringContaining('tag release') }),
    );
  });

  it('does not take in a file of megabytes', () => {
    expect(() => decodeTag('release', new Uint8Array(2_000_000))).toThrow(/2000000 bytes/);
  });
});

describe('decodeBranch', () => {
  const current = {
    parentBranch: null,
    identifier: { version_mapping: [[3, hex]] },
    parentVersion: 3,
    createAt: 1795600800,
    manifestSize: 1834,
    metadata: {},
  };

  it('reads what LanceDB writes', () => {
    expect(branch(current)).toEqual({
      name: 'exp',
      parentBranch: null,
      parentVersion: 3n,
      identifier: [{ version: 3n, uuid: hex }],
      legacy: false,
      createdAtSeconds: 1795600800n,
      manifestBytes: 1834n,
      metadata: new Map(),
      generation: null,
      unknownKeys: [],
    });
  });

  it('gives a branch of 2025 writers the identifier that released readers give it', () => {
    const reading = decodeBranch(
      'legacy_branch',
      bytes({ parentBranch: 'main', parentVersion: 42, createAt: 1234567890, manifestSize: 1 }),
    );
    expect(reading).toMatchObject({
      kind: 'found',
      reference: {
        parentBranch: null,
        legacy: true,
        identifier: [{ version: 0n, uuid: '1a96f4ce02412107ec82b59b7d01090c' }],
      },
    });
  });

  it.each([
    ['no parent version', { ...current, parentVersion: undefined }],
    ['no creation time', { ...current, createAt: undefined }],
    ['an empty mapping', { ...current, identifier: { version_mapping: [] } }],
    ['a camelCase mapping', { ...current, identifier: { versionMapping: [[3, hex]] } }],
    ['a triple', { ...current, identifier: { version_mapping: [[3, hex, 1]] } }],
    [
      'a hyphenated id',
      { ...current, identifier: { version_mapping: [[3, '0b7e6c0f-4a5d-4c0e-9a6f-1d2b3c4d5e6f']] } },
    ],
    ['a version in a text', { ...current, identifier: { version_mapping: [['3', hex]] } }],
  ])('%s is corrupt', (_what, value) => {
    expect(() => decodeBranch('exp', bytes(value))).toThrow(expect.objectContaining({ kind: 'corrupt' }));
  });
});
