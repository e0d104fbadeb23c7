/** The actions of section F that need the process itself, each offered only where it says how: tags, copies, imports (F). */
import { decidePin, paramsOf, pinName } from './action-rules';
import type { IntentActions } from './answer-intents';
import type { Intent, IntentOutcome } from './intent-schema';
import type { ServingPair } from './lifecycle-rules';
import { type ActionAnswer, outcomeOf, rejected } from './own-actions';
import type { Observations } from './replica-state-rules';
import type { ServingReporter } from './serving-reporter';

/** What a process can do; what is left out is not offered. Whatever one throws makes the intent `failed`. */
export interface ReplicaPorts {
  readonly tags?: {
    /** Version of a tag; null when there is none. */
    find(name: string): Promise<bigint | null>;
    /** Put-if-absent, never a change; false when it is there by now. */
    create(name: string, version: bigint): Promise<boolean>;
    delete(name: string): Promise<void>;
    /** Where the previous import was published; null where nobody knows. */
    previousVersion(): Promise<bigint | null>;
  };
  /** Opens the previous import by checkout, never by a restore, which would commit a new head; null where it cannot. */
  readonly openPrevious?: (pair: ServingPair) => Promise<OpenedPrevious | null>;
  /** Closes what is served. */
  readonly close?: () => Promise<Observations>;
  /** Begin work that the report then tells of. */
  readonly rerun?: () => Promise<void>;
  readonly hydrate?: (version: bigint) => Promise<void>;
  readonly retryMirror?: () => Promise<void>;
}

/** Open and not served yet. */
export interface OpenedPrevious {
  readonly observed: Observations;
  /** Serves it in place of what was served, in one step. */
  show(): void;
  /** It is not served after all. */
  close(): void;
}

const done: IntentOutcome = { outcome: 'done', reason: null };
/** It has begun; how it ends is told by operation and clocks. */
const accepted: IntentOutcome = { outcome: 'accepted', reason: null };

/** @param reporter asked when an intent comes: the actions are one of the options it is made with */
export function replicaActions(reporter: () => ServingReporter, ports: ReplicaPorts): IntentActions {
  const { tags, openPrevious, close, rerun, hydrate, retryMirror } = ports;
  const actions: Record<string, IntentActions[string] | null> = {
    pin_clean: tags === undefined ? null : (intent) => pinClean(reporter(), tags, intent),
    unpin: tags === undefined ? null : (intent) => unpin(reporter(), tags, intent),
    rollback: openPrevious === undefined ? null : () => rollBackTo(reporter(), openPrevious),
    retract: close === undefined ? null : async () => outcomeOf(await reporter().retract(await close())),
    rerun_import: rerun === undefined ? null : () => begun(rerun),
    retry_mirror: retryMirror === undefined ? null : () => begun(retryMirror),
    hydrate: hydrate === undefined ? null : () => begun(() => hydrate(wanted(reporter()))),
  };
  return Object.fromEntries(
    Object.entries(actions).flatMap(([name, act]) =>
      act === null || act === undefined ? [] : [[name, act]],
    ),
  );
}

async function begun(begin: () => Promise<void>): Promise<IntentOutcome> {
  await begin();
  return accepted;
}

type Tags = NonNullable<ReplicaPorts['tags']>;

async function pinClean(reporter: ServingReporter, tags: Tags, intent: Intent): Promise<IntentOutcome> {
  const { serving, clocks } = reporter.report;
  const { publication_version, clean_version } = clocks.history;
  const clean = publication_version ?? clean_version;
  if (serving === null || clean === null) return rejected('nobody knows which version is clean');
  const name = paramsOf('pin_clean', intent).tag ?? pinName(serving.active);
  const wanted = BigInt(clean);
  const decision = decidePin(await tags.find(name), wanted);
  if (decision.kind === 'refuse') return rejected(decision.because);
  if (decision.kind === 'done' || (await tags.create(name, wanted))) return done;
  // Somebody was quicker: the same question once more, and a tag is never changed.
  const now = decidePin(await tags.find(name), wanted);
  return now.kind === 'done' ? done : rejected(now.kind === 'refuse' ? now.because : 'the tag came and went');
}

async function unpin(reporter: ServingReporter, tags: Tags, intent: Intent): Promise<IntentOutcome> {
  const { tag } = paramsOf('unpin', intent);
  const version = await tags.find(tag);
  if (version === null) return done;
  const { serving, clocks } = reporter.report;
  const { publication_version, clean_version, serving_version } = clocks.history;
  const served = [publication_version, clean_version, serving_version?.version];
  if (served.some((one) => one != null && BigInt(one) === version)) return rejected('that version is served');
  if (serving !== null && publication_version === null && clean_version === null)
    return rejected('nobody knows which version is clean');
  if (serving !== null && serving.previous !== null) {
    const previous = await tags.previousVersion();
    if (previous === null) return rejected('nobody knows where the previous import was published');
    if (previous === version) return rejected('that version is the previous import');
  }
  await tags.delete(tag);
  return done;
}

async function rollBackTo(
  reporter: ServingReporter,
  openPrevious: NonNullable<ReplicaPorts['openPrevious']>,
): Promise<IntentOutcome> {
  const { serving } = reporter.state.lifecycle;
  if (serving === null) return rejected('there is no previous import');
  const opened = await openPrevious(serving);
  if (opened === null) return rejected('the previous import is neither here nor in the mirror');
  // Active and previous as they were before it was opened: an import meanwhile refuses it.
  const answer: Promise<ActionAnswer> = reporter.rollBack(serving, opened.observed);
  // The lifecycle has moved by now or never will: content follows in the same step.
  if (reporter.state.lifecycle.serving?.active === serving.previous) opened.show();
  else opened.close();
  return outcomeOf(await answer);
}

function wanted({ report }: ServingReporter): bigint {
  const { recovery } = report.clocks.history;
  if (recovery?.kind !== 'hydrate_from_mirror') throw new RangeError('there is nothing to hydrate');
  return BigInt(recovery.want);
}
