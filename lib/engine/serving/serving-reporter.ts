/**
 * The part of a serving process that says what it serves. Every change is made in one synchronous step and then told;
 * an import's token is stored before its work may begin, and a process that lost its place goes on serving in silence.
 */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { type Random, uuidHex } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { answerIntents, type IntentActions, intentMemory } from './answer-intents';
import { mayWork } from './fence-rules';
import { freshState, unreadMemory } from './fresh-state';
import { beatUntil } from './heartbeat-loop';
import type { ImportIdentity } from './identity-rules';
import { type ImportId, importIdOf } from './import-id-rules';
import {
  cancelImport,
  completeReconciled,
  dismissFailure,
  failImport,
  type ImportFailure,
  type LifecycleRefusal,
  retract,
  rollBack,
  type ServingPair,
  type Transition,
} from './lifecycle-rules';
import { ownActions } from './own-actions';
import {
  composeReport,
  type ImportStep,
  type Observations,
  type ReplicaIdentity,
  type ReplicaState,
  type RetentionWish,
  reportImport,
  takeOver,
  withAck,
  withFailure,
} from './replica-state-rules';
import { decodeReport } from './report-rules';
import type { StatusReport } from './report-schema';
import { replicaPlaces } from './serving-names';
import { type ServingRules, servingRules } from './serving-rules';
import { encodeReport, type StatusWriting } from './status-slot';
import { type Fence, type ReportWrite, type Standing, StatusWriter } from './status-writer';

export interface ReporterOptions extends Omit<ReplicaIdentity, 'instanceId' | 'capabilities'> {
  readonly store: ObjectStore;
  /** Prefix of all state in the store, without a trailing slash. */
  readonly state: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly observed: Observations;
  /** Asked at each heartbeat; its failure costs a field and nothing else. */
  readonly memory: () => Promise<StatusReport['memory']>;
  /** What operators may ask for beside what the reporter does itself; their names become capabilities. */
  readonly actions?: IntentActions;
  readonly rules?: ServingRules;
  /** What the store offers for reports, asked at each claim; null while nobody can tell. Absent: it replaces on condition. */
  readonly writing?: () => Promise<StatusWriting | null>;
  /** Epoch of the pointer where this replica wrote it, else 0; asked at each claim. Absent: it publishes nothing. */
  readonly publishedEpoch?: () => Promise<number>;
}

export type StepAnswer =
  | { readonly kind: 'done'; readonly told: ReportWrite }
  | { readonly kind: 'refused'; readonly refusal: LifecycleRefusal | { readonly kind: 'not_owner' } };

export type ImportStart =
  | { readonly kind: 'started'; readonly candidate: ImportId; readonly generation: number }
  /** The raised generation could not be stored for certain: its token is burnt and no work may begin. */
  | { readonly kind: 'not_stored'; readonly told: ReportWrite }
  | Extract<StepAnswer, { kind: 'refused' }>;

export interface ServingReporter {
  /** The newest report, from memory: there before the claim and before anything is served. */
  readonly report: StatusReport;
  readonly state: ReplicaState;
  readonly standing: Standing;
  /** Why the place could not be claimed, one plain phrase. */
  readonly refusal: string | null;
  /** Claims the epoch and takes over what the process before reported; may be called again while `read_only`. */
  start(): Promise<Standing>;
  startImport(identity: ImportIdentity): Promise<ImportStart>;
  /** Shows where an import is; a token that is not the one in flight changes nothing. */
  showStep(generation: number, step: ImportStep, progress: number | null): void;
  /** @param observed what is true from the moment of activation on, together with it */
  activate(identity: ImportIdentity, generation: number, observed: Observations): Promise<StepAnswer>;
  completeReconciled(identity: ImportIdentity, generation: number): Promise<StepAnswer>;
  fail(identity: ImportIdentity, generation: number, error: ImportFailure): Promise<StepAnswer>;
  /** Tells a failure that moved nothing, as when the mirror refuses what is served already. @param candidate its import */
  noteFailure(candidate: ImportId, generation: number, error: ImportFailure): Promise<StepAnswer>;
  rollBack(expected: ServingPair, observed: Observations): Promise<StepAnswer>;
  cancel(generation: number): Promise<StepAnswer>;
  dismissFailure(generation: number): Promise<StepAnswer>;
  /** Nothing is served any more. @param observed without content: it is dropped in the same step */
  retract(observed: Observations): Promise<StepAnswer>;
  acknowledge(ack: StatusReport['acks'][number]): Promise<StepAnswer>;
  /** What operators want kept, in place of what they wanted before; it only adds to what is observed. */
  setRetention(wish: RetentionWish): Promise<StepAnswer>;
  /** Told with the next report. @throws `invalid_input` like every step that takes observations: nothing changes then */
  observe(observed: Observations): void;
  publish(): Promise<ReportWrite>;
  /** One heartbeat: memory, the report, then what operators ask. */
  beat(): Promise<ReportWrite>;
  /** Beats until aborted; an error of one beat ends nothing. */
  run(signal: AbortSignal): Promise<void>;
}

