/** The signs of life of an owner: one change of the register after the other, each telling how far the run is. */
import { isVamplateError } from '@/lib/base/errors';
import type { Operations } from '@/lib/engine/operations/operations';
import type { RunRecord } from '@/lib/engine/operations/run-record';
import type { Runtime } from '../runtime';
import type { RunGuard } from './run-guard';
import type { ProgressNotes } from './run-progress';

export interface BeatLoop {
  /** The record as the last answered beat left it. */
  readonly record: RunRecord;
  /** Beats now, beside the rhythm. */
  beat(): Promise<void>;
  /** Ends the rhythm; a beat under way is waited for. */
  stop(): Promise<void>;
}

export function startBeats(
  { clock, log }: Runtime,
  operations: Operations,
  taken: RunRecord,
  {
    guard,
    notes,
    ownerId,
  }: { readonly guard: RunGuard; readonly notes: ProgressNotes; readonly ownerId: string },
): BeatLoop & { before: RunRecord['before'] } {
  const stopped = new AbortController();
  let record = taken;
  let before = taken.before;
  let last = Promise.resolve();

  async function send(): Promise<void> {
    const lines = notes.takeLines();
    const { cursor, counts } = notes;
    try {
      const change = await operations.changeRun(taken.run, {
        ...{ kind: 'beat', ownerId, at: clock.wall(), cursor, counts, lines, before },
      });
      record = change.run;
      guard.told(change);
    } catch (error) {
      if (!isVamplateError(error)) throw error;
      // The next beat tells it again; the lock's own deadline decides whether this owner may still work.
      notes.putBack(lines);
      log.warn({ error, run: taken.run }, 'a beat of a run was not answered');
    }
  }

  function beat(): Promise<void> {
    last = last.then(send).catch((error) => log.error({ error, run: taken.run }, 'a beat of a run failed'));
    return last;
  }

  const rhythm = (async () => {
    while (!stopped.signal.aborted) {
      await clock.sleep(operations.runTimes.beatMs, stopped.signal).catch(() => undefined);
      if (!stopped.signal.aborted) await beat();
    }
  })();

  return {
    get record() {
      return record;
    },
    get before() {
      return before;
    },
    set before(sums) {
      before = sums;
    },
    beat,
    async stop() {
      stopped.abort();
      await rhythm;
      await last;
    },
  };
}
