/** What a browser says it shows: `lake` or `lake/dataset`, the dataset by its id in URLs. */
import { VamplateError } from '@/lib/base/errors';

export const maxWatches = 64;

const name = /^[a-z0-9][a-z0-9-]{0,62}(\/[^/]{1,2048})?$/;

/** @param given the `watch` query. @throws `invalid_input` for a name that can be no lake or dataset, or too many */
export function watchNames(given: string | readonly string[] | undefined): readonly string[] {
  const names = [...new Set(given === undefined ? [] : typeof given === 'string' ? [given] : given)];
  if (names.length > maxWatches) {
    throw new VamplateError('invalid_input', `One stream watches at most ${maxWatches} datasets.`);
  }
  const wrong = names.find((one) => !name.test(one));
  if (wrong !== undefined) {
    throw new VamplateError('invalid_input', 'A watch is written lake or lake/dataset.', { watch: wrong });
  }
  return names;
}
