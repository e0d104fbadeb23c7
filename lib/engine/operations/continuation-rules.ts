/**
 * What is left of an approved plan when another owner goes on with its run: a plan made now, cut to what was approved.
 * It names nothing that the approved one does not, as it was then; what came to be held since is left, with its reason.
 */
import type { StorageInstant } from '@/lib/base/clock';
import type { CleanupPlan, PlannedVersion } from '@/lib/engine/cleanup/cleanup-plan';
import type { LeftVersion } from '@/lib/engine/cleanup/cleanup-report';
import { planHash } from '@/lib/engine/cleanup/plan-hash';
import { planSums } from '@/lib/engine/cleanup/plan-sums';
import type { Protection } from '@/lib/engine/protection/protection-facts';

export interface Continuation {
  readonly plan: CleanupPlan;
  /** Planned versions that are gone: earlier owners retired them. */
  readonly retired: readonly bigint[];
  /** Planned versions that stay now. */
  readonly left: readonly LeftVersion[];
}

/** @param now a plan of the same policy, made after the earlier owner's last effect */
export function continuePlan(approved: CleanupPlan, now: CleanupPlan): Continuation {
  const manifests = identities(approved.versions.flatMap((one) => one.manifests));
  const objects = identities(approved.objects);
  const planned = new Map(now.versions.map((one) => [one.version, one]));
  const kept = new Map(now.kept.map(({ version, protections }) => [version, protections]));
  const versions: PlannedVersion[] = [];
  const retired: bigint[] = [];
  const left: LeftVersion[] = [];
  for (const { version } of approved.versions) {
    const found = planned.get(version);
    const protections = kept.get(version);
    if (found?.manifests.every((one) => isAmong(manifests, one))) versions.push(found);
    else if (found !== undefined)
      left.push(leave(version, 'changed', 'Its manifest is not the planned one any more.'));
    else if (protections === undefined) retired.push(version);
    else left.push({ ...leave(version, 'held', 'Something came to need it since the plan.'), protections });
  }
  const same = now.objects.filter((one) => isAmong(objects, one));
  const content = { ...now, versions, objects: same, ...planSums(versions, same) };
  return { plan: { ...content, hash: planHash(content) }, retired, left };
}

/**
 * How long an earlier owner's drains still keep versions that nothing else keeps: nobody may end a fresh drain but who
 * wrote it (E). 0 when none does.
 * @param storeTime when the plan that was cut was made
 */
export function drainsLeftMs({ left }: Pick<Continuation, 'left'>, storeTime: StorageInstant): number {
  const ends = left.flatMap(({ protections }) =>
    protections.every(isFreshDrain) ? protections.map(({ until }) => until ?? storeTime) : [],
  );
  return Math.max(0, ...ends.map((until) => until - storeTime));
}

function isFreshDrain({ kind, subject }: Protection): boolean {
  return kind === 'retirement' && subject === 'draining';
}

type Identity = Pick<CleanupPlan['objects'][number], 'key' | 'etag' | 'size'>;

function identities(objects: readonly Identity[]): ReadonlyMap<string, Identity> {
  return new Map(objects.map((one) => [one.key, one]));
}

function isAmong(known: ReadonlyMap<string, Identity>, { key, etag, size }: Identity): boolean {
  const one = known.get(key);
  return one?.etag === etag && one.size === size;
}

function leave(version: bigint, reason: LeftVersion['reason'], sentence: string): LeftVersion {
  return { version, reason, protections: [], sentence };
}
