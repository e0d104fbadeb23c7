/** What must hold at a death, while others finish, and at the end; every violation is one sentence. */
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupReport } from '@/lib/engine/cleanup/cleanup-report';
import type { ObjectMeta, ObjectStore } from '@/lib/engine/store/object-store';
import type { CrashScene } from './crash-scene';
import { goingVersions, isAnchor, manifestKey, tableRoot } from './crash-table';
import { listAll } from './list-all';
import { dispatchedStore } from './mortal-store';

const committedOf = /\/_refs\/version_lease_gc\/main\/(\d+)\/[0-9a-f]{32}\.committed$/;

/** Versions of the main branch that have a committed marker. */
export function committedIn(objects: readonly ObjectMeta[]): ReadonlySet<bigint> {
  return new Set(
    objects.flatMap(({ key }) => {
      const version = committedOf.exec(key)?.[1];
      return version === undefined ? [] : [BigInt(version)];
    }),
  );
}

/** The store, watched at every change: nothing outside the dataset, and no commit goes before its manifest. */
export function watchedStore(inner: ObjectStore, violations: string[]): ObjectStore {
  return dispatchedStore(inner, async (call) => {
    for (const key of call.keys) {
      if (!key.startsWith(`${tableRoot}/`)) violations.push(`${call.verb} outside the dataset: ${key}`);
      const version = call.verb.startsWith('delete') ? committedOf.exec(key)?.[1] : undefined;
      if (version === undefined) continue;
      const manifest = await inner.head(manifestKey(BigInt(version)));
      if (manifest.kind === 'found') violations.push(`the commit of version ${version} was undone`);
    }
    return call.effect();
  });
}

/** At the moment of a death. A version that lost anything is committed, and its manifest is the last that it loses. */
export async function brokenAtDeath(bare: ObjectStore, scene: CrashScene): Promise<readonly string[]> {
  const objects = await listAll(bare);
  const there = new Set(objects.map(({ key }) => key));
  const committed = committedIn(objects);
  const broken = [...brokenSurvivors(objects, scene)];
  for (const [version, own] of scene.own) {
    const missing = [...own].filter((key) => !there.has(key));
    const left = [...own].filter((key) => there.has(key) && !isSharedByGoing(key, version, scene));
    const manifest = there.has(manifestKey(version));
    if (missing.length > 0 && manifest && !committed.has(version)) {
      broken.push(`version ${version} is not committed and lost ${missing[0]}`);
    }
    if (!manifest && left.length > 0) broken.push(`version ${version} lost its manifest before ${left[0]}`);
  }
  return broken;
}

/** After the last of the others: exactly what survives, and clocks. */
export async function brokenAtEnd(
  bare: ObjectStore,
  scene: CrashScene,
  committed: ReadonlySet<bigint>,
): Promise<readonly string[]> {
  const objects = await listAll(bare);
  const broken = [...brokenSurvivors(objects, scene)];
  for (const { key } of objects) {
    if (!scene.survivors.has(key) && !isAnchor(key)) broken.push(`left behind: ${key}`);
  }
  for (const version of committed) {
    if (objects.some(({ key }) => key === manifestKey(version))) {
      broken.push(`version ${version} was committed and is still there`);
    }
  }
  return broken;
}

/** A finisher completes; what it does not retire it keeps and says why. */
export async function brokenByRun(
  bare: ObjectStore,
  plan: CleanupPlan,
  report: CleanupReport,
): Promise<readonly string[]> {
  const broken: string[] = [];
  if (report.outcome !== 'completed') {
    broken.push(
      `a finisher ended ${report.outcome}: ${JSON.stringify(report.failure ?? report.incidents[0])}`,
    );
  }
  const reasons = new Set([
    ...plan.kept.filter(({ protections }) => protections.length > 0).map(({ version }) => version),
    ...report.left.map(({ version }) => version),
  ]);
  const there = new Set((await listAll(bare)).map(({ key }) => key));
  for (const version of goingVersions) {
    const stays = there.has(manifestKey(version));
    if (stays && !reasons.has(version)) broken.push(`version ${version} stays without a reason`);
    if (stays && report.retired.includes(version))
      broken.push(`version ${version} is there and reported gone`);
  }
  return broken;
}

function brokenSurvivors(objects: readonly ObjectMeta[], { survivors }: CrashScene): readonly string[] {
  const there = new Map(objects.map(({ key, etag }) => [key, etag]));
  return [...survivors].flatMap(([key, etag]) => {
    if (!there.has(key)) return [`missing: ${key}`];
    return there.get(key) === etag ? [] : [`changed: ${key}`];
  });
}

/** Also needed by another version that goes: it may go later than this one's manifest. */
function isSharedByGoing(key: string, version: bigint, { own }: CrashScene): boolean {
  return [...own].some(([other, keys]) => other !== version && keys.has(key));
}
