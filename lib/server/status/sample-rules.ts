/** From what the console's own readings say to one state and one word: only fresh evidence is ever `working`. */
import type { Health } from '@/lib/contracts/datasets';
import type { LockRow, LockState } from '@/lib/contracts/locks';
import type { ReplicaRow, ServingVerdict } from '@/lib/contracts/serving';
import type { StatusState } from '@/lib/contracts/status-document';
import { worstState } from './history-rules';
import type { TargetSample } from './sample-record';
import { reliableMs } from './slot-rules';
import type { RetentionCode, StatusCode } from './status-model';

type Verdict = readonly [state: StatusState, code: StatusCode];

export interface DatasetNow {
  /** Of the newest reading; null: never read. */
  readonly readAgeMs: number | null;
  /** Why the newest look at it, or at its lake, failed. */
  readonly problem: string | null;
  /** Control files and newest manifest were read to their end. */
  readonly readInFull: boolean;
  readonly findings: readonly { readonly kind: string; readonly severity: Exclude<Health, 'ok'> }[];
  /** Of which versions the canary missed objects. */
  readonly missing: 'none' | 'newest' | 'older';
}

export function judgeDataset({ readAgeMs, problem, readInFull, findings, missing }: DatasetNow): Verdict {
  if (problem !== null) return ['unknown', 'unreadable'];
  if (readAgeMs === null) return ['unknown', 'not_sampled'];
  if (readAgeMs > reliableMs) return ['unknown', 'sample_old'];
  if (findings.some(({ kind }) => kind === 'dataset_damaged')) return ['down', 'damaged'];
  if (missing === 'newest') return ['down', 'missing_objects'];
  if (findings.some(({ severity }) => severity === 'stop')) return ['degraded', 'needs_operator'];
  if (missing === 'older') return ['degraded', 'missing_objects'];
  if (findings.some(({ kind }) => kind === 'dangling_tag')) return ['degraded', 'needs_operator'];
  if (!readInFull || findings.some(({ severity }) => severity === 'unknown'))
    return ['unknown', 'unreadable'];
  // What only its operators need to see, such as a marker to clear away, takes nothing from its readers.
  return ['working', 'working'];
}

export interface RetentionNow {
  /** Null: no policy, or none that can be applied. */
  readonly policy: 'applied' | 'wrong' | null;
  readonly readInFull: boolean;
  /** Retirements that nobody goes on with. */
  readonly abandoned: number;
  /** Why nothing of it is cleaned. */
  readonly refusals: number;
  /** Versions by verdict; null where not all could be judged. */
  readonly verdicts: { readonly reclaimable: number; readonly held: number; readonly unknown: number } | null;
}

export function judgeRetention(now: RetentionNow): NonNullable<TargetSample['retention']> {
  const said = (state: StatusState, code: RetentionCode, count: number | null = null) => ({
    state,
    code,
    count,
  });
  const { verdicts } = now;
  if (now.abandoned > 0) return said('degraded', 'abandoned', now.abandoned);
  if (!now.readInFull || now.policy === 'wrong') return said('unknown', 'unknown');
  if (now.policy === null) return said('unknown', 'no_policy');
  if (now.refusals > 0 || verdicts === null || verdicts.unknown > 0) return said('unknown', 'unknown');
  if (verdicts.reclaimable > 0) return said('working', 'due', verdicts.reclaimable);
  if (verdicts.held > 0) return said('working', 'held', verdicts.held);
  return said('working', 'nothing_due');
}

const ofServing: Readonly<Record<ServingVerdict, Verdict>> = {
  no_report: ['unknown', 'not_sampled'],
  unreadable: ['unknown', 'unreadable'],
  invalid: ['unknown', 'unreadable'],
  stale: ['unknown', 'serving_stale'],
  deposed: ['degraded', 'serving_degraded'],
  down: ['down', 'serving_down'],
  absent: ['down', 'serving_down'],
  degraded: ['degraded', 'serving_degraded'],
  recovering: ['degraded', 'serving_recovering'],
  first_import: ['degraded', 'serving_recovering'],
  drift: ['degraded', 'serving_degraded'],
  drift_acknowledged: ['degraded', 'serving_degraded'],
  disagrees: ['degraded', 'serving_degraded'],
  descendant_asserted: ['degraded', 'serving_degraded'],
  // Nothing keeps a second process from serving the same.
  unfenced: ['degraded', 'serving_degraded'],
  mirror_lagging: ['degraded', 'serving_behind'],
  // The older report knows neither a clean version nor its age.
  observed: ['unknown', 'serving_stale'],
  healthy: ['working', 'working'],
};

export interface ServingNow {
  readonly readAgeMs: number | null;
  readonly replicas: readonly Pick<ReplicaRow, 'verdict' | 'confidence' | 'retired'>[];
  /** Whether the canary missed objects of what one of them serves. */
  readonly missing: boolean;
}

/** The worst of its replicas that are not retired. */
export function judgeServing({ readAgeMs, replicas, missing }: ServingNow): Verdict {
  if (readAgeMs === null) return ['unknown', 'not_sampled'];
  if (readAgeMs > reliableMs) return ['unknown', 'sample_old'];
  const verdicts = replicas
    .filter(({ retired }) => retired === null)
    .map(({ verdict, confidence }): Verdict => {
      const judged = ofServing[verdict];
      // A sentence that speaks of now no more proves nothing.
      return judged[0] === 'working' && confidence !== 'fresh' ? ['unknown', 'serving_stale'] : judged;
    });
  if (missing) verdicts.push(['down', 'missing_objects']);
  if (verdicts.length === 0) return ['unknown', 'not_sampled'];
  const worst = worstState(verdicts.map(([state]) => state));
  return verdicts.find(([state]) => state === worst) ?? ['unknown', 'not_sampled'];
}

const ofLock: Readonly<Record<LockState, Verdict>> = {
  unwatched: ['unknown', 'unreadable'],
  unreadable: ['unknown', 'unreadable'],
  free: ['working', 'lock_free'],
  released: ['working', 'lock_free'],
  oversize: ['down', 'lock_corrupt'],
  corrupt: ['down', 'lock_corrupt'],
  claimed: ['degraded', 'lock_silent'],
  // Nobody can tell whether an owner without beats lives.
  'held-unleased': ['unknown', 'not_sampled'],
  'held-observing': ['unknown', 'not_sampled'],
  'held-beating': ['working', 'working'],
  late: ['degraded', 'lock_late'],
  silent: ['down', 'lock_silent'],
};

/** @param now ISO 8601, by the clock of whoever watched */
export function judgeLock(
  { state, freshUntil, flags }: Pick<LockRow, 'state' | 'freshUntil' | 'flags'>,
  now: string,
): Verdict {
  if (freshUntil === null) return ofLock[state][0] === 'unknown' ? ofLock[state] : ['unknown', 'not_sampled'];
  if (freshUntil < now) return ['unknown', 'sample_old'];
  const judged = ofLock[state];
  const flagged = flags.some(({ severity }) => severity === 'stop');
  return flagged && worstState([judged[0], 'degraded']) === 'degraded' && judged[0] !== 'degraded'
    ? ['degraded', 'needs_operator']
    : judged;
}
