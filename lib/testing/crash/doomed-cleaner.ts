/** A process of its own that runs a given plan, says when it has reached a given call, and waits there to be killed. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parsePlan } from '@/lib/engine/cleanup/plan-text';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { Ages } from './ages';
import { doomedRun } from './crash-at';
import type { Doom } from './kill-cleaner';
import { dispatchedStore } from './mortal-store';

const [, , file] = process.argv;
if (file === undefined) throw new Error('the file that says what to do is needed');
const doom: Doom = JSON.parse(readFileSync(file, 'utf8'));

let calls = 0;
const reached = (): Promise<never> => {
  console.log('reached');
  // The input stays open for as long as the parent lives: nothing else keeps a process up that waits for a promise.
  process.stdin.resume();
  return new Promise(() => undefined);
};
const { uri, service } = doom;
const bare =
  service === null
    ? openLocalStore({ root: fileURLToPath(uri) })
    : // Only where it is needed: what speaks to S3 takes long to load.
      (await import('@/lib/engine/store/open-store')).openStore({ uri, ...service });
const store = dispatchedStore(new Ages(doom.ages).over(bare), async (call) => {
  const index = calls;
  calls += 1;
  if (index === doom.index && doom.moment === 'before') return reached();
  const answer = await call.effect();
  if (index === doom.index && doom.moment === 'after') return reached();
  // Killed at whatever it does by then.
  if (index === doom.index) console.log('reached');
  return answer;
});
const report = await doomedRun({ plan: parsePlan(doom.plan) }, store).run();
console.log(report.outcome);
