/** One serving process of a schedule: it claims, reports, imports what it is told, and may die at any moment. */
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import { publishImport, readPointer } from '@/lib/engine/serving/publish-import';
import type { Observations } from '@/lib/engine/serving/replica-state-rules';
import { type ImportSeal, sealImport } from '@/lib/engine/serving/seal-rules';
import { containerPlaces } from '@/lib/engine/serving/serving-names';
import type { ServingReporter } from '@/lib/engine/serving/serving-reporter';
import type { ServingRules } from '@/lib/engine/serving/serving-rules';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { VirtualProcess } from '@/lib/testing/lock-simulation/virtual-world';
import type { SeededRandom } from '@/lib/testing/seeded-random';
import { aReplica, observations } from './replica-stage';
import { datasetRoot, objectsOf, type ServingLedger } from './serving-ledger';

export interface ReplicaCast {
  readonly replicaId: string;
  /** On a volume an import is served before the mirror has it (C.6). */
  readonly activatesFirst: boolean;
  /** Versions that this replica's copy holds; lasts over restarts. */
  readonly local: Set<number>;
}

export interface ProcessContext {
  readonly cast: ReplicaCast;
  readonly process: VirtualProcess;
  readonly store: ObjectStore;
  readonly random: SeededRandom;
  readonly rules: ServingRules;
  readonly ledger: ServingLedger;
  readonly sources: readonly [ImportIdentity, ...ImportIdentity[]];
}

export async function runProcess(context: ProcessContext): Promise<void> {
  const { cast, process, store, random, rules, ledger } = context;
  const { clock } = process;
  const reporter = aReplica(store, random.int(2 ** 31), {
    ...{ clock, rules, replicaId: cast.replicaId, observed: observed(context, null) },
  });
  for (let tries = 0; tries < 5 && (await reporter.start()) === 'read_only'; tries += 1) {
    await clock.sleep(1_000);
  }
  if (reporter.standing !== 'owner') return ledger.hit('never claimed');
  void reporter.run(new AbortController().signal);
  while (reporter.standing === 'owner') {
    await clock.sleep(random.int(20_000));
    look(context, reporter);
    const importing = importSource(context, reporter, random.pick(context.sources));
    // Now and then the next begins while this one is still at work.
    if (random.chance(0.7)) await importing;
  }
  ledger.hit('deposed');
  ledger.note(`${cast.replicaId} (${process.name}) is deposed`);
}

async function importSource(
  context: ProcessContext,
  reporter: ServingReporter,
  source: ImportIdentity,
): Promise<void> {
  const { cast, process, random, rules, ledger } = context;
  const { clock } = process;
  const started = await reporter.startImport(source);
  if (started.kind !== 'started') return ledger.hit(`start ${started.kind}`);
  const { candidate, generation } = started;
  ledger.beginsWork(cast.replicaId, generation);
  ledger.note(`${process.name} imports ${source.sourceId} under ${generation}`);
  await clock.sleep(random.int(15_000));
  if (random.chance(0.25)) {
    return fail(context, reporter, source, generation, 'source');
  }
  const found = ledger.find(candidate);
  const there = ledger.versions[found - 1]?.identity ?? null;
  const verdict = there === null ? 'different_import' : rules.reconcile(source, there).kind;
  if (verdict === 'hash_conflict') {
    ledger.hit('hash conflict');
    return fail(context, reporter, source, generation, 'identity_conflict');
  }
  const version =
    verdict === 'same_import' ? found : ledger.versions.push({ identity: source, maintenance: false });
  if (verdict === 'same_import') ledger.hit('reconciled');
  cast.local.add(version);
  const seal = sealImport(
    source,
    verdict === 'same_import'
      ? { kind: 'reconciled', currentHead: BigInt(ledger.versions.length) }
      : { kind: 'committed', version: BigInt(version) },
  );
  if (seal === null) return;
  await clock.sleep(random.int(5_000));
  if (cast.activatesFirst) await activate(context, reporter, source, generation, version);
  const published = await publish(context, reporter, seal, generation);
  if (cast.activatesFirst) return;
  if (published) return activate(context, reporter, source, generation, version);
  return fail(context, reporter, source, generation, 's3_publication');
}

async function publish(
  { store, process, rules, ledger, cast }: ProcessContext,
  reporter: ServingReporter,
  seal: ImportSeal,
  generation: number,
): Promise<boolean> {
  const places = containerPlaces(datasetRoot);
  const { epoch } = reporter.report.fence;
  const body = new TextEncoder().encode('rows');
  for (let plans = 0; plans < 3; plans += 1) {
    const found = await readPointer(store, places).catch(() => undefined);
    if (found === undefined) continue;
    const published = await publishImport(
      { store, places, rules, clock: process.clock },
      {
        ...{ seal, outgoing: found?.pointer ?? null },
        objects: new Map(objectsOf(importIdOf(seal.identity)).map((key) => [key, body])),
        by: { replicaId: cast.replicaId, epoch, generation },
      },
    );
    ledger.hit(`publication ${published.kind}`);
    if (published.kind !== 'replan') return published.kind === 'published';
  }
  return false;
}

async function activate(
  context: ProcessContext,
  reporter: ServingReporter,
  source: ImportIdentity,
  generation: number,
  version: number,
): Promise<void> {
  const { cast, ledger } = context;
  const before = reporter.state;
  const { operation, serving } = before.lifecycle;
  const live = operation.state === 'importing' && operation.generation === generation;
  if (live && serving?.active === importIdOf(source)) {
    await reporter.completeReconciled(source, generation);
    return ledger.hit('completed again');
  }
  const may = live && reporter.standing === 'owner';
  if (may) ledger.activates(cast.replicaId, source, (serving?.active ?? null) as ImportId | null);
  const answer = reporter.activate(source, generation, observed(context, version));
  if (!may && reporter.state !== before) ledger.fail('a stale completion changed something');
  ledger.hit(may ? 'activated' : 'stale completion');
  await answer;
}

async function fail(
  { ledger }: ProcessContext,
  reporter: ServingReporter,
  source: ImportIdentity,
  generation: number,
  kind: 'source' | 'identity_conflict' | 's3_publication',
): Promise<void> {
  const before = reporter.state.lifecycle;
  const answer = reporter.fail(source, generation, { kind, message: null });
  if (reporter.state.lifecycle.serving !== before.serving)
    ledger.fail('a failed import changed what is served');
  await answer;
}

/** Others commit meanwhile; what of it is here is another matter. */
function look(context: ProcessContext, reporter: ServingReporter): void {
  const { cast, random, ledger } = context;
  if (random.chance(0.3)) ledger.versions.push({ identity: null, maintenance: random.chance(0.7) });
  if (random.chance(0.2) && ledger.versions.length > 0) cast.local.add(ledger.versions.length);
  if (random.chance(0.05)) cast.local.delete(ledger.versions.length);
  const active = reporter.state.lifecycle.serving?.active ?? null;
  reporter.observe(observed(context, active === null ? null : ledger.find(active)));
}

function observed({ ledger, cast }: ProcessContext, clean: number | null): Observations {
  const head = ledger.versions.length;
  if (clean === null || clean === 0) return observations();
  const known: number[] = [];
  for (let at = clean + 1; at <= head && ledger.versions[at - 1]?.maintenance === true; at += 1)
    known.push(at);
  return observations({
    ...{ publication_version: clean, clean_version: clean, clean_version_source: 'import_seal' },
    ...{ observed_head: head, locally_available: [...cast.local].sort((a, b) => a - b) },
    known_maintenance: { versions: known, provenance: 'caller_asserted' },
  });
}
