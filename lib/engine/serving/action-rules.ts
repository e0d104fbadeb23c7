/** The guards of section F beyond what was expected and what is offered: pure, asked by the console and again by the replica. */
import { z } from 'zod';
import type { Intent } from './intent-schema';
import type { StatusReport } from './report-schema';

/** Retention intent is never shorter than this. */
export const shortestGraceMs = 7 * 86_400_000;
/** Tags that operators pin carry this, and no other is unpinned. */
const pinPrefix = 'clean-';

const tagName = z
  .string()
  .max(200)
  .regex(/^(?!\.)(?!.*\.\.)(?!.*\.lock$)[A-Za-z0-9._-]+(?<!\.)$/);
const versions = z.array(z.int().min(1)).max(10_000);
const params = {
  pin_clean: z.object({ tag: tagName.optional() }),
  unpin: z.object({ tag: tagName }),
  ack_drift: z.object({ expires_at: z.iso.datetime() }),
  rerun_import: z.object({ supersede: z.boolean().default(false) }),
  set_retention: z.object({ grace_until: z.iso.datetime(), keep_versions: versions.optional() }),
  assert_maintenance: z.object({ versions }),
};
type Params<Action extends keyof typeof params> = z.output<(typeof params)[Action]>;

/** What an intent says beside its action. @throws ZodError for what `refuseAction` refuses */
export function paramsOf<Action extends keyof typeof params>(action: Action, intent: Intent): Params<Action> {
  return params[action].parse(intent.params) as Params<Action>;
}

/**
 * Null when nothing in the report speaks against it; otherwise why not. An action that is not of section F is the
 * process's own to guard.
 * @param nowMs milliseconds since the epoch
 */
export function refuseAction(intent: Intent, report: StatusReport, nowMs: number): string | null {
  const { action } = intent;
  if (action in params && !params[action as keyof typeof params].safeParse(intent.params).success) {
    return 'what it says beside its action is not in its form';
  }
  const guard = guards[action];
  return guard === undefined ? null : guard(report, intent, nowMs);
}

type Guard = (report: StatusReport, intent: Intent, nowMs: number) => string | null;

const guards: Readonly<Record<string, Guard>> = {
  pin_clean: ({ serving, seals, clocks }) => {
    if (serving === null) return 'nothing is served';
    if (seals.active === 'missing' || seals.active === 'mismatch')
      return `the active seal is ${seals.active}`;
    return clocks.history.clean_version === null ? 'nobody knows which version is clean' : null;
  },
  unpin: ({ serving }, intent) => {
    const { tag } = paramsOf('unpin', intent);
    if (!tag.startsWith(pinPrefix)) return `only tags that begin with ${pinPrefix} are unpinned`;
    const pinned = [serving?.active, serving?.previous].some(
      (id) => id != null && tag === `${pinPrefix}${id}`,
    );
    return pinned ? 'that import is active or previous' : null;
  },
  ack_drift: ({ clocks }, intent, nowMs) => {
    if (clocks.history.decision?.kind !== 'checkout_clean') return 'there is no drift';
    return Date.parse(paramsOf('ack_drift', intent).expires_at) > nowMs
      ? null
      : 'it would have ended already';
  },
  rollback: ({ serving, operation }) => {
    if (operation.state === 'importing') return 'an import is in flight';
    return (serving?.previous ?? null) === null ? 'there is no previous import' : null;
  },
  rerun_import: ({ operation, last_failure, clocks }, intent) => {
    const { desired } = clocks.import;
    if (desired === null || desired.identity === null)
      return 'no import with a known identity was wished for';
    const failure = operation.state === 'failed' ? operation.error : last_failure;
    const failed = operation.state === 'failed' ? operation.candidate : last_failure?.candidate;
    if (failure?.kind === 'identity_conflict' && failed === desired.import_id) {
      return 'its identity is in conflict, which no repetition settles';
    }
    const supersedes = paramsOf('rerun_import', intent).supersede;
    return operation.state === 'importing' && !supersedes ? 'an import is in flight' : null;
  },
  cancel: ({ operation }) => (operation.state === 'importing' ? null : 'no import is in flight'),
  dismiss_failure: ({ operation }) => (operation.state === 'failed' ? null : 'nothing has failed'),
  hydrate: ({ clocks: { history } }) => {
    const behind = history.decision?.kind === 'replica_incomplete';
    const helps = history.recovery?.kind === 'hydrate_from_mirror';
    return behind && helps ? null : 'there is nothing to hydrate';
  },
  retry_mirror: ({ operation, clocks }) => {
    const failed = operation.state === 'failed' && operation.error.kind === 's3_publication';
    return failed || clocks.replica.mirror.state === 'lagging' ? null : 'the mirror is not behind';
  },
  set_retention: (_, intent, nowMs) => {
    const until = Date.parse(paramsOf('set_retention', intent).grace_until);
    return until - nowMs >= shortestGraceMs ? null : 'a grace period is never shorter than seven days';
  },
  assert_maintenance: ({ clocks: { history } }, intent) => {
    const { clean_version: clean, observed_head: head } = history;
    if (clean === null || head === null || head <= clean) return 'no version is later than clean';
    if (!history.locally_available.includes(head)) return 'the head is not here';
    const listed = new Set(paramsOf('assert_maintenance', intent).versions);
    // A head far away cannot be listed whole: the first gap ends the search.
    for (let version = clean + 1; version <= head; version += 1) {
      if (!listed.has(version)) return `version ${version} is not listed`;
    }
    return null;
  },
  retract: ({ serving, operation }) => {
    if (operation.state === 'importing') return 'an import is in flight';
    return serving === null ? 'nothing is served' : null;
  },
};

export type PinDecision =
  | { readonly kind: 'create' }
  /** It is there already, at this very version. */
  | { readonly kind: 'done' }
  /** A tag is never moved: another version needs another name. */
  | { readonly kind: 'refuse'; readonly because: string };

/** @param existing version of the tag of this name, null for none */
export function decidePin(existing: bigint | null, wanted: bigint): PinDecision {
  if (existing === null) return { kind: 'create' };
  if (existing === wanted) return { kind: 'done' };
  return { kind: 'refuse', because: `the tag is at version ${existing} already` };
}

export function pinName(importId: string): string {
  return `${pinPrefix}${importId}`;
}
