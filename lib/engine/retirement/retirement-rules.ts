/** What a retirement marker means now: whether its owner may still be at work, what it blocks, and what comes next (E, H.1). */
import type { StorageInstant } from '@/lib/base/clock';
import { unreachable } from '@/lib/base/unreachable';
import type { MarkerName } from './marker-names';
import { judgeOwnership, ownedUntil } from './ownership-rules';

export interface MarkerFact extends MarkerName {
  readonly key: string;
  readonly storedAt: StorageInstant;
}

/**
 * `in_use`: its run may still be at work. `stale`: a draining marker that anybody removes. `abandoned`: a seal nobody
 * has committed. `waiting`: what remains for the next cleanup to finish. `unknown`: no store time to judge by.
 */
export type MarkerStanding = 'in_use' | 'stale' | 'abandoned' | 'waiting' | 'unknown';

/** Whether the manifests a marker names still exist; `unknown` when its body or their folder was not read. */
export type ManifestPresence = 'present' | 'missing' | 'partly' | 'unknown';

export interface MarkerJudgement {
  readonly standing: MarkerStanding;
  /** Draining only: the first instant at which its owner no longer owns it. */
  readonly ownedUntil: StorageInstant | null;
  /** What it does now and what comes next. */
  readonly sentence: string;
}

export interface MarkerContext {
  readonly storeTime: StorageInstant | null;
  readonly manifests: ManifestPresence;
  /** Whether a sealed or committed marker of the same run and version exists. */
  readonly advanced: boolean;
}

/** Judges one marker. Seals have no time limit in the format: past the ownership they are called abandoned, not expired. */
export function judgeMarker(marker: MarkerFact, context: MarkerContext): MarkerJudgement {
  const until = marker.marker === 'draining' ? ownedUntil(marker.storedAt) : null;
  const standing = standingOf(marker, context);
  return { standing, ownedUntil: until, sentence: sentenceOf(marker.marker, standing, context) };
}

function standingOf(marker: MarkerFact, context: MarkerContext): MarkerStanding {
  if (marker.marker === 'draining' && context.advanced) return 'stale';
  if (marker.marker !== 'draining' && context.manifests === 'missing') return 'waiting';
  const ownership = judgeOwnership(marker.storedAt, context.storeTime);
  if (ownership === 'unknown') return 'unknown';
  if (ownership === 'active') return 'in_use';
  switch (marker.marker) {
    case 'draining':
      return 'stale';
    case 'sealed':
      return 'abandoned';
    case 'committed':
      return 'waiting';
    default:
      return unreachable(marker.marker);
  }
}

function sentenceOf(marker: MarkerName['marker'], standing: MarkerStanding, context: MarkerContext): string {
  switch (marker) {
    case 'draining':
      if (context.advanced) return 'Left over beside the seal of the same run; the next cleanup removes it.';
      if (standing === 'stale') return 'Its owner no longer owns it; any cleaner or new reader removes it.';
      if (standing === 'unknown')
        return 'Blocks new leases and references while its owner owns it; the store states no time to judge that.';
      return 'A cleanup asks who still needs this version; new leases and references are refused meanwhile.';
    case 'sealed':
      if (context.manifests === 'missing')
        return 'The manifest is gone; the next cleanup removes what is left.';
      if (standing === 'abandoned') {
        return 'No lease or reference can be added and none renewed until a cleanup runs: it finishes the retirement, or cancels it when something needs the version.';
      }
      return 'Leases and references were counted once; a second count decides whether this version is retired.';
    case 'committed':
      if (context.manifests === 'missing')
        return 'The manifest is gone; the next cleanup removes what is left.';
      if (standing === 'waiting')
        return 'The retirement is decided and cannot be undone; the next cleanup deletes the version.';
      return 'The retirement is decided and cannot be undone; its files are being deleted.';
    default:
      return unreachable(marker);
  }
}

/** Ids of runs that sealed or committed `version`, among the markers of that version. */
export function advancedRuns(markers: Iterable<MarkerName>): ReadonlySet<string> {
  const runs = new Set<string>();
  for (const marker of markers) if (marker.marker !== 'draining') runs.add(runKey(marker));
  return runs;
}

export function hasAdvanced(marker: MarkerName, runs: ReadonlySet<string>): boolean {
  return runs.has(runKey(marker));
}

function runKey(marker: MarkerName): string {
  return `${marker.namespace}/${marker.version}/${marker.markerOperationId}`;
}

export type Admission =
  /** Nothing stands in the way once `remove`, markers without an owner, are gone. */
  | { readonly kind: 'open'; readonly remove: readonly MarkerFact[] }
  | { readonly kind: 'retiring'; readonly because: MarkerFact };

/**
 * Whether a version accepts a new lease or reference under the markers it has (H.1).
 * @param now a reading of the namespace's clock object; only draining markers are judged by it
 * @param abandonedHere keys of draining markers whose run was dropped in this process
 */
export function decideAdmission(
  markers: readonly MarkerFact[],
  now: StorageInstant,
  abandonedHere: ReadonlySet<string> = new Set(),
): Admission {
  const remove: MarkerFact[] = [];
  for (const marker of markers) {
    if (marker.marker !== 'draining') return { kind: 'retiring', because: marker };
    const stale = abandonedHere.has(marker.key) || judgeOwnership(marker.storedAt, now) === 'expired';
    if (!stale) return { kind: 'retiring', because: marker };
    remove.push(marker);
  }
  return { kind: 'open', remove };
}

/** The marker that refuses renewal: any seal or commit, at any age; draining does not (H.2). */
export function renewalRefusedBy(markers: readonly MarkerFact[]): MarkerFact | null {
  return markers.find((marker) => marker.marker !== 'draining') ?? null;
}

/** Whether a seal came while its run still owned the drain; otherwise the run fails and the seal goes (E). */
export function sealedInTime(drainedAt: StorageInstant, sealedAt: StorageInstant): boolean {
  return ownedUntil(drainedAt) > sealedAt;
}
