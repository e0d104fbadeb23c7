/** What tests of plans put beside a built history, and how they read a plan. */
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { formatMarkerName } from '@/lib/engine/retirement/marker-names';
import { encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import { type CleanupStage, cleanupStage } from './cleanup-stage';

export const dayMs = 86_400_000;

export async function history(versions: number): Promise<CleanupStage> {
  const stage = await cleanupStage();
  await stage.commit(1, versions);
  return stage;
}

/** `2 certain`, and so on. */
export const groupsOf = (plan: CleanupPlan) =>
  plan.versions.map(({ version, group }) => `${version} ${group}`);

/** Keys of the planned objects below the dataset's root. */
export const entriesOf = (stage: CleanupStage, plan: CleanupPlan) =>
  plan.objects.map(({ key }) => key.slice(stage.root.key.length + 1));

/** Kind and subject of everything that keeps a version; undefined when the plan does not keep it. */
export const keptBecause = (plan: CleanupPlan, version: bigint) =>
  plan.kept
    .find((one) => one.version === version)
    ?.protections.map(({ kind, subject }) => `${kind} ${subject}`);

export const tagBody = (version: number | bigint, branch: string | null = null) =>
  JSON.stringify({ branch, version: Number(version), manifestSize: 1 });

/** As writers of 2025 left it when `identifier` is null. */
export const branchBody = (
  parentVersion: number,
  parentBranch: string | null = null,
  identifier: unknown = null,
) =>
  JSON.stringify({
    parentBranch,
    ...(identifier === null ? {} : { identifier }),
    parentVersion,
    createAt: 1_234_567_890,
    manifestSize: 1,
  });

export async function putLease(stage: CleanupStage, version: bigint, ttlMs: number, id = 'e'): Promise<void> {
  const ttlMicros = BigInt(ttlMs) * 1_000n;
  await stage.put(
    formatLeaseName({ namespace: 'main', version, ttlMicros, id: id.repeat(32) }),
    new Uint8Array(),
  );
}

export async function putMarker(
  stage: CleanupStage,
  version: bigint,
  marker: 'draining' | 'sealed' | 'committed',
  root = stage.root.path,
): Promise<void> {
  const name = formatMarkerName({ namespace: 'main', version, markerOperationId: 'f'.repeat(32), marker });
  await stage.put(name, encodeMarkerRecord([`${root}/_versions/${formatVersionName('v2', version)}`]));
}

/** The address of the stage's dataset, as a clone's base path names it. */
export const addressOf = (stage: CleanupStage) => `${stage.bare.uri.replace(/\/$/, '')}/${stage.root.key}`;

/** A manifest whose one file lies at another place. */
export const cloned = (version: bigint, path: string, file: string, branch?: string) => ({
  version,
  ...(branch === undefined ? {} : { branch }),
  basePaths: [{ id: 1, name: null, isDatasetRoot: true, path }],
  fragments: [{ id: 0, files: [{ path: file, baseId: 1 }] }],
});
