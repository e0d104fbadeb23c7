/** Finds a plan or a run by its name alone: it lies in one of the lakes, and a lake that does not answer may be that one. */
import pLimit from 'p-limit';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { Operations } from '@/lib/engine/operations/operations';
import { metered } from '@/lib/engine/store/metered-store';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { Cost } from '@/lib/lake/shared-reading';
import { engineOf, operationsOver } from '../lake-engine';
import { lakesOf } from '../lakes';
import type { Runtime } from '../runtime';

export interface FoundIn<T> {
  readonly lake: LakeReader;
  readonly found: T;
  /** Of asking every lake that was asked. */
  readonly cost: Cost;
}

export interface LakeAnswer<T> {
  readonly lake: LakeReader;
  /** Null: it is not there, or the lake did not say. */
  readonly found: T | null;
  readonly error: VamplateError | null;
  readonly cost: Cost;
}

/** What is remembered in a lake; needs nothing that the probe would have to prove. */
export function operationsOf(runtime: Runtime, lake: LakeReader): Operations {
  return engineOf(runtime, lake, false).operations;
}

/**
 * @param id of the only lake to look in; undefined: all
 * @param find null for what is not there
 * @throws `not_found` where every lake said so, `unavailable` where one did not answer, and what a lake that has it says
 */
export async function findInLakes<T>(
  runtime: Runtime,
  what: string,
  id: string | undefined,
  find: (operations: Operations) => Promise<T | null>,
): Promise<FoundIn<T>> {
  const answers = await askLakes(runtime, id, find);
  const cost = sumOf(answers);
  for (const { lake, found } of answers) if (found !== null) return { lake, found, cost };
  throw notFound(what, answers);
}

/** Of every lake, each for itself; what is found in one may be found in another too. */
export async function askLakes<T>(
  runtime: Runtime,
  id: string | undefined,
  find: (operations: Operations) => Promise<T | null>,
): Promise<readonly LakeAnswer<T>[]> {
  const lakes = lakesOf(runtime);
  const limit = pLimit(8);
  const asked = id === undefined ? lakes.all : [lakes.lake(id)];
  return Promise.all(
    asked.map((lake) =>
      limit(async () => {
        const { store, meter } = metered(lake.store);
        const cost = () => ({ requests: meter.requests, bytes: meter.bytes });
        try {
          const found = await find(operationsOver(runtime, store));
          return { lake, found, error: null, cost: cost() };
        } catch (error) {
          if (!isVamplateError(error)) throw error;
          return { lake, found: null, error, cost: cost() };
        }
      }),
    ),
  );
}

export function sumOf(answers: readonly Pick<LakeAnswer<unknown>, 'cost'>[]): Cost {
  return answers.reduce(
    (sum, { cost }) => ({ requests: sum.requests + cost.requests, bytes: sum.bytes + cost.bytes }),
    { requests: 0, bytes: 0 },
  );
}

/** Why nothing was found: what a lake that has it says, a lake that did not answer, or that it is nowhere. */
export function notFound(what: string, answers: readonly LakeAnswer<unknown>[]): VamplateError {
  const wrong = answers.find(({ error }) => error !== null && error.kind !== 'unavailable');
  if (wrong?.error) return wrong.error;
  const silent = answers.filter(({ error }) => error !== null).map(({ lake }) => lake.settings.id);
  if (silent.length > 0) {
    return new VamplateError('unavailable', `Not found, and ${silent.join(', ')} did not answer.`, {
      lakes: silent,
    });
  }
  return new VamplateError('not_found', `There is no such ${what}.`);
}
