/** A serving process: it answers at once, takes over what storage says it served, and imports what its sources wish for. */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { Random } from '@/lib/base/random';
import { defaultActivationPolicy } from '@/lib/engine/serving/activation-rules';
import { mayWork } from '@/lib/engine/serving/fence-rules';
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { MemoryWatch } from '@/lib/engine/serving/memory-report';
import { publishedEpoch } from '@/lib/engine/serving/publish-import';
import { PublishedState } from '@/lib/engine/serving/published-state';
import { reconcile } from '@/lib/engine/serving/reconcile-rules';
import { createServingReporter } from '@/lib/engine/serving/serving-reporter';
import type { StatusWriting } from '@/lib/engine/serving/status-slot';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { copyIn, pointerOf, readSeal } from './copy';
import { type LanceTable, lanceTable, type OpenVersion } from './lance-table';
import { operatorActions } from './operator-actions';
import { finishChanges, publishChanges } from './publish-changes';
import { type DigestOf, identifySource, readBounded } from './read-source';
import { type Replica, reportedIdentity } from './replica';
import { runImport } from './run-import';
import { listen } from './serving-http';
import type { ServingLine, ServingStep } from './serving-lines';
import type { ChosenRoot, ServingOptions } from './serving-options';
import { settle } from './show-version';
import { unpublishedIn } from './unpublished';
import { unseen } from './unseen';

export interface Surroundings {
  readonly root: ChosenRoot;
  /** Of the own copy, the mirror and the reports. */
  readonly stores: {
    readonly own: ObjectStore;
    readonly mirror: ObjectStore | null;
    readonly state: ObjectStore;
  };
  readonly clock: Clock;
  readonly random: Random;
  readonly memory: MemoryWatch;
  /** How reports can be written; absent: as on a local disk, on condition. */
  readonly writing?: () => Promise<StatusWriting | null>;
  readonly digestOf: DigestOf;
  readonly before: (step: ServingStep) => Promise<void>;
  readonly tell: (line: ServingLine) => void;
  /** Between the process and LanceDB; a process under test loses answers here. */
  readonly around?: (table: LanceTable) => LanceTable;
  readonly ending: AbortSignal;
}

