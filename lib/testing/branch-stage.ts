/** A dataset with main and a branch `exp`, in real manifests on a memory store, and what others do to it. */

import { systemClock } from '@/lib/base/clock';
import { cleanupRules } from '@/lib/engine/cleanup/census-rules';
import type { CleanupContext } from '@/lib/engine/cleanup/cleanup-context';
import { noOutsideReasons } from '@/lib/engine/cleanup/outside-reasons';
import { planRules } from '@/lib/engine/cleanup/plan-rules';
import { ManifestMemory } from '@/lib/engine/cleanup/survey/manifest-memory';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { publishBranch } from '@/lib/engine/references/publish-branch';
import { referenceRules } from '@/lib/engine/references/reference-protocol-rules';
import { manifestBytes } from './manifest-bytes';
import { type ReferenceStageOptions, referenceStage } from './reference-stage';
import { SeededRandom } from './seeded-random';

const utf8 = (text: string) => new TextEncoder().encode(text);
export const manifestAt = (root: string, version: bigint) =>
  `${root}_versions/${formatVersionName('v2', version)}`;

/** Main with versions 1 to 5, branch `exp` of version 3 with two own versions, and what others would need of it. */
export async function branchStage(options: ReferenceStageOptions = {}) {
  const stage = await referenceStage(options);
  const { bare, at, root, time } = stage;
  const files = (version: bigint, base: number | null = null) => [
    {
      id: 0,
      files: [{ path: `${version}.lance`, ...(base === null ? {} : { baseId: base }) }],
    },
  ];
  for (let version = 1n; version <= 5n; version += 1n) {
    await bare.put(at(manifestAt('', version)), manifestBytes({ version, fragments: files(version) }));
    await bare.put(at(`data/${version}.lance`), utf8('main'));
  }
  const baseOf = (path: string) => [{ id: 0, name: null, isDatasetRoot: true, path: `memory:///${path}` }];
  /** A clone's first manifest: every file of its source, by a base path. */
  const writeClone = async (branch: string, source: string, version: bigint) => {
    const spec = { version, branch, basePaths: baseOf(source), fragments: files(version, 0) };
    await bare.create(at(manifestAt(`tree/${branch}/`, version)), manifestBytes(spec));
  };
  const publish = (name: string, parent: string | null, version: bigint) =>
    publishBranch(
      { ...stage.context, store: bare },
      {
        ...{ name, parent, version },
        writeClone: () =>
          writeClone(name, parent === null ? root.key : `${root.key}/tree/${parent}`, version),
      },
    );
  const exp = await publish('exp', null, 3n);
  const own = { version: 4n, branch: 'exp', basePaths: baseOf(root.key) };
  await bare.put(at('tree/exp/data/4.lance'), utf8('branch'));
  await bare.put(at('tree/exp/_transactions/3-a.txn'), utf8('txn'));
  await bare.put(
    at(manifestAt('tree/exp/', 4n)),
    manifestBytes({ ...own, fragments: [...files(3n, 0), ...files(4n)] }),
  );
  time.now += 60_000;
  const context: CleanupContext = {
    ...stage.context,
    random: new SeededRandom(7),
    clock: { ...systemClock, sleep: async () => undefined },
    bodies: new BoundedBodyCache(1_000_000),
    memory: new ManifestMemory(),
    outsideReasons: noOutsideReasons,
    otherDatasets: async () => [],
    planRules,
    rules: cleanupRules,
    referenceRules,
  };
  const everything = async () => {
    const { objects } = await bare.list({ prefix: '' });
    return new Map(objects.map(({ key, etag }) => [key, etag]));
  };
  return {
    ...stage,
    context,
    exp,
    publish,
    writeClone,
    everything,
    /** What a later process does: it remembers nothing. */
    later: (): CleanupContext => ({
      ...context,
      store: bare,
      bodies: new BoundedBodyCache(1_000_000),
      memory: new ManifestMemory(),
    }),
    /** All that is left of `exp`, clocks and locks aside. */
    async remains() {
      const keys = [...(await everything()).keys()].map((key) => key.slice(root.key.length + 1));
      return keys.filter(
        (key) => /exp|\.state$|\.intent$|\.deleted$/.test(key) || key.includes(exp.namespace),
      );
    },
    async mainIsWhole() {
      const keys = [...(await everything()).keys()];
      return keys.filter((key) => /^lake\/events\/(data|_versions)\//.test(key)).length === 10;
    },
  };
}

export type BranchStage = Awaited<ReturnType<typeof branchStage>>;

/** A lease of ten minutes on a version of `exp`. */
export const leaseOnExp = (stage: BranchStage, version = 4n) =>
  stage.force(`_refs/version_leases/${stage.exp.namespace}/${version}-600000000-${'c'.repeat(32)}.lease`, '');
