/** Laws of plans over random datasets, by an account of their own: nothing that anybody needs is named, and nothing else is left out. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { type CleanupStage, cleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';
import { addressOf, cloned, dayMs, entriesOf, putLease, putMarker, tagBody } from '@/lib/testing/plan-stage';
import type { CleanupPlan } from './cleanup-plan';
import type { CleanupPolicy } from './cleanup-policy';
import { planCleanup } from './plan-cleanup';
import { formatPlan, parsePlan } from './plan-text';

const seed = 7_001;
const fileNames = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}.lance`);
const files = fc.subarray(fileNames);
const number = fc.integer({ min: 1, max: 6 });

const dataset = fc.record({
  /** The files of each version, lowest first, and the days until the next one. */
  versions: fc.array(
    fc.record({ files, days: fc.integer({ min: 0, max: 6 }), ownTimeAheadDays: fc.constantFrom(0, 0, 9) }),
    {
      minLength: 2,
      maxLength: 6,
    },
  ),
  filesAtDay: fc.integer({ min: 0, max: 12 }),
  tags: fc.uniqueArray(number, { maxLength: 2 }),
  leases: fc.uniqueArray(fc.record({ version: number, over: fc.boolean() }), {
    maxLength: 2,
    selector: (one) => one.version,
  }),
  marker: fc.option(fc.record({ version: number, kind: fc.constantFrom('draining', 'sealed', 'committed') })),
  detached: fc.option(files),
  branch: fc.option(fc.record({ version: number, files })),
  clone: fc.option(fc.record({ version: number, files })),
  laterDays: fc.integer({ min: 1, max: 20 }),
});
type Dataset = typeof dataset extends fc.Arbitrary<infer T> ? T : never;

const policy: fc.Arbitrary<CleanupPolicy> = fc
  .record({
    olderThanMs: fc.option(fc.integer({ min: 0, max: 15 }).map((days) => days * dayMs)),
    retainVersions: fc.option(fc.integer({ min: 1, max: 6 })),
    versions: fc.option(fc.uniqueArray(number.map(BigInt), { minLength: 1 })),
    deleteUnverified: fc.constantFrom(null, { attestation: 'no writer runs' }),
    youngGuardMs: fc.constantFrom(0, dayMs * 2),
  })
  .filter(
    ({ olderThanMs, retainVersions, versions }) =>
      olderThanMs !== null || retainVersions !== null || versions !== null,
  )
  .map((some) => keeping(1, { ...some, taggedVersions: 'keep' }));

/** What the account below reasons about: numbers, times and names, as they were written. */
interface Written {
  readonly stage: CleanupStage;
  readonly context: CleanupStage['context'];
  readonly versions: readonly { number: number; files: readonly string[]; storedAt: number; ownAt: number }[];
  readonly filesAt: number;
}

async function write(spec: Dataset): Promise<Written> {
  const stage = await cleanupStage();
  const start = stage.time.now;
  const versions: { number: number; files: readonly string[]; storedAt: number; ownAt: number }[] = [];
  // Files cannot be younger than what mentions them: versions begin when all files lie there.
  stage.time.now = start + spec.filesAtDay * dayMs;
  for (const name of fileNames) await stage.put(`data/${name}`);
  for (const [index, one] of spec.versions.entries()) {
    stage.time.now += 1_000;
    const ownAt = stage.time.now + one.ownTimeAheadDays * dayMs;
    const fragments = [{ id: 0, files: one.files.map((path) => ({ path })) }];
    await stage.putManifest({ version: BigInt(index + 1), committedAtMs: ownAt, fragments });
    versions.push({ number: index + 1, files: one.files, storedAt: stage.time.now, ownAt });
    stage.time.now += one.days * dayMs;
  }
  stage.time.now += spec.laterDays * dayMs;
  for (const tag of spec.tags) await stage.put(`_refs/tags/t${tag}.json`, tagBody(tag));
  for (const [index, { version, over }] of spec.leases.entries()) {
    await putLease(stage, BigInt(version), over ? 1 : 10 * dayMs, `${index}`);
  }
  if (spec.marker !== null) await putMarker(stage, BigInt(spec.marker.version), spec.marker.kind);
  if (spec.detached !== null) {
    const version = 0x8000_0000_0000_0001n;
    const fragments = [{ id: 0, files: spec.detached.map((path) => ({ path })) }];
    await stage.put(`_versions/d${version}.manifest`, manifestBytes({ version, fragments }));
  }
  const copyOf = ({ version, files: names }: { version: number; files: readonly string[] }) => ({
    ...cloned(BigInt(version), addressOf(stage), 'x'),
    fragments: [{ id: 0, files: names.map((path) => ({ path, baseId: 1 })) }],
  });
  if (spec.branch !== null) await stage.putManifest(copyOf(spec.branch), 'tree/exp/');
  const elsewhere = openMemoryStore({ now: () => stage.time.now, uri: 'memory://elsewhere' });
  if (spec.clone !== null) {
    await elsewhere.create(
      'copy/_versions/1.manifest',
      manifestBytes({ ...copyOf(spec.clone), version: 1n }),
    );
    await elsewhere.create(
      `copy/_versions/${spec.clone.version + 100}.manifest`,
      manifestBytes({ ...copyOf(spec.clone), version: BigInt(spec.clone.version + 100) }),
    );
  }
  stage.time.now += 60_000;
  const otherDatasets = async () => [{ store: elsewhere, root: 'copy' }];
  return {
    stage,
    context: { ...stage.context, otherDatasets },
    versions,
    filesAt: start + spec.filesAtDay * dayMs,
  };
}

