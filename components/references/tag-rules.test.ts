/** Without conditional delete a dataset of lease-aware writers is given no tag, and the button says what makes it one. */
import { expect, it } from 'vitest';
import { tagRefusal } from './tag-rules';

const limit = 'A3 is missing.';
const none = { leases: 0, retirements: 0, intents: 0 };

it.each([
  [null, { ...none, leases: 1 }, null],
  [limit, none, null],
  [limit, undefined, null],
  [limit, { leases: null, retirements: null, intents: null }, null],
  [limit, { ...none, leases: 2 }, 'Here: 2 leases.'],
  [limit, { leases: 1, retirements: 3, intents: 1 }, 'Here: 1 lease, 1 intent, 3 retirement markers.'],
])('%j with %j', (said, counts, words) => {
  const refusal = tagRefusal(said, counts);
  if (words === null) expect(refusal).toBeNull();
  else expect(refusal).toContain(words);
});
