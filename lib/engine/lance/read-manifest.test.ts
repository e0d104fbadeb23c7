/** Reading from a store: how many requests and bytes, what changed in between, what is too large, whose version it is. */
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import {
  type FragmentSpec,
  manifestBytes,
  manifestFile,
  transactionBytes,
} from '@/lib/testing/manifest-bytes';
import { decodeWholeManifest } from './decode-manifest';
import { readManifest, readManifestSummary, readTransaction } from './read-manifest';

const name = '18446744073709551608.manifest';
const key = `lake/t/_versions/${name}`;

async function storeWith(bytes: Uint8Array): Promise<ObjectStore> {
  const store = openMemoryStore();
  await store.create(key, bytes);
  return store;
}

function fragments(count: number): FragmentSpec[] {
  return Array.from({ length: count }, (_, id) => ({
    id,
    files: [{ path: `${String(id).padStart(50, '0')}.lance` }],
  }));
}

describe('readManifest', () => {
  it('reads a small manifest in one request, its size known or not', async () => {
    const bytes = manifestBytes({ version: 7n, fragments: fragments(3), operation: 100 });
    for (const size of [undefined, bytes.length, 5, 1_000_000]) {
      const { store, meter } = metered(await storeWith(bytes));
      const reading = await readManifest(store, 'lake/t', size === undefined ? { name } : { name, size });
      expect(reading).toMatchObject({ facts: decodeWholeManifest(bytes), mismatch: null, meta: { key } });
      expect(meter.requests).toBeLessThanOrEqual(size === 5 ? 3 : 1);
    }
  });

  it('reads a large manifest in parts, and no section it does not have', async () => {
    const bytes = manifestBytes({
      version: 7n,
      fragments: fragments(20_000),
      operation: 101,
      indices: [{ uuid: '7f0c2a52-1d3e-4c55-9a10-2b7f6e1c9d44' }],
    });
    expect(bytes.length).toBeGreaterThan(1024 * 1024);
    const { store, meter } = metered(await storeWith(bytes));
    const reading = await readManifest(store, 'lake/t', { name, size: bytes.length });
    expect(reading?.facts).toEqual(decodeWholeManifest(bytes));
    expect([meter.requests, meter.bytes]).toEqual([3, bytes.length]);
  });

  it('leaves what lies before the sections unread', async () => {
    const dictionary = new Uint8Array(3_000_000);
    const store = await storeWith(
      manifestFile(new BinaryWriter().tag(3, 0).uint64(7n).finish(), [dictionary]),
    );
    const { store: counted, meter } = metered(store);
    expect((await readManifestSummary(counted, 'lake/t', { name }))?.facts.version).toBe(7n);
    expect(meter.bytes).toBeLessThanOrEqual(64 * 1024);
  });

  it('D7: names a file whose manifest states another version', async () => {
    const reading = await readManifest(await storeWith(manifestBytes({ version: 8n })), 'lake/t', { name });
    expect(reading?.mismatch).toEqual({ named: 7n, stated: 8n });
  });

  it('answers null for what is not there', async () => {
    expect(await readManifest(openMemoryStore(), 'lake/t', { name })).toBeNull();
    expect(await readTransaction(openMemoryStore(), 'lake/t', '0-x.txn')).toBeNull();
  });

  it('is a conflict when the object changes between two reads', async () => {
    const bytes = manifestBytes({ version: 7n, fragments: fragments(20_000) });
    const store = await storeWith(bytes);
    let reads = 0;
    const changing: ObjectStore = {
      ...store,
      getRange: async (...args) => {
        reads += 1;
        if (reads === 2) await store.put(key, manifestBytes({ version: 7n, fragments: fragments(20_001) }));
        return store.getRange(...args);
      },
    };
    await expect(readManifest(changing, 'lake/t', { name })).rejects.toMatchObject({ kind: 'conflict' });
  });

  it.each([
    ['a file beyond 512 MiB, even when its message is small and at hand', 2 ** 30, 2 ** 30 - 1_000],
    ['a message beyond 64 MiB', 2 ** 28, 0],
  ])('is unsupported for %s, after one small read', async (_what, size, position) => {
    const tail = new Uint8Array(64 * 1024);
    const view = new DataView(tail.buffer);
    const message = new BinaryWriter().tag(3, 0).uint64(7n).tag(4, 2).bytes(new Uint8Array(974)).finish();
    view.setUint32(tail.length - 1_000, message.length, true);
    tail.set(message, tail.length - 996);
    view.setBigInt64(tail.length - 16, BigInt(position), true);
    view.setUint32(tail.length - 4, 0x4c414e43, false);
    const { store, meter } = metered(await storeWith(tail));
    const huge: ObjectStore = {
      ...store,
      getRange: async (...args) => {
        const answer = await store.getRange(...args);
        return answer.kind === 'found' ? { ...answer, meta: { ...answer.meta, size } } : answer;
      },
    };
    await expect(readManifest(huge, 'lake/t', { name })).rejects.toMatchObject({ kind: 'unsupported' });
    expect(meter.requests).toBe(1);
  });

  it('is corrupt, with its key, when it is empty', async () => {
    await expect(readManifest(await storeWith(new Uint8Array(0)), 'lake/t', { name })).rejects.toMatchObject({
      kind: 'corrupt',
      details: { key },
    });
  });
});

describe('readTransaction', () => {
  it('reads the operation of a .txn file', async () => {
    const store = openMemoryStore();
    await store.create('t/_transactions/4-x.txn', transactionBytes({ version: 5n, operation: 104 }));
    expect(await readTransaction(store, 't', '4-x.txn')).toMatchObject({
      transaction: { operation: 'Rewrite', readVersion: 4n },
      unknownFields: [],
    });
  });

  it('names the damaged file', async () => {
    const store = openMemoryStore();
    await store.create('_transactions/4-x.txn', Uint8Array.of(8));
    await expect(readTransaction(store, '', '4-x.txn')).rejects.toMatchObject({
      kind: 'corrupt',
      details: { key: '_transactions/4-x.txn' },
    });
  });
});