/** Which versions may go, straight from the specification: G.1, D9, D12, D13. */
function mayGo(spec: Dataset, { stage, versions }: Written, chosen: CleanupPolicy): ReadonlySet<number> {
  const now = stage.time.now;
  const latest = versions.length;
  const held = new Set([
    latest,
    ...spec.tags,
    ...spec.leases.filter(({ over }) => !over).map(({ version }) => version),
    ...(spec.marker?.kind === 'draining' ? [spec.marker.version] : []),
    ...(spec.branch === null ? [] : [spec.branch.version]),
    ...(spec.clone === null ? [] : [1]),
  ]);
  const resumed = spec.marker !== null && spec.marker.kind !== 'draining' ? spec.marker.version : null;
  const lets = ({ number: one, storedAt, ownAt }: Written['versions'][number]) =>
    (chosen.retainVersions === null || latest - one >= chosen.retainVersions) &&
    (chosen.olderThanMs === null || Math.max(storedAt, ownAt) < now - chosen.olderThanMs) &&
    (chosen.versions === null || chosen.versions.includes(BigInt(one))) &&
    storedAt <= now - chosen.youngGuardMs;
  const going = versions.filter((one) => !held.has(one.number) && (one.number === resumed || lets(one)));
  return new Set(going.map((one) => one.number));
}

function neededNames(spec: Dataset, { versions }: Written, going: ReadonlySet<number>): ReadonlySet<string> {
  return new Set([
    ...versions.filter((one) => !going.has(one.number)).flatMap((one) => one.files),
    ...(spec.detached ?? []),
    ...(spec.branch?.files ?? []),
    ...(spec.clone?.files ?? []),
  ]);
}

const present = (plan: CleanupPlan) => plan.versions.filter(({ manifests }) => manifests.length > 0);

describe('a plan over any dataset', () => {
  const property = (check: (spec: Dataset, chosen: CleanupPolicy) => Promise<void>) =>
    fc.assert(fc.asyncProperty(dataset, policy, check), { seed, numRuns: 250 });

  it('names exactly the versions that the policy lets go and nobody holds, and a reason for every other', () =>
    property(async (spec, chosen) => {
      const written = await write(spec);
      const plan = await planCleanup(written.context, chosen);
      const going = mayGo(spec, written, chosen);
      expect(present(plan).map(({ version }) => Number(version))).toEqual([...going].sort());
      const kept = plan.kept.filter(({ version }) => version < 1n << 63n);
      expect(kept.length).toBe(written.versions.length - going.size);
      expect(plan.kept.every(({ protections }) => protections.length > 0)).toBe(true);
    }));

  it('names exactly the files that nobody who stays needs, young ones only with a version that goes', () =>
    property(async (spec, chosen) => {
      const written = await write(spec);
      const plan = await planCleanup(written.context, chosen);
      const going = mayGo(spec, written, chosen);
      const needed = neededNames(spec, written, going);
      const mentioned = new Set(
        written.versions.filter((one) => going.has(one.number)).flatMap((one) => one.files),
      );
      const isOld = chosen.deleteUnverified !== null || written.filesAt < written.stage.time.now - 7 * dayMs;
      const expected = fileNames.filter((name) => !needed.has(name) && (isOld || mentioned.has(name)));
      expect(entriesOf(written.stage, plan)).toEqual(expected.map((name) => `data/${name}`));
    }));

  it('is the same when made again, and when read back', () =>
    property(async (spec, chosen) => {
      const { context } = await write(spec);
      const plan = await planCleanup(context, chosen);
      expect(parsePlan(formatPlan(plan))).toEqual(plan);
      const again = await planCleanup(context, chosen);
      const { hash: _, observations: __, ...content } = plan;
      expect(again).toMatchObject(content);
    }));
});
