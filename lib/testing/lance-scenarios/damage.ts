/** Every kind of control file a dataset can hold, sound, and seeded damage to its name and body. */
import { encodeCanonicalTag } from '@/lib/engine/references/canonical-records';
import { encodeIntentRecord } from '@/lib/engine/references/intent-records';
import { stateHash } from '@/lib/engine/references/state-names';
import { encodeStateRecord } from '@/lib/engine/references/state-records';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import { encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import type { SeededRandom } from '@/lib/testing/seeded-random';

/** Entry below the dataset's root, and its bytes. */
export type ControlFile = readonly [string, Uint8Array];

const id = '4c1d8e2f3a5b46c7980112233445566a';

/** @param manifest entry of the manifest of `version`, which may be retired */
export function soundFiles(root: DatasetRoot, version: bigint, manifest: string): readonly ControlFile[] {
  const release = `${root.path}/_refs/tags/release.json`;
  const target = { namespace: 'main', version };
  const payload = encodeCanonicalTag({
    generation: id,
    branch: null,
    version,
    createdAt: '2026-11-20T08:00:00Z',
    updatedAt: '2026-11-20T08:00:00Z',
    manifestSize: 1720,
    metadata: { owner: 'ops' },
  });
  const expected = { expectedPayload: payload.subarray(0, 20), expectedEtag: 'e', expectedVersion: null };
  const mutation = { kind: 'update', path: release, ...expected, payload } as const;
  const prior = { previous: { generation: id, target }, previousWasLegacy: false };
  const about = { canonicalPath: release, operationId: id };
  const markers = encodeMarkerRecord([`${root.path}/${manifest}`]);
  const states = [
    { ...about, state: 'pending', target, ...prior },
    { canonicalPath: release, state: 'live', live: { generation: id, target } },
    { canonicalPath: release, state: 'legacy' },
    { canonicalPath: release, state: 'vacant' },
    { ...about, state: 'revoking', target, mutation, ...prior },
    { ...about, state: 'deleting', ...prior, ...expected },
  ] as const;
  return [
    [`_refs/version_leases/main/${version}-123-${id}.lease`, new Uint8Array()],
    ['_refs/version_lease_gc/main/_clock', new Uint8Array()],
    ...['draining', 'sealed', 'committed'].map(
      (kind) => [`_refs/version_lease_gc/main/${version}/${id}.${kind}`, markers] as const,
    ),
    [
      `_refs/version_reference_intents/main/${version}/${id}.intent`,
      encodeIntentRecord({
        manifestPath: `${root.path}/${manifest}`,
        mutation,
        operationId: id,
        state: 'pending',
      }),
    ],
    ...states.map(
      (record) =>
        [`_refs/version_reference_states/${stateHash(release)}.state`, encodeStateRecord(record)] as const,
    ),
    [`_refs/version_branch_terminations/${id}.deleted`, new Uint8Array()],
    ['_refs/tags/release.json', payload],
    [
      '_refs/branches/later.json',
      new TextEncoder().encode(
        `{"parentBranch":null,"identifier":{"version_mapping":[[${version},"${id}"]]},"parentVersion":${version},"createAt":1795600800,"manifestSize":1834,"metadata":{}}`,
      ),
    ],
  ];
}

/** A third of the time the name, a third the body, else both; a name stays one that a store takes. */
export function damaged([entry, body]: ControlFile, random: SeededRandom): ControlFile {
  const what = random.int(3);
  const name = what === 0 ? entry : damagedName(entry, random);
  return [name, what === 1 ? body : damagedBytes(body, random)];
}

const spices = [
  ...['null', '-1', '0', '1e999', '18446744073709551616', '[]', '{}', '""', '[[[[[[', '\\ud800', '..', '/'],
  ...['\u0000', '.lease', 'main', '%2F', '{"state":"vacant"}', '\n'],
];

/** Below `_refs/`, where every foreign file is somebody's control file; without segments that no store takes. */
function damagedName(entry: string, random: SeededRandom): string {
  const bytes = damagedBytes(new TextEncoder().encode(entry.slice('_refs/'.length)), random);
  const segments = new TextDecoder()
    .decode(bytes)
    .replace(/[^\x20-\x7e]/g, '~')
    .split('/')
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
  return `_refs/${segments.join('/') || 'x'}`.slice(0, 400);
}

function damagedBytes(bytes: Uint8Array, random: SeededRandom): Uint8Array {
  let out = Array.from(bytes);
  for (let times = 1 + random.int(3); times > 0; times -= 1) {
    const at = random.int(out.length + 1);
    switch (random.int(6)) {
      case 0:
        out[at] = random.int(256);
        break;
      case 1:
        out.splice(at, 1 + random.int(8));
        break;
      case 2:
        out.splice(at, 0, ...new TextEncoder().encode(spices[random.int(spices.length)] ?? ''));
        break;
      case 3:
        out = out.slice(0, at);
        break;
      case 4:
        out.splice(at, 0, ...out.slice(at, at + random.int(40)));
        break;
      default:
        out[at] = (out[at] ?? 0) ^ (1 << random.int(8));
    }
  }
  return Uint8Array.from(out.slice(0, 4_096));
}
