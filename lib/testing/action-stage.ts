/** A server over one lake whose store was probed, for tests of actions: what it answers, and what its journal says. */
import { systemRandom } from '@/lib/base/random';
import { z } from '@/lib/contracts/zod';
import { openEngine } from '@/lib/engine/engine';
import type { JournalEntry } from '@/lib/engine/operations/journal-entry';
import { type Assumption, assumptions } from '@/lib/engine/store/capability-rules';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openRegister } from '@/lib/engine/store/register';
import type { LakeSettings } from '@/lib/lake/lake-settings';
import { lakeStage, stageOn } from './lake-stage';
import type { ManualClock } from './manual-clock';
import { routesOver } from './routes-over';

export interface ActionStageOptions {
  readonly settings?: Partial<LakeSettings>;
  /** What the store was found not to do; null: nobody has probed it. */
  readonly without?: readonly Assumption[] | null;
  /** Default: a memory store on the stage's clock. */
  readonly store?: ObjectStore;
  /** As `vamplate.config.json` spells it; its lake `test` is only named there. */
  readonly config?: Readonly<Record<string, unknown>>;
}

export async function actionStage({ settings = {}, without = [], store, config }: ActionStageOptions = {}) {
  const granted = { gc: 'retire' as const, ...settings };
  const memory =
    store === undefined ? lakeStage(granted) : { ...stageOn(store, undefined, granted), inner: store };
  const { inner, clock } = memory;
  if (without !== null) await prove(inner, clock, without);
  const server = routesOver(memory.lakes, config);
  const advance = (ms: number): void => {
    clock.advance(ms);
    server.clock.advance(ms);
  };
  // A request comes after the one before: lines of the journal from one millisecond lie in no order.
  const routes: typeof server = {
    ...server,
    reply: (...asked) => {
      advance(1);
      return server.reply(...asked);
    },
    get: (...asked) => {
      advance(1);
      return server.get(...asked);
    },
  };
  const { operations } = openEngine({ store: inner, clock, random: systemRandom, conditionalDelete: true });
  return {
    ...memory,
    routes,
    operations,
    /** Every line of the journal, the oldest first, an intent before its outcome. */
    async journal(): Promise<readonly JournalEntry[]> {
      const { rows } = await operations.readJournal({ limit: 1_000 });
      const entries = rows.map((row) => {
        if (row.kind === 'unreadable') throw new Error(row.reason);
        return row.entry;
      });
      return entries.reverse().sort((a, b) => a.at - b.at || rank(a) - rank(b));
    },
    /** Both clocks: the server's and the store's. */
    advance,
  };
}

function rank({ kind }: JournalEntry): number {
  return kind === 'intent' ? 0 : 1;
}

/** As a probe of the console leaves it. */
async function prove(store: ObjectStore, clock: ManualClock, without: readonly Assumption[]): Promise<void> {
  const findings = Object.fromEntries(
    [...assumptions, 'orderedListing'].map((name) => [
      name,
      { answer: without.some((one) => one === name) ? 'no' : 'yes', evidence: 'Tried.' },
    ]),
  );
  const register = openRegister({
    ...{ store, clock, random: systemRandom, key: '_vamplate/capabilities.json' },
    schema: z.object({ probedAt: z.number(), findings: z.record(z.string(), z.unknown()) }),
  });
  await register.update(() => ({ probedAt: clock.wall(), findings }));
}
