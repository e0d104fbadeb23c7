/** Finds a plan or a run by its name alone: it lies in one of the lakes, and a lake that does not answer may be that one. */
import pLimit from 'p-limit';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { Operations } from '@/lib/engine/operations/operations';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { engineOf } from '../lake-engine';
import { lakesOf } from '../lakes';
import type { Runtime } from '../runtime';

export interface FoundIn<T> {
  readonly lake: LakeReader;
  readonly found: T;
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
  const lakes = lakesOf(runtime);
  const limit = pLimit(8);
  const asked = id === undefined ? lakes.all : [lakes.lake(id)];
  const answers = await Promise.all(
    asked.map((lake) =>
      limit(async () => {
        try {
          return { lake, found: await find(operationsOf(runtime, lake)), error: null };
        } catch (error) {
          if (!isVamplateError(error)) throw error;
          return { lake, found: null, error };
        }
      }),
    ),
  );
  for (const { lake, found } of answers) if (found !== null) return { lake, found };
  const wrong = answers.find(({ error }) => error !== null && error.kind !== 'unavailable');
  if (wrong?.error) throw wrong.error;
  const silent = answers.filter(({ error }) => error !== null).map(({ lake }) => lake.settings.id);
  if (silent.length > 0) {
    throw new VamplateError('unavailable', `Not found, and ${silent.join(', ')} did not answer.`, {
      lakes: silent,
    });
  }
  throw new VamplateError('not_found', `There is no such ${what}.`);
}
