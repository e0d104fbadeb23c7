/** A server over one dataset with a history: its routes, its runs, and a clock that moves while somebody waits. */
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import type { RunDetail } from '@/lib/contracts/runs';
import type { LakeSettings } from '@/lib/lake/lake-settings';
import { type CleanupStage, cleanupStage } from './cleanup-stage';
import { stageOn } from './lake-stage';
import { type Asked, routesOver } from './routes-over';

export const dataset = { lake: 'test', id: encodeDatasetId('lake/events') };

export interface CleanupRoutesOptions {
  readonly versions?: number;
  readonly gc?: 'none' | 'protect' | 'retire';
  readonly config?: Readonly<Record<string, unknown>>;
  readonly environment?: Readonly<Record<string, string>>;
  readonly lake?: Partial<LakeSettings>;
  /** Another server on the same store. */
  readonly on?: CleanupStage;
}

export async function cleanupRoutes(options: CleanupRoutesOptions = {}) {
  const { versions = 6, gc = 'retire', config = {}, environment = {} } = options;
  const stage = options.on ?? (await cleanupStage());
  if (options.on === undefined) await stage.commit(1, versions);
  const { lakes, clock } = stageOn(stage.store, undefined, { gc, ...options.lake });
  const bare = routesOver(lakes, { watchIntervalMs: 1_000, ...config }, environment);

  const pace = () => {
    bare.clock.advance(200);
    clock.advance(200);
    stage.time.now += 200;
  };

  /** Lets time pass on this server until the work is done. */
  async function pass<T>(work: Promise<T>): Promise<T> {
    let done = false;
    const ended = work.finally(() => {
      done = true;
    });
    // Told to whoever awaits it, a few turns later.
    ended.catch(() => undefined);
    // Modules are loaded meanwhile, which takes as long as it takes; the test's own time ends what never ends.
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      if (!done && bare.clock.waits.length > 0) pace();
    }
    return ended;
  }

  const routes = {
    ...bare,
    reply: ((name, asked) => pass(bare.reply(name, asked))) as typeof bare.reply,
    get: ((name, asked) => pass(bare.get(name, asked))) as typeof bare.get,
  };
  if (gc === 'retire') await routes.get('probe', { params: { lake: 'test' } });

  async function runOf(run: string): Promise<RunDetail> {
    return (await routes.get('run', { params: { run } })).run;
  }

  return {
    ...{ stage, routes, pass, runOf },
    async plan(policy: object = { retainVersions: 2, youngGuardMs: 0 }, asked: Asked = {}) {
      return (
        await routes.get('planCleanup', { params: dataset, body: { policy }, role: 'operator', ...asked })
      ).plan;
    },
    async startRun(hash: string, body: object = {}) {
      const asked = { dataset: stage.root.key, reason: 'to make room', ...body };
      return (await routes.get('runPlan', { params: { hash }, body: asked })).run;
    },
    /** Until the register says that the run has ended. */
    async ended(run: string): Promise<RunDetail> {
      return (async () => {
        for (let looks = 0; looks < 5_000; looks += 1) {
          const now = await runOf(run);
          if (now.state === 'ended') return now;
          await new Promise((resolve) => setTimeout(resolve, 1));
        }
        throw new Error('the run did not end');
      })();
    },
    /** Stops the server while its clock goes on. */
    close: () => pass(bare.close()),
  };
}

export type CleanupRoutes = Awaited<ReturnType<typeof cleanupRoutes>>;
