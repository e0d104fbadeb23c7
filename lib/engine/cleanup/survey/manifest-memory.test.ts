/** Manifests are remembered by identity, the least used are forgotten first, and their times outlive their needs. */
import { describe, expect, it } from 'vitest';
import { type KnownManifest, ManifestMemory } from './manifest-memory';

const manifest = (keys: number, over: Partial<KnownManifest> = {}): KnownManifest => ({
  mismatch: null,
  committedAtMs: 5,
  readerFlags: 0n,
  writerFlags: 0n,
  flagReasons: [],
  own: Array.from({ length: keys }, (_, index) => `data/${index}.lance`),
  places: new Map(),
  clonedVersion: null,
  ...over,
});

describe('a manifest memory', () => {
  it('forgets the least recently used beyond its keys, and never the one just kept', () => {
    const memory = new ManifestMemory({ keys: 25, times: 100 });
    memory.keep('a', manifest(9));
    memory.keep('b', manifest(9));
    memory.find('a');
    memory.keep('c', manifest(9));
    expect(['a', 'b', 'c'].map((one) => memory.find(one) !== undefined)).toEqual([true, false, true]);
    memory.keep('d', manifest(100));
    expect(['a', 'c', 'd'].map((one) => memory.find(one) !== undefined)).toEqual([false, false, true]);
  });

  it('counts one that two readers bring once', () => {
    const memory = new ManifestMemory({ keys: 25, times: 100 });
    for (let times = 0; times < 10; times += 1) memory.keep('a', manifest(9));
    memory.keep('b', manifest(9));
    expect(memory.find('a')).toBeDefined();
  });

  it('keeps times of manifests that nothing stands against, the newest of them', () => {
    const memory = new ManifestMemory({ keys: 1, times: 2 });
    memory.keep('a', manifest(9));
    memory.keep('b', manifest(9, { committedAtMs: null }));
    memory.keep('c', manifest(9));
    memory.keep('flagged', manifest(0, { flagReasons: ['unknown'] }));
    memory.keep('mismatched', manifest(0, { mismatch: { named: 1n, stated: 2n } }));
    const times = ['a', 'b', 'c', 'flagged', 'mismatched'].map((one) => memory.timeOf(one));
    expect(times).toEqual([undefined, null, 5, undefined, undefined]);
  });
});
