/** Whether drift and descendant are proven by the dataset's own history, only asserted, contradicted or unknown, and why (E.6). */
import type { z } from 'zod';
import type { headCertainty } from '@/lib/contracts/serving-report';
import { decideHead, type HeadDecision } from '@/lib/engine/serving/head-rules';
import {
  certaintyOf,
  type HeadCertainty,
  type MaintenanceProof,
} from '@/lib/engine/serving/maintenance-rules';
import { headFactsOf } from '@/lib/engine/serving/report-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import { datasetOfUri, type LakeAddress } from '@/lib/lake/serving/dataset-uri-rules';
import { type Walk, type WalkReading, walkBounds } from '@/lib/lake/serving/maintenance-proofs';
import { iso } from './scalars';

type Later = Extract<HeadDecision, { kind: 'checkout_clean' | 'serve_known_descendant' }>;

/** A head later than clean, which its history may explain. */
interface LaterHead {
  readonly decision: Later;
  readonly clean: bigint;
  readonly head: bigint;
}

/** Null where nothing later than clean is to be explained. */
export function laterHeadOf(report: StatusReport): LaterHead | null {
  const facts = headFactsOf(report.clocks.history);
  if (facts === null) return null;
  const decision = decideHead(facts);
  if (decision.kind !== 'checkout_clean' && decision.kind !== 'serve_known_descendant') return null;
  return { decision, clean: facts.clean, head: facts.observedHead };
}

/** The history that could tell; null where its dataset lies in no configured lake. */
export function walkOf(report: StatusReport, later: LaterHead, lakes: readonly LakeAddress[]): Walk | null {
  const dataset = datasetOfUri(report.lineage.dataset_uri, lakes);
  return dataset === null ? null : { ...dataset, clean: later.clean, head: later.head };
}

/** `elsewhere`: in no configured lake. `put_off`: too many others were to be walked at once. */
export type WalkAnswer =
  | { readonly kind: 'walked'; readonly walk: Walk; readonly reading: WalkReading }
  | { readonly kind: 'elsewhere' }
  | { readonly kind: 'put_off' };

/** Versions named one by one; how many there are is told beside them. */
const mostVersions = 50;

export type HeadCertaintyView = z.input<typeof headCertainty>;

export function headCertaintyOf({ decision, clean, head }: LaterHead, answer: WalkAnswer): HeadCertaintyView {
  const proof = answer.kind === 'walked' ? answer.reading.proof : null;
  const certainty = certaintyOf(decision, proof, clean);
  return {
    of: decision.kind === 'checkout_clean' ? 'drift' : 'descendant',
    certainty,
    sentence: sentenceOf(decision, certainty, answer, `${clean + 1n} to ${head}`),
    walk: answer.kind === 'walked' ? walkView(answer.walk, answer.reading) : null,
  };
}

function walkView({ lake, path, clean, head }: Walk, { proof, at, cost }: WalkReading) {
  const verified = proof?.verified ?? [];
  return {
    ...{ lake, path, from: String(clean + 1n), to: String(head) },
    verified: verified.slice(0, mostVersions).map(String),
    verifiedTotal: proof === null ? null : verified.length,
    endedAt: proof === null || proof.end.kind === 'at_head' ? null : String(proof.end.version),
    operation: proof?.end.kind === 'other_operation' ? proof.end.operation : null,
    at: iso(at),
    ...cost,
  };
}

function sentenceOf(decision: Later, certainty: HeadCertainty, answer: WalkAnswer, versions: string) {
  const drift = decision.kind === 'checkout_clean';
  const why = historySays(answer, versions);
  switch (certainty) {
    case 'proven':
      return drift ? `${why} So this drift is proven.` : `${why} So this descendant is proven.`;
    case 'contradicted':
      return drift
        ? `${why} So this is no drift: the head could be served.`
        : `${why} So what the replica calls maintenance is none.`;
    case 'asserted':
      return `The replica says so and nobody else. ${why}`;
    case 'unknown':
      return `Nobody can say what made the head. ${why}`;
  }
}

function historySays(answer: WalkAnswer, versions: string): string {
  switch (answer.kind) {
    case 'elsewhere':
      return 'Its dataset lies in no configured lake, so its history is not walked.';
    case 'put_off':
      return 'Too many histories were to be walked at once; open this replica alone.';
    case 'walked': {
      const { proof } = answer.reading;
      if (proof === null) return `The store gave no whole answer within ${walkBounds.ms / 1_000} s.`;
      return endSays(proof, versions);
    }
  }
}

function endSays({ end }: MaintenanceProof, versions: string): string {
  switch (end.kind) {
    case 'at_head':
      return `By the lake’s history versions ${versions} are all maintenance.`;
    case 'other_operation':
      return `By the lake’s history version ${end.version} was made by ${end.operation}, which is no maintenance.`;
    case 'missing':
      return end.what === 'manifest'
        ? `Version ${end.version} is not in the lake: it is only in the replica’s own copy, or gone.`
        : `Version ${end.version} has no transaction in the lake.`;
    case 'unreadable':
      return `Version ${end.version} cannot be read in the lake: ${end.because}.`;
    case 'bound':
      return end.of === 'versions'
        ? `The walk ends after ${walkBounds.versions} versions, at version ${end.version}.`
        : `The walk ends after ${walkBounds.bytes / 1024 / 1024} MiB, at version ${end.version}.`;
  }
}
