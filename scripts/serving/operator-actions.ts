/** What operators may ask of this process, by the means it has: tags, a checkout of the previous import, both copies (F). */
import { decideActivation } from '@/lib/engine/serving/activation-rules';
import type { IntentActions } from '@/lib/engine/serving/answer-intents';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import { replicaActions } from '@/lib/engine/serving/replica-actions';
import type { Observations } from '@/lib/engine/serving/replica-state-rules';
import type { ServingReporter } from '@/lib/engine/serving/serving-reporter';
import { catchUpMirror } from './activate-import';
import { hasSealed, readSeal } from './copy';
import { hydrate } from './hydrate';
import { pointLocally } from './mirror-import';
import { observeCopy } from './observe-copy';
import { authorOf, publicationOf, type Replica, reportedIdentity } from './replica';
import { runImport } from './run-import';
import { settle } from './show-version';
import { hasWhole } from './version-closure';

/** @param replica asked when an intent comes: its reporter is made with these actions */
export function operatorActions(replica: () => Replica): IntentActions {
  const reporter = (): ServingReporter => replica().reporter;
  const tags = () => replica().table.tags;
  /** Whoever asked is answered at once, and heartbeats go on meanwhile. */
  const begin = (what: string, work: () => Promise<unknown>): void => {
    void work().catch((error: unknown) => {
      const because = error instanceof Error ? error.message : 'it failed';
      replica().tell({ kind: 'refused', what, because });
    });
  };
  const actions = replicaActions(reporter, {
    tags: {
      find: (name) => tags().find(name),
      create: (name, version) => tags().create(name, version),
      delete: (name) => tags().delete(name),
      previousVersion: async () => {
        const previous = reportedIdentity(reporter().state.imports.previous);
        return previous === null ? null : publicationOf(replica(), previous);
      },
    },
    openPrevious: () => previousHere(replica()),
    rerun: async () => {
      const identity = reportedIdentity(reporter().state.imports.desired);
      if (identity === null) throw new RangeError('no import was wished for');
      void runImport(replica(), identity).then((end) =>
        replica().tell({ kind: 'import', sourceId: identity.sourceId, end }),
      );
    },
    hydrate: async () => begin('hydrating', () => settle(replica())),
    retryMirror: async () =>
      begin('the mirror', async () => {
        await catchUpMirror(replica());
        await settle(replica());
      }),
  });
  const { rollback } = actions;
  if (rollback === undefined) return actions;
  return {
    ...actions,
    rollback: async (intent) => {
      const outcome = await rollback(intent);
      if (outcome.outcome === 'done') await pointAgain(replica());
      return outcome;
    },
  };
}

/** Brings the previous import where it is missing; null where it cannot be had, or the root may not serve it yet (C.6). */
async function previousHere(replica: Replica): Promise<Observations | null> {
  const { reporter, own, mirror, root, policy } = replica;
  const { active, previous } = reporter.state.imports;
  const [from, to] = [reportedIdentity(active), reportedIdentity(previous)];
  const version = to === null ? null : await publicationOf(replica, to);
  if (to === null || version === null) return null;
  const mirrored = mirror !== null && (await hasSealed(mirror, to).catch(() => false));
  const verdict = decideActivation(root.kind, mirrored, policy);
  if (verdict === 'hold_for_mirror') return null;
  if (!(await hasWhole(own, version))) {
    if (mirror === null || !mirrored) return null;
    await hydrate(mirror, own, version, to);
  }
  return observeCopy(replica, { active: to, previous: from }, verdict);
}

/** What is served now is opened, and pointed at here and in the mirror. */
async function pointAgain(replica: Replica): Promise<void> {
  await settle(replica);
  const active = reportedIdentity(replica.reporter.state.imports.active);
  const seal = active === null ? 'absent' : await readSeal(replica.own, importIdOf(active));
  if (typeof seal === 'object') {
    await pointLocally(replica.own, { seal, by: authorOf(replica) }, replica.clock);
  }
  await catchUpMirror(replica).catch(() => false);
  await settle(replica);
}
