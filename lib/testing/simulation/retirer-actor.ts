/** A cleaner up to its commits: fence, census, seal, census, commit, with the engine's own steps and nothing besides. */
import { isVamplateError } from '@/lib/base/errors';
import { uuidHex } from '@/lib/base/random';
import type { RetirementRun, RetiringVersion } from '@/lib/engine/cleanup/retirement-run';
import { cancel } from '@/lib/engine/cleanup/steps/cancel';
import { commit } from '@/lib/engine/cleanup/steps/commit';
import { fence } from '@/lib/engine/cleanup/steps/fence';
import { type LeaseCensus, leaseCensus } from '@/lib/engine/cleanup/steps/lease-census';
import { seal } from '@/lib/engine/cleanup/steps/seal';
import { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import { ownershipMs } from '@/lib/engine/retirement/ownership-rules';
import type { Protocol } from './protocol';
import type { SimProcess } from './scheduler';

export interface RetirerStory {
  readonly root: DatasetRoot;
  readonly versions: readonly RetiringVersion[];
  readonly attempts: number;
  readonly pauseMs: number;
  readonly clockMarginMs: number;
  /** Chance that it takes about as long to seal as its fence is owned. */
  readonly dawdles: number;
  readonly hit: (what: string) => void;
}

export async function retireVersions(
  process: SimProcess,
  protocol: Protocol,
  story: RetirerStory,
): Promise<void> {
  const { store, clock, random } = process;
  const abandoned = new AbandonedDrains();
  for (let attempt = 0; attempt < story.attempts; attempt += 1) {
    await clock.sleep(random.int(story.pauseMs));
    const run: RetirementRun = {
      store,
      clock,
      abandoned,
      root: story.root,
      namespace: 'main',
      markerOperationId: uuidHex(random),
      clockMarginMs: story.clockMarginMs,
      rules: protocol.cleanup,
    };
    const some = story.versions.filter(() => random.chance(0.7));
    const dawdle = async () => {
      if (random.chance(story.dawdles)) await clock.sleep(ownershipMs - 2_000 + random.int(4_000));
    };
    if (some.length > 0) await retire(run, some, dawdle, story.hit);
  }
}

/** One group. Whatever fails before the commits cancels all of it. */
async function retire(
  run: RetirementRun,
  versions: readonly RetiringVersion[],
  dawdle: () => Promise<void>,
  hit: (what: string) => void,
): Promise<void> {
  let open = versions;
  try {
    const fenced = await fence(run, versions);
    const drained = await leaseCensus(run, fenced, run.rules.drainCensus);
    open = await withoutHeld(run, drained, hit);
    if (open.length === 0) return;
    await dawdle();
    const sealed = await leaseCensus(run, await seal(run, drained.free), run.rules.sealCensus);
    open = await withoutHeld(run, sealed, hit);
  } catch (error) {
    if (!isVamplateError(error) || error.kind !== 'unavailable') throw error;
    hit('run: cancelled');
    await cancel(run, open);
    return;
  }
  // Once a commit was sent nothing is cancelled any more.
  const { committed, undecided } = await commit(run, open);
  for (const _ of committed) hit('run: committed');
  for (const _ of undecided) hit('run: undecided');
}

async function withoutHeld(
  run: RetirementRun,
  census: LeaseCensus,
  hit: (what: string) => void,
): Promise<readonly RetiringVersion[]> {
  for (const _ of census.held) hit('run: version kept');
  await cancel(
    run,
    census.held.map(({ version }) => version),
  );
  return census.free;
}
