/** What operators may ask of this process, by the means it has: tags, a checkout of the previous import, both copies (F). */
import { decideActivation } from '@/lib/engine/serving/activation-rules';
import type { IntentActions } from '@/lib/engine/serving/answer-intents';
import { decideHead, servedBy } from '@/lib/engine/serving/head-rules';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { IntentOutcome } from '@/lib/engine/serving/intent-schema';
import { type OpenedPrevious, replicaActions } from '@/lib/engine/serving/replica-actions';
import { headFactsOf } from '@/lib/engine/serving/report-rules';
import type { ServingReporter } from '@/lib/engine/serving/serving-reporter';
import { type Copy, hasSealed, readSeal } from './copy';
import { hydrate } from './hydrate';
import { pointLocally } from './mirror-import';
import { observeCopy } from './observe-copy';
import { announceRollback, publishAgain, publishChanges } from './publish-changes';
import { authorOf, publicationOf, type Replica, reportedIdentity } from './replica';
import { runImport } from './run-import';
import { settle, swap } from './show-version';
import { hasWhole, holdsImport } from './version-closure';

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
    openPrevious: () => openPrevious(replica()),
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
        await publishAgain(replica());
        await settle(replica());
      }),
  });
  const { rollback } = actions;
  if (rollback === undefined) return actions;
  return { ...actions, rollback: (intent) => rolledBack(replica(), () => rollback(intent)) };
}

/** One change of what is shown: written down, made, then pointed at here and in the mirror. */
async function rolledBack(replica: Replica, roll: () => Promise<IntentOutcome>): Promise<IntentOutcome> {
  const { reporter, unpublished } = replica;
  const outcome = await replica.inTurn(async () => {
    const to = reporter.state.lifecycle.serving?.previous ?? null;
    const change = to === null ? null : await announceRollback(replica, to);
    const rolled = await roll().catch(async (error: unknown) => {
      if (change !== null) await unpublished.drop(change);
      throw error;
    });
    if (rolled.outcome !== 'done' && change !== null) await unpublished.drop(change);
    return rolled;
  });
  if (outcome.outcome !== 'done') return outcome;
  // It is served by now, whatever becomes of the pointers.
  const refused = await pointAgain(replica).catch((error: unknown) => {
    return error instanceof Error ? error.message : 'it failed';
  });
  return refused === null
    ? outcome
    : { outcome: 'done', reason: `not published yet: ${refused}`.slice(0, 500) };
}

/** Brings the previous import where it is missing, and opens it; null where it cannot be had, or the root may not serve it yet (C.6). */
async function openPrevious(replica: Replica): Promise<OpenedPrevious | null> {
  const { reporter, own, mirror, root, policy, table } = replica;
  const { active, previous } = reporter.state.imports;
  const [from, to] = [reportedIdentity(active), reportedIdentity(previous)];
  const version = to === null ? null : await publicationOf(replica, to);
  if (to === null || version === null) return null;
  const mirrored = mirror !== null && (await hasInMirror(mirror, to, version).catch(() => false));
  const verdict = decideActivation(root.kind, mirrored, policy);
  if (verdict === 'hold_for_mirror') return null;
  if (!(await hasWhole(own, version))) {
    if (mirror === null || !mirrored) return null;
    await replica.before('hydrate');
    await hydrate(mirror, own, version, to);
    replica.tell({ kind: 'hydrated', version: String(version) });
  }
  const observed = await observeCopy(replica, { active: to, previous: from }, verdict);
  const facts = headFactsOf(observed.history);
  const served = facts === null ? null : servedBy(decideHead(facts));
  if (served === null) return null;
  const opened = await table.open(served.version);
  return {
    observed: { ...observed, contentPresent: true },
    show: () => swap(replica, opened),
    close: () => opened.close(),
  };
}

async function hasInMirror(mirror: Copy, identity: ImportIdentity, version: bigint): Promise<boolean> {
  return (await hasSealed(mirror, identity)) && holdsImport(mirror, version, identity);
}

/** @returns null when both pointers say what is served, else why not, one plain phrase */
async function pointAgain(replica: Replica): Promise<string | null> {
  const { reporter, own, clock } = replica;
  const active = reportedIdentity(reporter.state.imports.active);
  const seal = active === null ? 'absent' : await readSeal(own, importIdOf(active));
  if (typeof seal === 'object') await pointLocally(own, { seal, by: authorOf(replica) }, clock);
  const refused = await publishChanges(replica, false);
  await settle(replica);
  return refused === null ? null : `the mirror says ${refused}`;
}