/** Runs until `ending`; settles once the server is closed. @throws when it cannot listen or has no root */
export async function serveSet(options: ServingOptions, surroundings: Surroundings): Promise<void> {
  const { ending, clock, tell } = surroundings;
  const replica = await openReplica(options, surroundings);
  const { reporter } = replica;
  const again = repeated(replica);
  const { server, port } = await listen(replica, options.port);
  tell({ kind: 'listening', port });
  await reporter.start();
  // What recovers says so as it lives: a first look may have to fetch all that is served.
  const beats = reporter.run(ending);
  await again('settling', () => settle(replica));
  tell({ kind: 'booted', standing: reporter.standing });
  let finished = false;
  const wishes = wishesOf(replica);
  while (!ending.aborted) {
    if (reporter.standing === 'read_only') await reporter.start();
    if (!finished && mayWork(reporter.standing)) {
      await again('what was begun', async () => {
        await finishChanges(replica);
        finished = true;
      });
    }
    await again('the wish', wishes);
    await again('settling', () => settle(replica));
    await again('the mirror', () => catchUpWhenIdle(replica));
    await clock.sleep(options.pollMs, ending).catch(() => undefined);
  }
  await beats;
  // The last word is how things are when it leaves.
  await again('settling', () => settle(replica));
  await reporter.publish().catch(() => undefined);
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

async function openReplica(options: ServingOptions, surroundings: Surroundings): Promise<Replica> {
  const { stores, root, clock, random } = surroundings;
  const { lineage } = options;
  await mkdir(path.join(root.path, lineage.setId), { recursive: true });
  const own = copyIn(stores.own, lineage);
  const mirror = stores.mirror === null ? null : copyIn(stores.mirror, lineage);
  const table = lanceTable(root.path, lineage);
  const { around = (one: LanceTable) => one } = surroundings;
  const turn = pLimit(1);
  const reporter = createServingReporter({
    ...{ store: stores.state, state: options.state.prefix, env: options.env, replicaId: options.replicaId },
    ...{ lineage, heartbeatS: options.heartbeatS, cleanSource: 'import_seal', clock, random },
    datasetUri: `${(mirror ?? own).store.uri.replace(/\/$/, '')}/${own.root}`,
    observed: unseen(root, defaultActivationPolicy, mirror !== null),
    memory: () => surroundings.memory.read(),
    ...(surroundings.writing === undefined ? {} : { writing: surroundings.writing }),
    publishedEpoch: async () => {
      const copies = mirror === null ? [own] : [own, mirror];
      // A copy that gives no answer hides nothing of the other one.
      const epochs = copies.map((copy) =>
        publishedEpoch(copy.store, copy.places, options.replicaId).catch(() => 0),
      );
      return Math.max(...(await Promise.all(epochs)));
    },
    actions: operatorActions(() => replica),
  });
  const replica: Replica = {
    ...{ replicaId: options.replicaId, root, own, mirror, reporter, clock, reconcile },
    table: around(table),
    source: { ...options, digestOf: surroundings.digestOf },
    shown: new PublishedState<OpenVersion>(),
    policy: defaultActivationPolicy,
    pollMs: options.pollMs,
    ending: surroundings.ending,
    before: surroundings.before,
    tell: surroundings.tell,
    inTurn: (work) => turn(work),
    unpublished: unpublishedIn(own),
    told: new Set(),
    during: (phase, startedAtMs, work) => surroundings.memory.during(phase, startedAtMs, work),
    publications: new Map(),
  };
  return replica;
}

const wishSchema = z.object({ source_id: z.string() });
const wishBytes = 4_096;

/**
 * Each turn looks what is wished for and starts an import that is not the active one; a later wish supersedes one at
 * work. What failed is tried again when the wish changes or the process starts, a conflict of identities never.
 */
function wishesOf(replica: Replica): () => Promise<void> {
  const { reporter, source, tell } = replica;
  let last: ImportIdentity | null = null;
  const begin = (identity: ImportIdentity) => {
    last = identity;
    void runImport(replica, identity).then((end) => {
      tell({ kind: 'import', sourceId: identity.sourceId, end });
      // The token could not be stored: the same is wished for again.
      if (end === 'not_started') last = null;
    });
  };
  let resumed = false;
  return async () => {
    if (!mayWork(reporter.standing)) return;
    if (!resumed) {
      resumed = true;
      const frozen = interruptedImport(replica);
      if (frozen !== null) return begin(frozen);
    }
    const wish = await wished(source.sources);
    const identity = wish === null ? await publishedAlready(replica) : await identifySource(source, wish);
    if (identity === null) return;
    // Whole identities: two imports may share a marker, and the later of them has to be refused aloud.
    if (last !== null && sameIdentity(last, identity)) return;
    const id = importIdOf(identity);
    const active = reportedIdentity(reporter.state.imports.active);
    const failure = reporter.state.lastFailure;
    const conflicted = failure?.kind === 'identity_conflict' && failure.candidate === id;
    const done = conflicted || carriedOut(replica, identity);
    if (!done && (active === null || !sameIdentity(active, identity))) return begin(identity);
    last = identity;
    // Back to what is served: the one at work is not wanted any more.
    const { operation } = reporter.state.lifecycle;
    if (operation.state === 'importing') await reporter.cancel(operation.generation);
  };
}

/** Wished for, and ended well: what is served instead by now an operator has chosen. */
function carriedOut({ reporter }: Replica, identity: ImportIdentity): boolean {
  const { imports, lifecycle, lastFailure } = reporter.state;
  const id = importIdOf(identity);
  const desired = reportedIdentity(imports.desired);
  const wished = desired !== null && sameIdentity(desired, identity);
  const ended = lifecycle.operation.state === 'idle' && lifecycle.nextGeneration > 1;
  // What the mirror refuses of it has been served all the same.
  const failed = lastFailure?.candidate === id && lifecycle.serving?.previous !== id;
  return wished && ended && !failed;
}

/** Found importing by this process's predecessor: the very same identity is submitted again (H, restart). */
function interruptedImport({ reporter }: Replica): ImportIdentity | null {
  const { lastFailure, imports, lifecycle } = reporter.state;
  const identity = reportedIdentity(imports.desired);
  if (lastFailure?.kind !== 'interrupted' || identity === null) return null;
  // It outlives the success of the resubmission.
  const done = lifecycle.serving?.active === lastFailure.candidate;
  return !done && importIdOf(identity) === lastFailure.candidate ? identity : null;
}

async function wished(sources: string): Promise<string | null> {
  const body = await readBounded(path.join(sources, 'desired.json'), wishBytes).catch((error: unknown) => {
    if (isVamplateError(error) && error.kind === 'unavailable') return null;
    throw error;
  });
  if (body === null) return null;
  return wishSchema.parse(JSON.parse(new TextDecoder().decode(body))).source_id;
}

/** A replica that serves nothing and is asked for nothing serves what is published. */
async function publishedAlready({ own, mirror, reporter }: Replica): Promise<ImportIdentity | null> {
  if (reporter.state.lifecycle.serving !== null) return null;
  for (const copy of [own, mirror]) {
    const pointer = copy === null ? null : await pointerOf(copy);
    if (copy === null || pointer === null) continue;
    const seal = await readSeal(copy, pointer.active.import_id as ImportId);
    if (typeof seal === 'object') return seal.identity;
  }
  return null;
}

/** On a volume the mirror follows; what it refuses the report tells. */
async function catchUpWhenIdle(replica: Replica): Promise<void> {
  const { operation } = replica.reporter.state.lifecycle;
  if (operation.state === 'importing' || (await replica.unpublished.changes()).length === 0) return;
  if ((await publishChanges(replica, false)) === null) await settle(replica);
}

/** Work that comes again next turn: its error is told, and the same error once. */
function repeated(replica: Replica) {
  const told = new Map<string, string>();
  return async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work();
      told.delete(what);
    } catch (error) {
      const because = error instanceof Error ? error.message : 'it failed';
      if (!replica.ending.aborted && told.get(what) !== because)
        replica.tell({ kind: 'refused', what, because });
      told.set(what, because);
    }
  };
}
