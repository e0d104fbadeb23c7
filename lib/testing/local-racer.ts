/** A process of its own that works on a local folder, for tests of what happens between processes and when one is killed. */
import { z } from 'zod';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { openRegister } from '@/lib/engine/store/register';

const [, , verb, root, key, count] = process.argv;
if (verb === undefined || root === undefined || key === undefined)
  throw new Error('verb, root and key are needed');
const store = openLocalStore({ root });

if (verb === 'count') {
  const options = {
    store,
    key,
    schema: z.number(),
    clock: systemClock,
    random: systemRandom,
    attempts: 10_000,
  };
  const register = openRegister(options);
  for (let i = 0; i < Number(count); i += 1) await register.update((current) => (current ?? 0) + 1);
  console.log('done');
} else if (verb === 'hold') {
  await withReferenceLock(store, key, async () => {
    console.log('held');
    await systemClock.sleep(600_000);
  });
}
