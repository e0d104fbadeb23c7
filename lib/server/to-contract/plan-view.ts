/** A plan as its reply tells it: sums and counts of everything, and the first thousand of each long list. */
import type { z } from 'zod';
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import {
  type KeptVersionView,
  maxListed,
  type PlanPreview,
  type PlanRow,
  type sealedPlan,
} from '@/lib/contracts/plans';
import type { CleanupPlan, KeptVersion } from '@/lib/engine/cleanup/cleanup-plan';
import type { PlanApproval } from '@/lib/engine/operations/approve-plan';
import type { PlanClaim } from '@/lib/engine/operations/claim-plan';
import type { FoundPlan } from '@/lib/engine/operations/find-plan';
import type { SealRow } from '@/lib/engine/operations/list-plans';
import { policyView } from './cleanup-policy';
import { decimal, iso } from './scalars';

export function planPreviewOf(lake: string, plan: CleanupPlan): PlanPreview {
  const { storeTime, notes: _, ...observed } = plan.observations;
  return {
    ...{ lake, dataset: encodeDatasetId(plan.dataset), path: plan.dataset },
    policy: policyView(plan.policy),
    latest: decimal(plan.latest),
    versions: {
      total: plan.versions.length,
      listed: plan.versions
        .slice(0, maxListed)
        .map(({ version, group }) => ({ version: decimal(version), group })),
    },
    objects: byClass(plan),
    kept: { total: plan.kept.length, listed: newest(plan.kept).slice(0, maxListed).map(keptOf) },
    keptBy: byReason(plan.kept),
    ...{ predicted: plan.predicted, most: plan.most, requestEstimate: plan.requestEstimate },
    judgedAt: iso(storeTime),
    observed,
  };
}

export function sealedPlanOf(
  lake: string,
  { plan, seal, life }: Extract<FoundPlan, { kind: 'found' }>,
  told: {
    readonly approval: { readonly needed: boolean; readonly by: PlanApproval | null };
    readonly claim: PlanClaim | null;
  },
): z.input<typeof sealedPlan> {
  const { approval, claim } = told;
  const { by } = approval;
  return {
    ...planPreviewOf(lake, plan),
    ...{ hash: plan.hash, actor: seal.actor, role: seal.role, state: life.state },
    ...{ sealedAt: iso(life.sealedAt), lapsesAt: iso(life.lapsesAt) },
    started: claim === null ? null : { actor: claim.actor, at: iso(claim.at) },
    approval: {
      needed: approval.needed,
      by: by === null ? null : { actor: by.actor, role: by.role, at: iso(by.at) },
    },
  };
}

export function planRowOf(lake: string, { planHash, dataset, actor, life, claimed }: SealRow): PlanRow {
  return {
    ...{ lake, dataset: encodeDatasetId(dataset), path: dataset },
    ...{ hash: planHash, actor, state: claimed ? 'run' : life.state },
    ...{ sealedAt: iso(life.sealedAt), lapsesAt: iso(life.lapsesAt) },
  };
}

function keptOf({ version, protections }: KeptVersion): KeptVersionView {
  const because = protections.map(({ kind, subject, standing, holder, until, endsWhen }) => ({
    ...{ kind, subject, standing, holder, endsWhen },
    until: iso(until),
  }));
  return { version: decimal(version), because };
}

function newest(kept: readonly KeptVersion[]): readonly KeptVersion[] {
  return [...kept].sort((a, b) => (a.version > b.version ? -1 : 1));
}

function byReason(kept: readonly KeptVersion[]): PlanPreview['keptBy'] {
  const counts = new Map<string, number>();
  for (const { protections } of kept) {
    for (const kind of new Set(protections.map((one) => one.kind)))
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, versions]) => ({ kind, versions })).sort((a, b) => b.versions - a.versions);
}

/** Manifests of planned versions are a class of their own, though the plan names them with their versions. */
function byClass({ versions, objects }: CleanupPlan): PlanPreview['objects'] {
  const manifests = versions.flatMap((one) => one.manifests);
  const rows = new Map<string, PlanPreview['objects'][number]>();
  const add = (name: string, because: 'version' | 'unverified', size: number) => {
    const known = rows.get(`${name} ${because}`);
    const { objects: count, bytes } = known ?? { objects: 0, bytes: 0 };
    rows.set(`${name} ${because}`, { class: name, because, objects: count + 1, bytes: bytes + size });
  };
  for (const { size } of manifests) add('manifest', 'version', size);
  for (const { class: name, because, size } of objects) add(name, because, size);
  return [...rows.values()].sort((a, b) => b.bytes - a.bytes);
}
