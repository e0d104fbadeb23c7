/** Makes a validated import the one that is served, and publishes it where all replicas can have it (C.6, C.8). */
import { decideActivation } from '@/lib/engine/serving/activation-rules';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { ImportFailure } from '@/lib/engine/serving/lifecycle-rules';
import type { ImportSeal } from '@/lib/engine/serving/seal-rules';
import { type Copy, hasSealed, pointerOf } from './copy';
import { mirrorImport, pointLocally } from './mirror-import';
import { observeCopy } from './observe-copy';
import {
  announceImport,
  failureOfMirror,
  isOwnImport,
  type MirrorBefore,
  publishChanges,
} from './publish-changes';
import { authorOf, inFlight, publicationIn, type Replica, reportedIdentity } from './replica';
import type { ImportEnd } from './serving-lines';
import { swap } from './show-version';
import { holdsImport } from './version-closure';

export interface ValidImport {
  readonly identity: ImportIdentity;
  readonly seal: ImportSeal;
  readonly version: bigint;
  readonly generation: number;
  /** Null where it was published before it is served. */
  readonly before: MirrorBefore | null;
}

/** Rotates only while it is the import in flight; the same one again keeps previous. */
export async function activate(replica: Replica, valid: ValidImport): Promise<ImportEnd> {
  await replica.before('activate');
  return replica.inTurn(async () => {
    const { reporter, table } = replica;
    const { identity, version, generation, seal } = valid;
    const id = importIdOf(identity);
    if (reporter.state.lifecycle.serving?.active === id) {
      const again = await reporter.completeReconciled(identity, generation);
      return again.kind === 'done' ? 'completed_again' : 'stale';
    }
    const opened = await table.open(version);
    const verdict = decideActivation(replica.root.kind, await isMirrored(replica, identity), replica.policy);
    const pair = { active: identity, previous: reportedIdentity(reporter.state.imports.active) };
    const observed = await observeCopy(replica, pair, verdict);
    const { before } = valid;
    const change = before === null ? null : await announceImport(replica, identity, generation, before);
    const answer = reporter.activate(identity, generation, { ...observed, contentPresent: true });
    // The lifecycle has moved by now or never will: content follows in the same step.
    if (reporter.state.lifecycle.serving?.active === id) swap(replica, opened);
    else opened.close();
    if ((await answer).kind !== 'done') {
      if (change !== null) await replica.unpublished.drop(change);
      return 'stale';
    }
    await replica.before('point_locally');
    await pointLocally(replica.own, { seal, by: authorOf(replica, generation) }, replica.clock);
    return 'activated';
  });
}

async function isMirrored({ mirror }: Replica, identity: ImportIdentity): Promise<boolean> {
  if (mirror === null) return false;
  return hasSealed(mirror, identity).catch(() => false);
}

/** Null once the mirror has it; a failure that trying again would not change; `stale` when another import took over. */
export async function mirrorBeforeServing(
  replica: Replica,
  valid: ValidImport,
): Promise<ImportFailure | 'stale' | null> {
  const { reporter, clock, ending, pollMs } = replica;
  for (;;) {
    if (!inFlight(replica, valid.generation)) return 'stale';
    await replica.before('mirror');
    const told = await mirrorNow(replica, valid).catch(() => null);
    if (told === 'published') return null;
    if (told !== null && told !== 'replan' && told !== 'unsettled') return failureOfMirror(told);
    // Not served while the mirror lacks it: the root does not survive a redeploy.
    reporter.showStep(valid.generation, 'held_for_mirror', null);
    await reporter.publish();
    await clock.sleep(pollMs, ending);
  }
}

async function mirrorNow(replica: Replica, valid: ValidImport) {
  const { mirror, own, clock } = replica;
  if (mirror === null) return null;
  if (await isFollowed(replica, mirror, valid)) return 'published';
  await publishChanges(replica, false);
  const publication = { ...valid, by: authorOf(replica, valid.generation) };
  const plan = { outgoing: await pointerOf(mirror), mayReplan: true };
  return (await mirrorImport(own, mirror, publication, plan, clock)).kind;
}

/** What others published is served from the mirror as it is there: nobody's pointer is moved for that. */
async function isFollowed(
  replica: Replica,
  mirror: Copy,
  { identity, before }: ValidImport,
): Promise<boolean> {
  if (before === null || isOwnImport(replica, identity, before)) return false;
  const version = await publicationIn(replica, mirror, identity);
  return version !== null && holdsImport(mirror, version, identity);
}
