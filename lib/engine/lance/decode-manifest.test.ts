/** Manifests built byte by byte: every section and count, and a named answer for every kind of damage. */
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { type ManifestSpec, manifestBytes, manifestFile } from '@/lib/testing/manifest-bytes';
import { decodeManifest, decodeWholeManifest, summariseManifest } from './decode-manifest';

const uuid = '7f0c2a52-1d3e-4c55-9a10-2b7f6e1c9d44';
const full: ManifestSpec = {
  version: 18446744073709551615n,
  committedAtMs: 1_795_997_042_502,
  branch: 'team/nested',
  readerFlags: 17n,
  writerFlags: 2n ** 63n,
  maxFragmentId: 4,
  config: { 'lance.auto_cleanup.interval': '20', __proto__x: 'y' },
  schemaMetadata: { owner: 'ops' },
  basePaths: [{ id: 3, name: 'main', isDatasetRoot: true, path: '/lake/events.lance' }],
  transactionFile: '6-x.txn',
  operation: 108,
  indices: [{ uuid, name: 'id_idx', baseId: 3 }],
  fragments: [
    {
      id: 0,
      rows: 100,
      files: [
        { path: 'a.lance', bytes: 10 },
        { path: 'b.lance', bytes: 20, baseId: 3 },
      ],
    },
    {
      id: 4,
      rows: 50,
      files: [{ path: 'c.lance', bytes: 0 }],
      overlays: [{ path: 'o.lance' }],
      deletion: { type: 1, readVersion: 7n, id: 18446744073709551615n, rows: 5 },
      externalRowIds: 'rows/1',
    },
  ],
};

describe('decodeManifest', () => {
  const facts = decodeWholeManifest(manifestBytes(full));

  it('reads every fact', () => {
    expect(facts).toMatchObject({
      version: 18446744073709551615n,
      committedAt: { ms: 1_795_997_042_502, nanos: 502_000_000 },
      branch: 'team/nested',
      readerFlags: 17n,
      writerFlags: 9223372036854775808n,
      maxFragmentId: 4,
      writer: { library: 'lance', version: '12.0.0', prerelease: null },
      basePaths: full.basePaths,
      transactionFile: '6-x.txn',
      transaction: { operation: 'Update', readVersion: 18446744073709551614n },
      unknownFields: [],
    });
    expect(facts.config.get('lance.auto_cleanup.interval')).toBe('20');
    expect(facts.schemaMetadata.get('owner')).toBe('ops');
    expect(facts.indices).toMatchObject([{ uuid, name: 'id_idx', baseId: 3, fieldIds: [0], files: null }]);
    expect(facts.fragments[1]).toEqual({
      id: 4,
      physicalRows: 50,
      files: [{ path: 'c.lance', fileSizeBytes: null, baseId: null }],
      overlays: [{ path: 'o.lance', fileSizeBytes: 100, baseId: null }],
      deletionFile: {
        type: 'bitmap',
        readVersion: 7n,
        id: 18446744073709551615n,
        deletedRows: 5,
        baseId: null,
      },
      externalFiles: ['rows/1'],
    });
  });

  it('counts, and says when a size is not recorded', () => {
    expect(facts.counts).toEqual({
      fragments: 2,
      dataFiles: 3,
      deletionFiles: 1,
      physicalRows: 150,
      deletedRows: 5,
      rows: 145,
      dataBytes: 30,
      dataBytesComplete: false,
    });
  });

  it('summarises to the same facts without the long lists', () => {
    const { fragments: _fragments, fields: _fields, ...rest } = facts;
    expect(summariseManifest({ start: 0, bytes: manifestBytes(full) })).toEqual({
      kind: 'facts',
      facts: rest,
    });
  });

  it.each([
    ['a fragment without its rows', { fragments: [{ id: 0, rows: 0, files: [{ path: 'a' }] }] }, null],
    [
      'a deletion file without its rows',
      { fragments: [{ id: 0, deletion: { readVersion: 1n, id: 1n, rows: 0 } }] },
      null,
    ],
    [
      'more deleted than there are',
      { fragments: [{ id: 0, rows: 1, deletion: { readVersion: 1n, id: 1n, rows: 2 } }] },
      null,
    ],
    ['a writer that left no version', { fragments: [{ id: 0, rows: 9 }], writer: null }, null],
    ['an empty table of any writer', { fragments: [], writer: null }, 0],
  ] as const)('rows of %s', (_what, over, rows) => {
    expect(decodeWholeManifest(manifestBytes({ version: 1n, ...over })).counts.rows).toBe(rows);
  });

  it('shows unknown fields and unknown operations', () => {
    const extra = new BinaryWriter().tag(22, 2).bytes(Uint8Array.of(1, 2)).tag(17, 0).uint64(4n).finish();
    const strange = decodeWholeManifest(manifestBytes({ version: 1n, operation: 131, extra }));
    expect(strange.unknownFields).toEqual([
      { message: 'Manifest', field: 22 },
      { message: 'Manifest', field: 17 },
      { message: 'Transaction', field: 131 },
    ]);
    expect(strange.transaction?.operation).toBe('unknown operation 131');
  });
});

