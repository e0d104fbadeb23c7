/** 20,000 mutated names and bodies of every control file: a typed outcome each time, no throw, nothing that hangs. */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { decodeHolderRecord, encodeHolderRecord } from '@/lib/engine/leases/holder-records';
import { leaseExpiry } from '@/lib/engine/leases/lease-rules';
import { encodeCanonicalTag } from '@/lib/engine/references/canonical-records';
import { decodeIntentRecord, encodeIntentRecord } from '@/lib/engine/references/intent-records';
import { stateHash } from '@/lib/engine/references/state-names';
import { decodeStateRecord, encodeStateRecord } from '@/lib/engine/references/state-records';
import { datasetRoot, foreignRootOf } from '@/lib/engine/retirement/dataset-path';
import { decodeMarkerRecord, encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import { ControlRows, extentWanted } from './assemble-control';
import { classify } from './classify';

const root = datasetRoot('lake', 'events');
const id = '4c1d8e2f3a5b46c7980112233445566a';
const release = 'lake/events/_refs/tags/release.json';
const manifest = 'lake/events/_versions/18446744073709551614.manifest';
const target = { namespace: 'main', version: 1n };
const tag = encodeCanonicalTag({
  generation: id,
  branch: null,
  version: 1n,
  createdAt: '2026-11-20T08:00:00Z',
  updatedAt: '2026-11-20T08:00:00Z',
  manifestSize: 1720,
  metadata: { owner: 'ops' },
});
const branch = new TextEncoder().encode(
  `{"parentBranch":null,"identifier":{"version_mapping":[[3,"${id}"]]},"parentVersion":3,"createAt":1795600800,"manifestSize":1834,"metadata":{}}`,
);
const mutation = {
  kind: 'update',
  path: release,
  expectedPayload: tag.subarray(0, 20),
  expectedEtag: 'e',
  expectedVersion: null,
  payload: tag.subarray(0, 20),
} as const;
const prior = { previous: { generation: id, target }, previousWasLegacy: false };

/** Every key and body the lifecycle trees hold. */
const seeds: readonly (readonly [string, Uint8Array])[] = [
  [`_refs/version_leases/main/42-123-${id}.lease`, new Uint8Array()],
  [`_refs/version_lease_gc/main/1/${id}.sealed`, encodeMarkerRecord([manifest])],
  [`_refs/version_lease_gc/main/1/${id}.draining`, encodeMarkerRecord([manifest])],
  ['_refs/version_lease_gc/main/_clock', new Uint8Array()],
  [
    `_refs/version_reference_intents/main/1/${id}.intent`,
    encodeIntentRecord({ manifestPath: manifest, mutation, operationId: id, state: 'pending' }),
  ],
  ...(
    [
      { canonicalPath: release, state: 'pending', operationId: id, target, ...prior },
      { canonicalPath: release, state: 'live', live: { generation: id, target } },
      { canonicalPath: release, state: 'vacant' },
      { canonicalPath: release, state: 'revoking', operationId: id, target, mutation, ...prior },
      {
        canonicalPath: release,
        state: 'deleting',
        operationId: id,
        ...prior,
        expectedPayload: tag.subarray(0, 20),
        expectedEtag: null,
        expectedVersion: null,
      },
    ] as const
  ).map(
    (record) =>
      [`_refs/version_reference_states/${stateHash(release)}.state`, encodeStateRecord(record)] as const,
  ),
  [`_refs/version_branch_terminations/${id}.deleted`, new Uint8Array()],
  ['_refs/tags/release.json', tag],
  ['_refs/branches/exp.json', branch],
];

/** A small seeded generator: the same seed gives the same 20,000 mutations. */
function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const spices = [
  'null',
  '-1',
  '1e999',
  '18446744073709551616',
  '[]',
  '{}',
  '""',
  '[[[[[[',
  '\\ud800',
  '..',
  '/',
  '\u0000',
];

function mutate(bytes: Uint8Array, random: (below: number) => number): Uint8Array {
  let out = Array.from(bytes);
  for (let times = 1 + random(3); times > 0; times -= 1) {
    const at = random(out.length + 1);
    switch (random(6)) {
      case 0:
        out[at] = random(256);
        break;
      case 1:
        out.splice(at, 1 + random(8));
        break;
      case 2:
        out.splice(at, 0, ...new TextEncoder().encode(spices[random(spices.length)] ?? ''));
        break;
      case 3:
        out = out.slice(0, at);
        break;
      case 4:
        out.splice(at, 0, ...out.slice(at, at + random(40)));
        break;
      default:
        out[at] = (out[at] ?? 0) ^ (1 << random(8));
    }
  }
  return Uint8Array.from(out.slice(0, 4096));
}

const lenient = new TextDecoder();

function assemble(entry: string, body: Uint8Array): ControlRows {
  const rows = new ControlRows(root);
  const meta = { key: `events/${entry}`, size: body.length, etag: 'e', storedAt: storageInstant(0) };
  const one = { listed: { ...meta, entry, listedAt: null }, name: classify(entry) };
  rows.add(one, extentWanted(one) === null ? null : { kind: 'read', bytes: body });
  return rows;
}

function rowCount(rows: ControlRows): number {
  const typed = [
    rows.leases,
    rows.markers,
    rows.intents,
    rows.states,
    rows.terminations,
    rows.tags,
    rows.branches,
  ];
  const counted = rows.counts.clocks + rows.counts.locks + rows.counts.other + rows.proposals.length;
  const nameless = rows.corrupt.filter((row) => classify(row.entry).kind === 'corrupt').length;
  return typed.reduce((sum, list) => sum + list.length, 0) + counted + nameless;
}

describe('fuzz', () => {
  it('unmutated seeds are all sound', () => {
    for (const [entry, body] of seeds) expect(assemble(entry, body).corrupt, entry).toEqual([]);
  });

  it('20,000 mutations of names and bodies end in exactly one row each', () => {
    const seed = 20_261_129;
    const random = seeded(seed);
    let corrupt = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const [entry, body] = seeds[round % seeds.length] ?? ['', new Uint8Array()];
      const inName = random(3) === 0;
      const name = inName
        ? lenient.decode(mutate(new TextEncoder().encode(entry.slice(6)), random))
        : entry.slice(6);
      const bytes = inName ? body : mutate(body, random);
      const rows = assemble(`_refs/${name}`, bytes);
      expect(rowCount(rows), `seed ${seed} round ${round}`).toBe(1);
      corrupt += rows.corrupt.length;
      for (const lease of rows.leases) {
        const end = leaseExpiry(storageInstant(Date.UTC(2026, 10, 29)), lease.ttlMicros);
        expect(Number.isNaN(new Date(end).getTime()), `seed ${seed} round ${round}`).toBe(false);
      }
      for (const row of rows.corrupt) expect(row.excerpt).toMatch(/^[ -~]*$/);
      for (const marker of rows.markers) {
        if (marker.body?.kind !== 'read') continue;
        for (const path of marker.body.value.manifestEntries)
          expect(path).toMatch(/^(tree\/.+\/)?_versions\/[^/]+$/);
      }
    }
    expect(corrupt).toBeGreaterThan(5_000);
  });

  it('long, deep and odd input is refused in bounded time', () => {
    const long = 'tree/'.repeat(200_000);
    expect(foreignRootOf(root, long)).toBeNull();
    expect(classify(`_refs/version_leases/main/${'1'.repeat(500_000)}-1-x.lease`).kind).toBe('corrupt');
    const encode = (text: string) => new TextEncoder().encode(text);
    const odd = [
      '['.repeat(500_000),
      `{"state":"live","live":${'{"live":'.repeat(5_000)}`,
      '\ufeff{}',
      '{"a":1,"a":2}',
    ];
    for (const text of odd.map(encode)) {
      expect(decodeStateRecord(text, root, id).kind).toBe('corrupt');
      expect(decodeIntentRecord(text, root, target).kind).toBe('corrupt');
      expect(decodeMarkerRecord(text, root, target).kind).toBe('corrupt');
      expect(decodeHolderRecord(text).kind).toBe('corrupt');
    }
    expect(decodeHolderRecord(encodeHolderRecord({ label: 'a', host: null, workload: null })).kind).toBe(
      'ok',
    );
  });
});
