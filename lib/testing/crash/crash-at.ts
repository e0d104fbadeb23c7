/** One point of an enumeration: a cleanup dies at a chosen call, others come later and finish; what was broken is told. */
import type { RunProgress, RunStep } from '@/lib/engine/cleanup/cleanup-report';
import type { EngineRules } from '@/lib/engine/engine';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { Ages } from './ages';
import { brokenAtDeath, brokenAtEnd, brokenByRun, committedIn, watchedStore } from './crash-invariants';
import { type CrashScene, engineOn, pastOwnershipMs, policy } from './crash-scene';
import { listAll } from './list-all';
import { type Moment, mortalStore, type SeenCall } from './mortal-store';

/** A call of a run with the step that the run was at, by its own progress. */
export interface RunCall extends SeenCall {
  readonly step: RunStep | 'begin';
}

export interface CrashResult {
  /** The call at which it died; null when it lived to its end. */
  readonly diedAt: RunCall | null;
  readonly calls: readonly RunCall[];
  /** Cleanups after the death until everything was as it should be. */
  readonly finishers: number;
  readonly violations: readonly string[];
}

/** What finishers made of a state that a death left. */
export interface Finish {
  readonly finishers: number;
  readonly violations: readonly string[];
}

/** By what lies in the place: deaths that leave the same objects leave the same task. */
export type KnownFinishes = Map<string, Finish>;

export type Fate = (call: RunCall) => Moment | null;

const mostFinishers = 4;

export interface CrashOptions {
  readonly rules?: EngineRules;
  /** Where given, others come only once to each state that a death can leave. */
  readonly known?: KnownFinishes;
  /** The first of the others comes while the dead one still owns what it began. */
  readonly atOnce?: boolean;
}

export async function crashAt(
  scene: CrashScene,
  fate: Fate,
  options: CrashOptions = {},
): Promise<CrashResult> {
  const { rules, known } = options;
  await scene.start.bring();
  const ages = new Ages(scene.ages);
  const violations: string[] = [];
  const calls: RunCall[] = [];
  const mortal = mortalStore(watchedStore(ages.over(scene.place.open()), violations), (seen) => {
    const call = { ...seen, step: doomed.step() };
    calls.push(call);
    return fate(call);
  });
  const doomed = doomedRun(scene, mortal.store, rules);
  const ended = await Promise.race([mortal.died, doomed.run().then(() => null)]);
  const diedAt = ended === null ? null : (calls[ended.index] ?? null);
  const state = known === undefined ? '' : (await scene.place.take()).identity;
  const finished = known?.get(state) ?? (await finish(scene, ages, options));
  known?.set(state, finished);
  return { ...finished, diedAt, calls, violations: [...violations, ...finished.violations] };
}

/** The run of the scene's plan, the same at every point of an enumeration, and the step it says it is at. */
export function doomedRun({ plan }: Pick<CrashScene, 'plan'>, store: ObjectStore, rules: EngineRules = {}) {
  let step: RunCall['step'] = 'begin';
  const engine = engineOn(store, { rules, random: new SeededRandom(1) });
  const onProgress = (progress: RunProgress) => {
    step = progress.step;
  };
  return { step: () => step, run: () => engine.runCleanup(plan, { onProgress }) };
}

/** Looks at what a death left, then cleans, each time as a process of its own whose predecessors' time is over. */
export async function finish(
  scene: CrashScene,
  ages: Ages,
  { rules = {}, atOnce = false }: Pick<CrashOptions, 'rules' | 'atOnce'> = {},
): Promise<Finish> {
  const bare = scene.place.open();
  const violations = [...(await brokenAtDeath(bare, scene))];
  const committed = committedIn(await listAll(bare));
  let finishers = 0;
  let open: readonly string[] = ['nobody came'];
  while (open.length > 0 && finishers < mostFinishers) {
    finishers += 1;
    if (finishers > 1 || !atOnce) await ages.grow(bare, pastOwnershipMs);
    const store = watchedStore(ages.over(scene.place.open()), violations);
    try {
      const plan = await engineOn(store, { rules }).planCleanup(policy);
      const report = await engineOn(store, { rules }).runCleanup(plan);
      violations.push(...(await brokenByRun(bare, plan, report)));
    } catch (error) {
      violations.push(`a finisher was refused: ${error instanceof Error ? error.message : 'unknown'}`);
    }
    open = await brokenAtEnd(bare, scene, committed);
  }
  return { finishers, violations: [...violations, ...open] };
}
