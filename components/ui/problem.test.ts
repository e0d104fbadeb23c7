/** What a refusal says: every reason as a sentence, in whatever shape it came. */
import { expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { problemOf } from './problem';

it('every reason begins as sentences do', () => {
  const reasons = [{ sentence: 'the report of replica eu-1 cannot be read.' }, 'a tag is there.', 7];
  expect(problemOf(new VamplateError('refused', 'No.', { reasons })).reasons).toEqual([
    ...['The report of replica eu-1 cannot be read.', 'A tag is there.', '7'],
  ]);
});
