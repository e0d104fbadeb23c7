/** A run as its reply tells it: what its record says, what is left of its plan, and what each version is at now. */
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import { maxListed, type PlanSumsView } from '@/lib/contracts/plans';
import type { RunDetail, RunRow, RunVersion } from '@/lib/contracts/runs';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { RunRecord } from '@/lib/engine/operations/run-record';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import { presenceOf } from '@/lib/lake/presence';
import { iso } from './scalars';

export function runRowOf(lake: string, run: RunRecord): RunRow {
  const { owner, stop, ending } = run;
  return {
    ...{ run: run.run, lake, dataset: encodeDatasetId(run.dataset), path: run.dataset },
    ...{ planHash: run.planHash, actor: run.actor, role: run.role, reason: run.reason },
    ...{ approvedBy: run.approvedBy, createdAt: iso(run.createdAt), state: run.state },
    ...{ outcome: ending?.outcome ?? null, failure: ending?.failure ?? null, endedAt: iso(run.endedAt) },
    owner: owner === null ? null : { host: owner.host, pid: owner.pid, since: iso(owner.since) },
    ...{ takeovers: run.takeovers, cursor: run.cursor, counts: run.counts, rate: run.rate },
    countsAtLeast: run.takeovers > 0,
    stop: stop === null ? null : { actor: stop.actor, at: iso(stop.at) },
  };
}

export interface RunSights {
  /** Whether this process has it. */
  readonly here: boolean;
  /** For how long this process has seen no newer beat; null: not looked twice. */
  readonly unchangedForMs: number | null;
  readonly plan: CleanupPlan | null;
  /** The dataset now; null where it could not be read. */
  readonly facts: DatasetFacts | null;
}

export function runDetailOf(lake: string, run: RunRecord, sights: RunSights): RunDetail {
  const { plan, facts } = sights;
  const most: PlanSumsView | null = plan?.most ?? null;
  const objectsLeft = most === null ? null : Math.max(0, most.objects - run.counts.objects);
  const perSecond = speedOf(run);
  const ended = run.state === 'ended';
  const versions = Math.max(run.counts.versions, goneOf(plan, facts));
  return {
    ...runRowOf(lake, run),
    counts: { ...run.counts, versions },
    beat: { count: run.beat.count, unchangedForMs: sights.unchangedForMs },
    ...{ here: sights.here, predicted: plan?.predicted ?? null, most, before: run.before },
    versions: {
      total: plan?.versions.length ?? 0,
      listed: (plan?.versions ?? []).slice(0, maxListed).map((one) => ({
        version: `${one.version}`,
        group: one.group,
        state: stateOf(run, plan, facts, one.version),
      })),
    },
    objectsLeft,
    bytesLeft: most === null ? null : Math.max(0, most.bytes - run.counts.bytes),
    objectsPerSecond: perSecond,
    expectedMs:
      ended || objectsLeft === null || perSecond === null || perSecond === 0
        ? null
        : Math.round((objectsLeft / perSecond) * 1_000),
    log: run.log.map(({ at, sentence }) => ({ at: iso(at), sentence })),
  };
}

/** Planned versions that are not there any more: counted in the dataset itself, whoever told of them. */
function goneOf(plan: CleanupPlan | null, facts: DatasetFacts | null): number {
  if (plan === null || facts === null) return 0;
  const { namespace } = plan;
  return plan.versions.filter(({ version }) => presenceOf(facts, namespace, version) === 'missing').length;
}

/** What its present owner did since it took the run, all by that owner's own clock. */
function speedOf({ owner, counts, earlier, beat }: RunRecord): number | null {
  const ms = owner === null ? 0 : beat.at - owner.since;
  const objects = counts.objects - earlier.objects;
  return ms <= 0 || objects <= 0 ? null : (objects / ms) * 1_000;
}

/** From what lies in the dataset now, so that every server tells the same, whoever owns the run. */
function stateOf(
  run: RunRecord,
  plan: CleanupPlan | null,
  facts: DatasetFacts | null,
  version: bigint,
): RunVersion['state'] {
  if (facts === null || plan === null) return 'unknown';
  const presence = presenceOf(facts, plan.namespace, version);
  if (presence === 'unknown') return 'unknown';
  if (presence === 'missing') return 'retired';
  const markers = facts.control.markers.filter(
    (one) => one.version === version && one.namespace === plan.namespace,
  );
  const strongest = (['committed', 'sealed', 'draining'] as const).find((kind) =>
    markers.some(({ marker }) => marker === kind),
  );
  return strongest ?? (run.state === 'ended' ? 'kept' : 'waiting');
}
