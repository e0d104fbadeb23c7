/**
 * A process of its own that wants one lock, works while it holds it, and says so line by line; for tests of what happens
 * between processes when one is killed or stopped. Fenced, it wants the lock again, as a restarted server does.
 */
import { createInterface } from 'node:readline';
import { systemClock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { acquireLock } from '@/lib/engine/lock/acquire-lock';
import { guardedStore } from '@/lib/engine/lock/guarded-store';
import type { HeldLock } from '@/lib/engine/lock/hold-lock';
import { lockRules } from '@/lib/engine/lock/lock-rules';
import type { ChangeOptions } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { type ProcessLine, storyLeaseMs, storyPlace } from './story-place';

const [, , uri = '', kind] = process.argv;
const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
const region = process.env.VAMPLATE_S3_REGION ?? 'us-east-1';
const store = openStore({ uri, ...(endpoint === undefined ? {} : { endpoint, region }) });
const place = storyPlace(store, kind === 'own' ? 'own' : 'cluster');
const context = { store, clock: systemClock, random: systemRandom, rules: lockRules };
let ending = false;
createInterface({ input: process.stdin }).on('line', () => {
  ending = true;
});

async function main(): Promise<void> {
  while (!ending) {
    const outcome = await acquireLock(context, place, {
      operation: 'serve',
      pid: process.pid,
      leaseMs: storyLeaseMs,
      takeOver: 'after_silence',
    });
    if (outcome.kind === 'refused') {
      say({ kind: 'refused', code: outcome.code });
      await systemClock.sleep(100);
    } else {
      say({ kind: 'held', lockId: outcome.lock.record.lockId, tookOverFrom: outcome.tookOverFrom });
      await work(outcome.lock);
    }
  }
}

/** Every effect is said before it is sent; what the guard refuses is not. */
async function work(lock: HeldLock): Promise<void> {
  const { lockId } = lock.record;
  const said = {
    ...store,
    create: (key: string, body: Uint8Array, options?: ChangeOptions) => {
      say({ kind: 'sent', lockId });
      return store.create(key, body, options);
    },
  };
  const guarded = guardedStore(said, lock);
  for (let done = 0; !ending; done += 1) {
    try {
      await guarded.create(`work/${lockId}/${String(done).padStart(6, '0')}`, new Uint8Array([1]));
    } catch (error) {
      if (lock.fence === null && isVamplateError(error) && error.kind === 'unavailable') continue;
      say({ kind: 'fenced', lockId, reason: lock.fence?.reason ?? 'released' });
      await lock.drop();
      return;
    }
    await systemClock.sleep(40);
  }
  say({ kind: 'released', lockId, outcome: (await lock.release()).kind });
}

function say(line: ProcessLine): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

void main().then(() => process.exit(0));
