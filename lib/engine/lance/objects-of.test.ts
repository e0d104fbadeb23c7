/** What one version needs, here and elsewhere: a miss would be a deleted file. */
import { describe, expect, it } from 'vitest';
import { type ManifestSpec, manifestBytes } from '@/lib/testing/manifest-bytes';
import { decodeWholeManifest } from './decode-manifest';
import { objectsOf } from './objects-of';

const uuid = '7f0c2a52-1d3e-4c55-9a10-2b7f6e1c9d44';

function needs(spec: Omit<ManifestSpec, 'version'>, uri: string | null = 'file:///lake/events.lance') {
  return objectsOf(decodeWholeManifest(manifestBytes({ version: 4n, ...spec })), uri);
}

describe('objectsOf', () => {
  it('names data, sidecars, overlays, deletions, external files, indices and the transaction', () => {
    const { own, foreign } = needs({
      transactionFile: '3-x.txn',
      indices: [{ uuid }],
      fragments: [
        {
          id: 7,
          files: [{ path: 'sub/a.lance', bytes: 10 }],
          overlays: [{ path: 'o.lance', bytes: 5 }],
          deletion: { readVersion: 3n, id: 9182736455463728190n },
          externalRowIds: 'rows/1',
        },
        { id: 8, deletion: { type: 1, readVersion: 2n, id: 1n } },
      ],
    });
    expect(own.objects).toEqual([
      { key: 'data/sub/a.lance', class: 'data', bytes: 10 },
      { key: 'data/o.lance', class: 'overlay', bytes: 5 },
      { key: 'rows/1', class: 'external', bytes: null },
      { key: '_deletions/7-3-9182736455463728190.arrow', class: 'deletion', bytes: null },
      { key: '_deletions/8-2-1.bin', class: 'deletion', bytes: null },
      { key: '_transactions/3-x.txn', class: 'transaction', bytes: null },
    ]);
    expect(own.folders).toEqual([
      { key: 'data/a/', class: 'blob', bytes: null },
      { key: 'data/o/', class: 'blob', bytes: null },
      { key: `_indices/${uuid}/`, class: 'index', bytes: null },
    ]);
    expect(foreign).toEqual([]);
  });

  const root = { id: 0, name: null, isDatasetRoot: true, path: 's3://b/parent/' };
  const loose = { id: 1, name: null, isDatasetRoot: false, path: '/mnt/files' };

  it('places files of a base below that base', () => {
    const { own, foreign } = needs({
      basePaths: [root, loose],
      indices: [{ uuid, baseId: 0 }],
      fragments: [
        {
          id: 1,
          files: [
            { path: 'a.lance', baseId: 0 },
            { path: 'b.lance', baseId: 1 },
          ],
          deletion: { readVersion: 3n, id: 5n, baseId: 0 },
        },
      ],
    });
    expect(own.objects).toEqual([]);
    expect(foreign).toMatchObject([
      {
        base: root,
        location: 's3://b/parent',
        objects: [{ key: 'data/a.lance' }, { key: '_deletions/1-3-5.arrow' }],
        folders: [{ key: 'data/a/' }, { key: `_indices/${uuid}/` }],
      },
      { base: loose, location: 'file:///mnt/files', objects: [{ key: 'b.lance' }], folders: [] },
    ]);
  });

  it.each(['/lake/events.lance', 'file:///lake//events.lance/', 'FILE:///lake/events.lance'])(
    '62. (ours) a base spelled %s is this dataset',
    (path) => {
      const { own, foreign } = needs({
        basePaths: [{ ...root, path }],
        fragments: [{ id: 1, files: [{ path: 'a.lance', baseId: 0 }] }],
      });
      expect(own.objects).toMatchObject([{ key: 'data/a.lance' }]);
      expect(foreign).toEqual([]);
    },
  );

  it('tells nobody’s place for a base with a relative path', () => {
    const { foreign } = needs({
      basePaths: [{ ...root, path: 'parent.lance' }],
      fragments: [{ id: 1, files: [{ path: 'a.lance', baseId: 0 }] }],
    });
    expect(foreign).toMatchObject([{ location: null }]);
  });

  it.each([
    ['a base that is not described', { fragments: [{ id: 1, files: [{ path: 'a', baseId: 5 }] }] }],
    ['an index on a base that is not described', { indices: [{ uuid, baseId: 5 }] }],
    ['two bases of one id', { basePaths: [root, root] }],
    [
      'a deletion file on a base that is no dataset',
      { basePaths: [loose], fragments: [{ id: 1, deletion: { readVersion: 1n, id: 1n, baseId: 1 } }] },
    ],
    ['a path that climbs', { fragments: [{ id: 1, files: [{ path: '../other.lance/data/x' }] }] }],
    ['an absolute path', { fragments: [{ id: 1, files: [{ path: '/etc/passwd' }] }] }],
    ['an empty path', { fragments: [{ id: 1, files: [{ path: '' }] }] }],
    ['a transaction in a folder', { transactionFile: '../x.txn' }],
  ] as const)('%s is corrupt', (_what, spec) => {
    expect(() => needs(spec)).toThrow(expect.objectContaining({ kind: 'corrupt' }));
  });
});
