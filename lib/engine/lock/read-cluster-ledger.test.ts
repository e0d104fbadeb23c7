/** What is told of a cluster's ledger and of the recoveries that wait (cluster-lock.md, J), from a real store. */
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { ledgerMaxBytes } from './cluster-ledger';
import { clusterPlace } from './lock-place';
import { readClusterFacts } from './read-cluster-ledger';

const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value, null, 2));

async function factsOf(files: Readonly<Record<string, Uint8Array>>) {
  const store = openMemoryStore();
  for (const [name, body] of Object.entries(files)) await store.put(`og/__cluster/${name}`, body);
  return readClusterFacts(store, clusterPlace(store, 'og'));
}

const first = {
  version: 1,
  state_revision: 7,
  applied_revision: { config_digest: 'sha256:ab', resources: { 'graph.a': { digest: 'sha256:cd' } } },
  resource_statuses: {
    'graph.a': { status: 'drifted', conditions: ['graph_missing'], message: 'gone' },
    'schema.a': { status: 'applied' },
  },
  approval_records: {},
  recovery_records: {},
  observations: {
    'graph.a': {
      kind: 'graph',
      address: 'graph.a',
      exists: true,
      manifest_version: 5,
      schema_matches_desired: false,
    },
    'graph.b': { kind: 'graph', exists: true, manifest_version: 5, graph_manifest_version: 6 },
    'graph.c': { kind: 'tombstone', deleted_at: '2026-11-17T09:00:00Z' },
  },
};

describe('the ledger', () => {
  it('of version 1: revision, drift, what was observed', async () => {
    const { ledger, recoveries, more } = await factsOf({ 'state.json': bytes(first) });
    expect(ledger).toMatchObject({
      kind: 'found',
      stateCas: `sha256:${createHash('sha256').update(bytes(first)).digest('hex')}`,
      ledger: {
        version: 1,
        stateRevision: 7n,
        configDigest: 'sha256:ab',
        outstanding: null,
        resources: [
          { address: 'graph.a', status: 'drifted', conditions: ['graph_missing'], message: 'gone' },
          { address: 'schema.a', status: 'applied', conditions: [], message: null },
        ],
        graphs: [
          { address: 'graph.a', exists: true, manifestVersion: 5n, schemaMatchesDesired: false, error: null },
          { address: 'graph.b', manifestVersion: null, error: 'two manifest versions are stated: 6 and 5' },
          { address: 'graph.c', kind: 'tombstone', exists: null },
        ],
      },
    });
    expect({ recoveries, more }).toEqual({ recoveries: [], more: false });
  });

  it('of version 2: the outstanding deployment, and numbers beyond what a float holds', async () => {
    const outstanding = {
      id: '01M7MBR2QRT5N2C9V6X3R1D0EH:4:01M7MCK5Q4Y8F1J4P7S2G5K0TM',
      input_digest: 'sha256:ef',
      graphs: { a: { state: 'settled' }, b: { state: 'started' } },
    };
    const state = {
      ...first,
      version: 2,
      ledger_id: '01M7MBR2QRT5N2C9V6X3R1D0EH',
      next_sequence: 5,
      outstanding,
    };
    const text = JSON.stringify(state).replace('"state_revision":7', '"state_revision":18446744073709551615');
    const { ledger } = await factsOf({ 'state.json': new TextEncoder().encode(text) });
    expect(ledger).toMatchObject({
      ledger: {
        version: 2,
        stateRevision: 18446744073709551615n,
        nextSequence: 5n,
        outstanding: { id: outstanding.id, graphs: { a: 'settled', b: 'started' } },
      },
    });
  });

  it.each([
    ['absent', undefined, { kind: 'absent' }],
    ['another version', bytes({ version: 3 }), { kind: 'unsupported' }],
    ['no JSON', new TextEncoder().encode('{'), { kind: 'corrupt' }],
    [
      'a mistyped member',
      bytes({ version: 1, resource_statuses: { 'graph.a': { status: 4 } } }),
      { kind: 'corrupt', reason: expect.stringContaining('"resource_statuses.graph.a.status"') },
    ],
    ['too large', new Uint8Array(ledgerMaxBytes + 1), { kind: 'oversize', size: ledgerMaxBytes + 1 }],
  ])('that is %s is told as such', async (_, body, told) => {
    expect((await factsOf(body === undefined ? {} : { 'state.json': body })).ledger).toMatchObject(told);
  });
});

describe('recoveries', () => {
  const sidecar = {
    schema_version: 1,
    operation_id: 'o',
    started_at: '2026-11-17T09:00:00Z',
    kind: 'graph_create',
    graph_id: 'a',
  };

  it('wait as long as their files are there, readable or not', async () => {
    const { recoveries } = await factsOf({
      'recoveries/01.json': bytes({ ...sidecar, actor: 'eva' }),
      'recoveries/02.json': new TextEncoder().encode('?'),
      'recoveries/notes.txt': bytes('foreign'),
    });
    expect(recoveries).toEqual([
      {
        operationId: '01',
        content: { kind: 'graph_create', graphId: 'a', startedAt: sidecar.started_at, actor: 'eva' },
      },
      { operationId: '02', content: null },
    ]);
  });

  it('more than are read are said to be there', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 21 }, (_, n) => [`recoveries/${n}.json`, bytes(sidecar)]),
    );
    const { recoveries, more } = await factsOf(files);
    expect([recoveries.length, more]).toEqual([20, true]);
  });

  it('that cannot be listed are not said to be none', async () => {
    const inner = openMemoryStore();
    const store = faultyStore(inner, (call) => (call.verb === 'list' ? call.lost() : call.effect()));
    await expect(readClusterFacts(store, clusterPlace(store, 'og'))).rejects.toMatchObject({
      kind: 'unavailable',
    });
  });
});
