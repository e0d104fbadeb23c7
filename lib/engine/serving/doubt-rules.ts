/** What a report tells itself that speaks against its health: each takes the green away, whatever its headline is (E.3, E.5). */
import { servedBy } from './head-rules';
import { derivedDecision } from './report-rules';
import type { StatusReport } from './report-schema';

/** `headline`: the verdict that is nearest, where nothing earlier in the order of E.5 applies. */
export type Doubt =
  | { readonly kind: 'seal_mismatch' | 'seal_missing'; readonly seal: 'origin' | 'active' }
  /** A version is named as served while no content is open. */
  | { readonly kind: 'content_absent' }
  /** `pinned_to_clean` is not what this reader works out. */
  | { readonly kind: 'pin_disagrees'; readonly derived: boolean }
  /** What is served might not survive its disk: nobody knows whether the mirror has it. */
  | { readonly kind: 'mirror_unknown' }
  /** The mirror lacks the active import, or ends before the clean version. */
  | { readonly kind: 'mirror_without_active' };

/** Nothing where nothing is served: those headlines are never green. */
export function doubtsOf(report: StatusReport): readonly Doubt[] {
  if (report.serving === null) return [];
  return [...sealDoubts(report), ...servedDoubts(report), ...mirrorDoubts(report)];
}

/** Whether it speaks of the mirror alone: what is served is then right, and only its safety is not. */
export function isOfMirror({ kind }: Doubt): boolean {
  return kind === 'mirror_unknown' || kind === 'mirror_without_active';
}

function sealDoubts({ seals, clocks }: StatusReport): readonly Doubt[] {
  // A dataset whose clean version is told by a tag or an operator has no seals (E.1).
  const sealed = clocks.import.clean_source === 'import_seal';
  return (['origin', 'active'] as const).flatMap((seal): Doubt[] => {
    if (seals[seal] === 'mismatch') return [{ kind: 'seal_mismatch', seal }];
    return sealed && seals[seal] === 'missing' ? [{ kind: 'seal_missing', seal }] : [];
  });
}

function servedDoubts(report: StatusReport): readonly Doubt[] {
  const { history } = report.clocks;
  const served = history.serving_version;
  if (served === null) return [];
  const doubts: Doubt[] = report.serving?.content_present === false ? [{ kind: 'content_absent' }] : [];
  const decision = derivedDecision(history);
  const may = decision === null || decision === 'unverifiable' ? null : servedBy(decision);
  // Another version than this reader's is a finding already, and says more.
  if (may === null || may.version !== BigInt(served.version)) return doubts;
  if (may.pinnedToClean !== served.pinned_to_clean) {
    doubts.push({ kind: 'pin_disagrees', derived: may.pinnedToClean });
  }
  return doubts;
}

function mirrorDoubts({ clocks }: StatusReport): readonly Doubt[] {
  const { configured, has_active: has, state, mirrored_through_version: through } = clocks.replica.mirror;
  if (!configured) return state === 'not_configured' ? [] : [{ kind: 'mirror_unknown' }];
  // Lagging has its own headline.
  if (state === 'lagging') return [];
  const { clean_version: clean } = clocks.history;
  const before = through !== null && clean !== null && through < clean;
  if (has === false || before) return [{ kind: 'mirror_without_active' }];
  return state === 'current' && has === true ? [] : [{ kind: 'mirror_unknown' }];
}
