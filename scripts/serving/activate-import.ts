/** Makes a validated import the one that is served, and publishes it where all replicas can have it (C.6, C.8). */
import { decideActivation } from '@/lib/engine/serving/activation-rules';
import { mayWork } from '@/lib/engine/serving/fence-rules';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { ImportFailure } from '@/lib/engine/serving/lifecycle-rules';
import type { ImportSeal } from '@/lib/engine/serving/seal-rules';
import { hasSealed, pointerOf, readSeal } from './copy';
import { mirrorImport, pointLocally } from './mirror-import';
import { observeCopy } from './observe-copy';
import { authorOf, inFlight, publicationOf, type Replica, reportedIdentity } from './replica';
import type { ImportEnd } from './serving-lines';
import { swap } from './show-version';

export interface ValidImport {
  readonly identity: ImportIdentity;
  readonly seal: ImportSeal;
  readonly version: bigint;
  readonly generation: number;
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
    const answer = reporter.activate(identity, generation, { ...observed, contentPresent: true });
    // The lifecycle has moved by now or never will: content follows in the same step.
    if (reporter.state.lifecycle.serving?.active === id) swap(replica, opened);
    else opened.close();
    if ((await answer).kind !== 'done') return 'stale';
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
  const { reporter, clock, ending, pollMs, mirror, own } = replica;
  for (;;) {
    if (!inFlight(replica, valid.generation)) return 'stale';
    await replica.before('mirror');
    const by = authorOf(replica, valid.generation);
    const told =
      mirror === null ? null : await mirrorImport(own, mirror, { ...valid, by }, clock).catch(() => null);
    switch (told?.kind) {
      case 'published':
        return null;
      case 'identity_conflict':
        return { kind: 'identity_conflict', message: null };
      case 'object_taken':
      case 'not_accepted':
      case 'stale':
        return { kind: 's3_publication', message: `the mirror says ${told.kind}` };
    }
    // Not served while the mirror lacks it: the root does not survive a redeploy.
    reporter.showStep(valid.generation, 'held_for_mirror', null);
    await reporter.publish();
    await clock.sleep(pollMs, ending);
  }
}

/**
 * On a volume the mirror follows: publishes what is active while the mirror still points at what this replica had before.
 * @returns whether something was tried
 */
export async function catchUpMirror(replica: Replica): Promise<boolean> {
  const { mirror, own, reporter, clock } = replica;
  const active = reportedIdentity(reporter.state.imports.active);
  if (mirror === null || active === null || !mayWork(reporter.standing)) return false;
  const pointer = await pointerOf(mirror);
  const stored = pointer?.active.import_id ?? null;
  const previous = reporter.state.lifecycle.serving?.previous ?? null;
  const mayFollow = stored === null || stored === previous || pointer?.by.replica_id === replica.replicaId;
  if (stored === importIdOf(active) || !mayFollow) return false;
  const seal = await readSeal(own, importIdOf(active));
  const version = await publicationOf(replica, active);
  if (typeof seal !== 'object' || version === null) return false;
  await replica.before('mirror');
  await mirrorImport(own, mirror, { seal, version, by: authorOf(replica) }, clock);
  return true;
}
