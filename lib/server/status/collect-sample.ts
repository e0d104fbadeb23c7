/** Gathers one sample from the readings that the console keeps for its own pages; rules say what each comes to. */
import { isVamplateError } from '@/lib/base/errors';
import type { FleetDataset, FleetSnapshot } from '@/lib/lake/fleet-snapshot';
import { fleetOf, lakesOf } from '../lakes';
import { rowsOf } from '../operations/list-locks';
import type { Runtime } from '../runtime';
import { environmentsOf } from '../serving';
import { knownCertainties } from '../serving-walks';
import { datasetNow } from '../to-contract/dataset-sample';
import { placeOf } from '../to-contract/place';
import { iso } from '../to-contract/scalars';
import { replicaRowOf } from '../to-contract/serving-rows';
import { type CanaryChoices, tagsOfDataset, versionsOfDataset, versionsServed } from './canary-choice-rules';
import { missingOf } from './canary-rules';
import { targetKey } from './page-rules';
import type { Proof } from './proof-record';
import { chooseDatasets } from './sample-choice-rules';
import { type SampleRecord, sampleBounds, type TargetSample } from './sample-record';
import { judgeDataset, judgeLock, judgeRetention, judgeServing } from './sample-rules';

const scanRetryMs = 5_000;
const scanRetries = 24;

export interface Chosen {
  /** Targets of pages, whose datasets come first where there are more than a sample holds. */
  readonly wanted: ReadonlySet<string>;
  /** What pages with a canary choose: what was proven of other targets is not told. */
  readonly choices: CanaryChoices;
  /** By target. */
  readonly proofs: ReadonlyMap<string, Proof>;
}

export async function collectSample(
  runtime: Runtime,
  slot: number,
  chosen: Chosen,
  signal: AbortSignal,
): Promise<SampleRecord> {
  const snapshot = await scannedFleet(runtime, signal);
  const now = runtime.clock.wall();
  const keyed = snapshot.datasets.map((entry) => ({
    ...{ entry, key: keyOfDataset(entry), lake: entry.lake.settings.id },
  }));
  const { kept, leftOut } = chooseDatasets(keyed, chosen.wanted, sampleBounds.datasets);
  const datasets = kept.map(({ entry, key }) => datasetSample(entry, key, { snapshot, now, chosen }));
  const others = [...(await servingSamples(runtime, now, chosen)), ...lockSamples(runtime, now)];
  const targets = [...datasets, ...others].slice(0, sampleBounds.targets);
  return {
    ...{ format: 1, slot: iso(slot), at: iso(now), by: runtime.id, targets },
    lakes: lakesOf(runtime).all.map((lake) => ({
      id: lake.settings.id,
      complete: lake.problem() === null && lake.discovery.last()?.value.complete === true,
      leftOut: leftOut.get(lake.settings.id) ?? 0,
    })),
  };
}

/** A server that has just begun waits for its first look at all datasets: a sample stands for its slot for ever. */
async function scannedFleet(runtime: Runtime, signal: AbortSignal): Promise<FleetSnapshot> {
  for (let looks = 1; ; looks += 1) {
    const snapshot = await fleetOf(runtime).snapshot();
    if (snapshot.scanned || looks > scanRetries || signal.aborted) return snapshot;
    await runtime.clock.sleep(scanRetryMs, signal).catch(() => undefined);
  }
}

function keyOfDataset({ lake, path }: FleetDataset): string {
  const { dataset } = placeOf(lake.settings.id, path);
  return targetKey({ kind: 'dataset', lake: lake.settings.id, id: dataset });
}

interface Around {
  readonly snapshot: FleetSnapshot;
  readonly now: number;
  readonly chosen: Chosen;
}

function datasetSample(entry: FleetDataset, key: string, { snapshot, now, chosen }: Around): TargetSample {
  const { lake, path } = entry;
  const problem = entry.problem ?? snapshot.problems.get(lake.settings.id) ?? null;
  const known = datasetNow(entry, now);
  const tags = tagsOfDataset(chosen.choices, key, lake.settings.id);
  const proof = tags === undefined ? null : (chosen.proofs.get(key) ?? null);
  const missing = missingOf(proof, versionsOfDataset(entry, tags ?? null));
  const [state, code] = judgeDataset({
    ...{ problem, missing, readAgeMs: known?.readAgeMs ?? null },
    ...{ readInFull: known?.readInFull ?? false, findings: known?.findings ?? [] },
  });
  return {
    ...{ key, state, code, name: placeOf(lake.settings.id, path).datasetName.slice(0, 1_024) },
    lastCommitAt: known?.lastCommitAt ?? null,
    lastProvenAt: proof?.provenAt ?? null,
    retention: problem === null && known !== null ? judgeRetention(known.retention) : null,
    ...{ versions: known?.versions ?? null, bytes: known?.bytes ?? null },
  };
}

async function servingSamples(
  runtime: Runtime,
  now: number,
  { choices, proofs }: Chosen,
): Promise<TargetSample[]> {
  const lakes = lakesOf(runtime).all.map(({ settings }) => settings);
  const walked = knownCertainties(runtime);
  const samples = environmentsOf(runtime).map(async (environment): Promise<TargetSample[]> => {
    const { env } = environment.settings;
    const reading = await environment.look().catch((error: unknown) => {
      if (!isVamplateError(error)) throw error;
      return null;
    });
    if (reading === null) return [];
    const views = environment.view(reading.value).replicas;
    const sets = new Set(views.map(({ place }) => place.lineage.setId));
    return [...sets].map((set) => {
      const members = views.filter(({ place }) => place.lineage.setId === set);
      const key = targetKey({ kind: 'serving', env, set });
      const proof = choices.has(key) ? (proofs.get(key) ?? null) : null;
      const replicas = members.map((view) => replicaRowOf(view, lakes, runtime.clock.wall(), walked(view)));
      const missing = missingOf(proof, versionsServed(replicas)) !== 'none';
      const [state, code] = judgeServing({ readAgeMs: now - reading.readAt, replicas, missing });
      return { ...bare(key, set), state, code, lastProvenAt: proof?.provenAt ?? null };
    });
  });
  return (await Promise.all(samples)).flat();
}

function lockSamples(runtime: Runtime, now: number): TargetSample[] {
  return rowsOf(runtime).map((row) => {
    const [state, code] = judgeLock(row, iso(now));
    const key = targetKey({ kind: 'lock', root: row.root });
    return { ...bare(key, row.root), state, code };
  });
}

function bare(key: string, name: string) {
  const nothing = { lastCommitAt: null, lastProvenAt: null, retention: null, versions: null, bytes: null };
  return { key, name, ...nothing };
}
