/** Counting the rows of old files: built frames, an Arrow file of the official library, and damage. */
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { tableFromArrays, tableToIPC } from 'apache-arrow';
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { manifestFile } from '@/lib/testing/manifest-bytes';
import { rowsOfArrowFile, rowsOfDataFile } from './legacy-rows';
import type { FragmentFacts } from './manifest-facts';
import { countLegacyRows } from './read-legacy-rows';

const arrow = tableToIPC(tableFromArrays({ row_id: Uint32Array.from([3, 1, 4, 1, 5, 9, 2]) }), 'file');
const dataFile = manifestFile(
  new BinaryWriter()
    .tag(1, 0)
    .uint64(0n)
    .tag(2, 2)
    .bytes(Uint8Array.of(0, 40, 100))
    .finish(),
  [new Uint8Array(10_000)],
);

function fragment(over: Partial<FragmentFacts> = {}): FragmentFacts {
  return {
    id: 0,
    physicalRows: null,
    files: [{ path: 'a.lance', fileSizeBytes: null, baseId: null }],
    overlays: [],
    deletionFile: null,
    externalFiles: [],
    ...over,
  };
}

const deletionFile = { type: 'arrow', readVersion: 1n, id: 2n, deletedRows: null, baseId: null } as const;

async function rows(
  fragments: readonly FragmentFacts[],
  files: Record<string, Uint8Array>,
): Promise<number | null> {
  const store = openMemoryStore();
  for (const [key, body] of Object.entries(files)) await store.create(`t/${key}`, body);
  return countLegacyRows(store, 't', { fragments, dataFormat: null });
}

describe('rowsOfDataFile', () => {
  it('takes the end of the last batch', () => {
    expect(rowsOfDataFile({ start: 0, bytes: dataFile })).toEqual({ kind: 'rows', rows: 100 });
  });

  it('asks for the metadata when the tail is too short', () => {
    expect(rowsOfDataFile({ start: dataFile.length - 20, bytes: dataFile.subarray(-20) })).toMatchObject({
      kind: 'more',
    });
  });

  it('is corrupt without batches', () => {
    expect(() => rowsOfDataFile({ start: 0, bytes: manifestFile(new Uint8Array(0)) })).toThrow(
      expect.objectContaining({ kind: 'corrupt' }),
    );
  });
});

describe('rowsOfArrowFile', () => {
  it('counts what the official library wrote', () => {
    expect(rowsOfArrowFile(arrow)).toBe(7);
  });

  it('is corrupt or a count for every truncation and every flipped byte, and ends', () => {
    for (let at = 0; at < arrow.length; at += 1) {
      for (const bytes of [
        arrow.subarray(0, at),
        arrow.map((byte, index) => (index === at ? byte ^ 0xff : byte)),
      ]) {
        try {
          expect(rowsOfArrowFile(bytes)).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toMatchObject({ kind: 'corrupt' });
        }
      }
    }
  });
});

describe('countLegacyRows', () => {
  it('takes the deleted rows off', async () => {
    const files = { 'data/a.lance': dataFile, '_deletions/0-1-2.arrow': arrow };
    expect(await rows([fragment({ deletionFile })], files)).toBe(93);
  });

  it.each([
    ['a data file is gone', [fragment()], {}],
    ['a deletion file is gone', [fragment({ deletionFile })], { 'data/a.lance': dataFile }],
    ['a fragment has no file', [fragment({ files: [] })], {}],
    [
      'a bitmap does not say how many it holds',
      [fragment({ deletionFile: { ...deletionFile, type: 'bitmap' } })],
      { 'data/a.lance': dataFile },
    ],
    [
      'there are too many fragments',
      Array.from({ length: 65 }, () => fragment()),
      { 'data/a.lance': dataFile },
    ],
  ] as const)('is unknown when %s', async (_what, fragments, files) => {
    expect(await rows(fragments, files)).toBeNull();
  });

  it('names the damaged file', async () => {
    await expect(rows([fragment()], { 'data/a.lance': new Uint8Array(0) })).rejects.toMatchObject({
      kind: 'corrupt',
      details: { key: 't/data/a.lance' },
    });
  });
});
