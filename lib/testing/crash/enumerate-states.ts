/** Where calls are dear: one run is held at each of its calls, and others come to every state that a death there would leave. */
import type { EngineRules } from '@/lib/engine/engine';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { Ages, type AgesByKey } from './ages';
import { doomedRun, type Finish, finish, type RunCall } from './crash-at';
import { watchedStore } from './crash-invariants';
import type { Kept } from './crash-place';
import type { CrashScene } from './crash-scene';
import { type Enumeration, Tally } from './enumerate';
import { dispatchedStore, type Moment } from './mortal-store';

interface State {
  readonly kept: Kept;
  readonly ages: AgesByKey;
}

interface Point {
  readonly moment: Moment;
  readonly call: RunCall;
  readonly state: State;
}

/**
 * What a process leaves that dies at a call is what lies in the place while it is held there: the run is its only
 * writer. Each distinct state is then brought back, byte for byte, and finished.
 */
export async function enumerateStates(
  scene: CrashScene,
  rules: EngineRules = {},
): Promise<Enumeration & { readonly states: number }> {
  const { points, calls, violations } = await observe(scene, rules);
  const tally = new Tally({ calls, violations });
  const finished = new Map<string, Finish>();
  for (const { moment, call, state } of points) {
    const { identity, bring } = state.kept;
    let known = finished.get(identity);
    if (known === undefined) {
      await bring();
      known = await finish(scene, new Ages(state.ages), { rules });
      finished.set(identity, known);
    }
    tally.add(moment, call, known);
  }
  return { ...tally.result(), states: finished.size };
}

async function observe(scene: CrashScene, rules: EngineRules) {
  const { place, start } = scene;
  await start.bring();
  const ages = new Ages(scene.ages);
  const violations: string[] = [];
  const calls: RunCall[] = [];
  const points: Point[] = [];
  let state: State = { kept: start, ages: scene.ages };
  let turn: Promise<unknown> = Promise.resolve();
  const hold = async <T>(given: StoreCall<T>): Promise<T> => {
    const { verb, key, mutates } = given;
    const call = { index: calls.length, verb, key, mutates, locked: false, step: doomed.step() };
    calls.push(call);
    points.push({ moment: 'before', call, state });
    const answer = await given.effect();
    if (mutates) state = { kept: await place.take(), ages: ages.toPlain() };
    points.push({ moment: 'after', call, state });
    return answer;
  };
  // Calls that are sent at once reach the store one after the other.
  const store = dispatchedStore(
    watchedStore(ages.over(place.open()), violations),
    <T>(given: StoreCall<T>) => {
      const mine = turn.then(() => hold(given));
      turn = mine.catch(() => undefined);
      return mine;
    },
  );
  const doomed = doomedRun(scene, store, rules);
  const { outcome } = await doomed.run();
  if (outcome !== 'completed') violations.push(`the run ended ${outcome}`);
  return { points, calls, violations };
}