describe('a part of the file', () => {
  const bytes = manifestBytes(full);
  const tailFrom = (start: number) => ({ start, bytes: bytes.subarray(start) });

  it('asks for the message, then for the first section, and answers the same', () => {
    const first = decodeManifest(tailFrom(bytes.length - 16));
    if (first.kind !== 'more') throw new Error('expected more');
    const second = decodeManifest(tailFrom(first.start));
    expect(second).toEqual({ kind: 'more', start: 0 });
    expect(decodeManifest(tailFrom(0))).toMatchObject({ kind: 'facts', facts: { version: full.version } });
  });
});

const withField = (write: (writer: BinaryWriter) => BinaryWriter) =>
  manifestFile(write(new BinaryWriter().tag(3, 0).uint64(1n)).finish());
const good = manifestBytes({ version: 1n });

function patched(bytes: Uint8Array, at: number, ...values: number[]): Uint8Array {
  const copy = bytes.slice();
  copy.set(values, at < 0 ? copy.length + at : at);
  return copy;
}

describe('damage, by name', () => {
  it.each([
    ['nothing at all', new Uint8Array(0), /fewer than its footer/],
    ['fewer bytes than a footer', good.subarray(0, 15), /fewer than its footer/],
    ['the wrong magic', patched(good, -1, 0x44), /does not end in LANC/],
    ['a truncated file', good.subarray(0, good.length - 20), /does not end in LANC/],
    ['bytes behind the footer', Uint8Array.of(...good, 0), /does not end in LANC/],
    ['a position beyond the file', patched(good, -16, 0xff, 0xff, 0xff, 0x7f), /footer points to byte/],
    ['a negative position', patched(good, -16, 0, 0, 0, 0, 0, 0, 0, 0x80), /footer points to byte/],
    [
      'a position of 2^63-1',
      patched(good, -16, 255, 255, 255, 255, 255, 255, 255, 127),
      /footer points to byte/,
    ],
    ['a message length of 2^32-1', patched(good, 0, 255, 255, 255, 255), /states 4294967295 bytes/],
    ['a message length one short', patched(good, 0, (good[0] ?? 0) - 1), /states/],
    ['no version', manifestFile(new Uint8Array(0)), /states no version/],
    ['version 0', manifestFile(new BinaryWriter().tag(3, 0).uint64(0n).finish()), /states no version/],
    ['a field number of 0', manifestFile(Uint8Array.of(0)), /illegal tag/],
    ['a tag above 2^32', manifestFile(Uint8Array.of(0xff, 0xff, 0xff, 0xff, 0x7f)), /illegal tag/],
    [
      'a varint above 2^64-1',
      manifestFile(Uint8Array.of(24, 255, 255, 255, 255, 255, 255, 255, 255, 255, 2)),
      /above 2\^64-1/,
    ],
    ['a varint without end', manifestFile(Uint8Array.of(24, 255, 255)), /past the end/],
    ['a varint of eleven bytes', manifestFile(Uint8Array.of(24, ...Array(10).fill(255), 1)), /above 2\^64-1/],
    [
      'a fragment length of 2^40',
      withField((w) => w.tag(2, 2).uint64(2n ** 40n)),
      /past the end of its message/,
    ],
    ['a length of 2^64-1', withField((w) => w.tag(2, 2).uint64(2n ** 64n - 1n)), /absurdly large/],
    [
      '2^64-1 rows',
      withField((w) =>
        w
          .tag(2, 2)
          .fork()
          .tag(4, 0)
          .uint64(2n ** 64n - 1n)
          .join(),
      ),
      /absurdly large/,
    ],
    [
      'rows that add up beyond 2^53',
      withField((w) => {
        for (let at = 0; at < 2; at += 1)
          w.tag(2, 2)
            .fork()
            .tag(4, 0)
            .uint64(2n ** 53n - 1n)
            .join();
        return w;
      }),
      /add up beyond/,
    ],
    [
      'a text that is not UTF-8',
      withField((w) => w.tag(20, 2).bytes(Uint8Array.of(0xc3, 0x28))),
      /not UTF-8/,
    ],
    ['a fragment of the wrong type', withField((w) => w.tag(2, 0).uint32(4)), /wrong type/],
    ['wire type 6', manifestFile(Uint8Array.of(14, 1)), /damaged/],
    ['a group that never ends', withField((w) => w.tag(30, 3)), /shape that does not exist/],
    [
      'groups a thousand deep',
      withField((w) => {
        for (let at = 0; at < 1000; at += 1) w.tag(30, 3);
        return w;
      }),
      /shape that does not exist/,
    ],
    [
      'an index section beyond the file',
      withField((w) => w.tag(6, 0).uint64(2n ** 40n)),
      /index section would start/,
    ],
    [
      'an index section inside the message',
      withField((w) => w.tag(6, 0).uint64(3n)),
      /index section would start/,
    ],
    [
      'a transaction at 2^64-1',
      withField((w) => w.tag(21, 0).uint64(2n ** 64n - 1n)),
      /transaction would start/,
    ],
    [
      'a section longer than the room before the manifest',
      manifestFile(new BinaryWriter().tag(3, 0).uint64(1n).tag(6, 0).uint64(0n).finish(), [
        Uint8Array.of(200, 0, 0, 0, 1),
      ]),
      /index section states 200 bytes/,
    ],
    [
      'an index without UUID',
      manifestFile(new BinaryWriter().tag(3, 0).uint64(1n).tag(6, 0).uint64(0n).finish(), [
        Uint8Array.of(2, 0, 0, 0, 10, 0),
      ]),
      /without its UUID/,
    ],
    [
      'a time beyond the calendar',
      withField((w) =>
        w
          .tag(7, 2)
          .fork()
          .tag(1, 0)
          .int64(2n ** 60n)
          .join(),
      ),
      /beyond every calendar/,
    ],
    [
      'nanoseconds below 0',
      withField((w) => w.tag(7, 2).fork().tag(2, 0).int32(-1).join()),
      /beyond every calendar/,
    ],
    [
      'an unknown type of deletion file',
      withField((w) => w.tag(2, 2).fork().tag(3, 2).fork().tag(1, 0).uint32(2).join().join()),
      /unknown type 2/,
    ],
    [
      'an overlay without file',
      withField((w) => w.tag(2, 2).fork().tag(11, 2).fork().join().join()),
      /without its data file/,
    ],
  ])('%s', (_what, bytes, message) => {
    expect(() => decodeWholeManifest(bytes)).toThrow(
      expect.objectContaining({ kind: 'corrupt', message: expect.stringMatching(message) }),
    );
  });

  it('a list beyond any table is unsupported, not a full memory', () => {
    const empty = new Uint8Array(2 * 2_000_001);
    for (let at = 0; at < empty.length; at += 2) empty[at] = 18;
    expect(() => decodeWholeManifest(manifestFile(empty))).toThrow(
      expect.objectContaining({ kind: 'unsupported' }),
    );
  });
});