const unwaited: StepAnswer = { kind: 'done', told: 'written' };

export function createServingReporter(options: ReporterOptions): ServingReporter {
  const { store, clock, random, rules = servingRules, writing = async () => 'fenced' } = options;
  const { publishedEpoch = async () => 0 } = options;
  const places = replicaPlaces(options.state, options.env, options.lineage, options.replicaId);
  const instanceId = uuidHex(random);
  const writer = new StatusWriter({ store, places, clock, instanceId, writing, publishedEpoch });
  const now = () => new Date(clock.wall()).toISOString();
  let state = freshState(options.observed, now());
  const intents = intentMemory();
  let queue: Promise<unknown> = Promise.resolve();
  let waiting: Promise<ReportWrite> | null = null;

  const actions: IntentActions = { ...ownActions(() => reporter), ...options.actions };
  const identity: ReplicaIdentity = { ...options, instanceId, capabilities: Object.keys(actions).sort() };

  function compose(fence: Fence, standing = writer.standing): StatusReport {
    // Nothing lies where operators could ask.
    const asked = standing === 'unfenced' ? { ...identity, capabilities: [] } : identity;
    return composeReport(asked, state, { ...fence, standing }, now(), rules);
  }
  let report = compose({ epoch: 1, seq: 1 });

  function show({ epoch, seq }: Fence = writer.fence, standing = writer.standing): StatusReport {
    report = compose({ epoch: Math.max(1, epoch), seq: Math.max(1, seq) }, standing);
    return report;
  }

  /** @throws `invalid_input` for a state that makes no sound report: nobody could read it, nor take it over */
  function change(to: ReplicaState): void {
    const before = state;
    state = to;
    const reading = decodeReport(encodeReport(compose({ epoch: 1, seq: 1 })));
    if (reading.kind === 'read') return void show();
    state = before;
    throw new VamplateError('invalid_input', 'These observations make no sound report.', {
      problems: reading.kind === 'invalid' ? reading.problems : reading.detail,
    });
  }

  /** Everybody who asks before a write begins shares it: it says all that is so by then. */
  function publish(): Promise<ReportWrite> {
    if (waiting !== null) return waiting;
    const mine: Promise<ReportWrite> = queue.then(async () => {
      waiting = null;
      const told = await writer.write((fence) => show(fence));
      if (told === 'deposed') show();
      return told;
    });
    waiting = mine;
    queue = mine.catch(() => undefined);
    return mine;
  }

  async function step(
    transition: Transition,
    then: (moved: ReplicaState) => ReplicaState,
  ): Promise<StepAnswer> {
    if (!mayWork(writer.standing)) return { kind: 'refused', refusal: { kind: 'not_owner' } };
    if (transition.kind === 'refused') return transition;
    const operationAt = now();
    change(then({ ...state, lifecycle: transition.to, operationAt, step: 'build', progress: null }));
    return { kind: 'done', told: await publish() };
  }

  async function tell(then: (now: ReplicaState) => ReplicaState): Promise<StepAnswer> {
    if (!mayWork(writer.standing)) return { kind: 'refused', refusal: { kind: 'not_owner' } };
    change(then(state));
    return { kind: 'done', told: await publish() };
  }

  const answer = () => answerIntents({ store, places, actions, now, reporter, memory: intents });

  async function heartbeat(): Promise<ReportWrite> {
    const memory = await options.memory().catch(() => unreadMemory('memory could not be read'));
    try {
      change({ ...state, memory });
    } catch {
      change({ ...state, memory: unreadMemory('memory was not in its form') });
    }
    return publish();
  }

  const reporter: ServingReporter = {
    get report() {
      return report;
    },
    get state() {
      return state;
    },
    get standing() {
      return writer.standing;
    },
    get refusal() {
      return writer.refusal;
    },
    async start() {
      const before = state;
      const standing = await writer.claim((stored, fence) => {
        const taken = takeOver(before, stored, fence.epoch, now());
        if (taken === null) throw new VamplateError('conflict', 'A later process reports here.');
        state = taken;
        return show(fence, writer.standing === 'unfenced' ? 'unfenced' : 'owner');
      });
      show();
      return standing;
    },
    async startImport(identity) {
      const candidate = importIdOf(identity);
      const desired = reportImport(identity);
      const started = rules.startImport(state.lifecycle, candidate);
      const told = step(started, (moved) => ({ ...moved, imports: { ...moved.imports, desired } }));
      const generation = state.lifecycle.nextGeneration - 1;
      const answer = rules.workWaitsForStore ? await told : await Promise.race([told, unwaited]);
      if (answer.kind === 'refused') return answer;
      if (answer.told === 'written' || answer.told === 'shown')
        return { kind: 'started', candidate, generation };
      // Without its token in the store the next process would hand it out again.
      const cancelled = cancelImport(state.lifecycle, generation);
      if (cancelled.kind === 'moved') change({ ...state, lifecycle: cancelled.to, operationAt: now() });
      return { kind: 'not_stored', told: answer.told };
    },
    showStep(generation, step, progress) {
      const { operation } = state.lifecycle;
      if (operation.state !== 'importing' || operation.generation !== generation) return;
      change({ ...state, step, progress });
    },
    activate(identity, generation, observed) {
      const activated = reportImport(identity);
      const outgoing = state.imports.active;
      return step(rules.activateImport(state.lifecycle, importIdOf(identity), generation), (moved) => ({
        ...moved,
        ...{ observed, activatedAt: now() },
        imports: {
          ...moved.imports,
          ...{ active: activated, previous: outgoing, origin: moved.imports.origin ?? activated },
        },
      }));
    },
    completeReconciled: (identity, generation) =>
      step(completeReconciled(state.lifecycle, importIdOf(identity), generation), (moved) => moved),
    fail: (identity, generation, error) => {
      const candidate = importIdOf(identity);
      const failure = { ...error, candidate, generation, at: now() };
      const failed = failImport(state.lifecycle, candidate, generation, error);
      return step(failed, (moved) => withFailure(moved, failure));
    },
    noteFailure: (candidate, generation, error) =>
      tell((moved) => withFailure(moved, { ...error, candidate, generation, at: now() })),
    rollBack(expected, observed) {
      const { active, previous } = state.imports;
      return step(rollBack(state.lifecycle, expected), (moved) => ({
        ...moved,
        ...{ observed, activatedAt: now() },
        imports: { ...moved.imports, active: previous, previous: active },
      }));
    },
    cancel: (generation) => step(cancelImport(state.lifecycle, generation), (moved) => moved),
    dismissFailure: (generation) => step(dismissFailure(state.lifecycle, generation), (moved) => moved),
    retract: (observed) =>
      step(retract(state.lifecycle), (moved) => ({
        ...moved,
        ...{ observed, activatedAt: null },
        imports: { ...moved.imports, active: null, previous: null },
      })),
    acknowledge: (ack) => tell((moved) => ({ ...moved, acks: withAck(moved.acks, ack, now()) })),
    setRetention: (retentionWish) => tell((now) => ({ ...now, retentionWish })),
    observe: (observed) => change({ ...state, observed }),
    publish,
    async beat() {
      const told = await heartbeat();
      // Only the owner of the place, as of just now, does what operators ask.
      if (told === 'written') await answer();
      return told;
    },
    run: (signal) =>
      beatUntil(signal, {
        ...{ heartbeat, answer },
        sleep: () => clock.sleep(options.heartbeatS * 1_000, signal),
      }),
  };
  return reporter;
}
