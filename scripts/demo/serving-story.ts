/** The demo's serving replicas, real processes' work in this one: a healthy, an importing, a drifted and a stale one. */
import { rmSync, utimesSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import { type Clock, systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { watchMemory } from '@/lib/engine/serving/memory-report';
import { replicaPlaces } from '@/lib/engine/serving/serving-names';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { tableName } from '@/scripts/serving/copy';
import { sha256Of } from '@/scripts/serving/read-source';
import { serveSet } from '@/scripts/serving/serve-set';
import type { ServingLine, ServingStep } from '@/scripts/serving/serving-lines';
import { rootOf, type ServingOptions, servingOptions } from '@/scripts/serving/serving-options';
import { writeSource, writeWish } from '@/scripts/serving/write-source';
import { productRows } from './rows';

export const demoState = '_vamplate/state';
export const demoEnv = 'demo';
/** Folder of the lake that holds what the replicas share. */
const mirrorFolder = 'serving';

interface DemoReplica {
  readonly id: string;
  readonly set: 'berlin' | 'catalogue';
  readonly family: string;
  readonly durability: 'volume' | 'ephemeral';
}

const replicas = {
  healthy: { id: 'eu-1', set: 'berlin', family: 'places', durability: 'volume' },
  importing: { id: 'eu-2', set: 'berlin', family: 'places', durability: 'ephemeral' },
  drifted: { id: 'us-1', set: 'catalogue', family: 'items', durability: 'volume' },
  stale: { id: 'us-2', set: 'catalogue', family: 'items', durability: 'volume' },
} as const satisfies Readonly<Record<string, DemoReplica>>;

const staleForMs = 2 * 3_600_000;
const minuteMs = 60_000;

/** Two imports for each set; then a stranger appends to one copy, and one process was last seen two hours ago. */
export async function writeServing(folder: string): Promise<void> {
  rmSync(replicasBeside(folder), { recursive: true, force: true });
  const { healthy, importing, drifted, stale } = replicas;
  await played(folder, healthy, ['berlin-260805', 'berlin-260901']);
  await played(folder, importing, ['berlin-260901']);
  await played(folder, drifted, ['items-2026-08', 'items-2026-09']);
  const db = await connect(path.join(rootBelow(folder, drifted), drifted.set));
  const table = await db.openTable(tableName(optionsOf(folder, drifted, 50).lineage));
  await table.add(itemRows(9_000, 12));
  db.close();
  const then = (Date.now() - staleForMs) as ReturnType<Clock['wall']>;
  await played(folder, stale, ['items-2026-09'], { ...systemClock, wall: () => then });
  const { lineage } = optionsOf(folder, stale, 50);
  const { status } = replicaPlaces(demoState, demoEnv, lineage, stale.id);
  utimesSync(path.join(folder, status), then / 1_000, then / 1_000);
}

/** Those that still run, until the signal: the stale one is never heard of again. */
export async function serveDemo(folder: string, signal: AbortSignal): Promise<void> {
  const { healthy, importing, drifted } = replicas;
  const serve = (replica: DemoReplica, before?: (step: ServingStep) => Promise<void>) =>
    serving(folder, replica, { signal, pollMs: 2_000, ...(before === undefined ? {} : { before }) });
  await Promise.all([
    serve(healthy),
    serve(drifted),
    // Its sources come faster than it can build them: each is superseded before its rows are read.
    serve(importing, (step) =>
      step === 'build' ? systemClock.sleep(60 * minuteMs, signal) : Promise.resolve(),
    ),
    keepWishing(sourcesOf(folder, importing), signal),
  ]);
}

async function keepWishing(sources: string, signal: AbortSignal): Promise<void> {
  for (let at = 0; !signal.aborted; at += 1) {
    writeWish(sources, at % 2 === 0 ? 'berlin-261001' : 'berlin-261002');
    await systemClock.sleep(10 * minuteMs, signal).catch(() => undefined);
  }
}

/** Runs one replica through its wishes and lets it end. */
async function played(
  folder: string,
  replica: DemoReplica,
  wishes: readonly string[],
  clock: Clock = systemClock,
): Promise<void> {
  const sources = sourcesOf(folder, replica);
  const made = replica.set === 'berlin' ? placeRows : itemRows;
  const further = replica.id === replicas.importing.id ? ['berlin-261001', 'berlin-261002'] : [];
  for (const wish of [...wishes, ...further]) writeSource(sources, wish, made(digitsOf(wish), 600));
  const ending = new AbortController();
  const lines: ServingLine[] = [];
  let wake = () => {};
  const running = serving(folder, replica, {
    ...{ signal: ending.signal, pollMs: 50, clock },
    tell: (line) => {
      lines.push(line);
      wake();
    },
  });
  for (const wish of wishes) {
    writeWish(sources, wish);
    for (;;) {
      const said = lines.find((line) => line.kind === 'import' && line.sourceId === wish);
      if (said?.kind === 'import' && said.end !== 'activated') throw new Error(`${replica.id}: ${said.end}`);
      if (said !== undefined) break;
      const next = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await Promise.race([next, running.then(() => Promise.reject(new Error(`${replica.id} ended`)))]);
    }
  }
  ending.abort();
  await running;
}

interface Play {
  readonly signal: AbortSignal;
  readonly pollMs: number;
  readonly clock?: Clock;
  readonly before?: (step: ServingStep) => Promise<void>;
  readonly tell?: (line: ServingLine) => void;
}

async function serving(folder: string, replica: DemoReplica, play: Play): Promise<void> {
  const {
    signal,
    pollMs,
    clock = systemClock,
    before = async () => undefined,
    tell = () => undefined,
  } = play;
  const place = rootBelow(folder, replica);
  await mkdir(place, { recursive: true });
  const environment = { OSM_ARTIFACT_ROOT: place, OSM_ROOT_DURABILITY: replica.durability };
  await serveSet(optionsOf(folder, replica, pollMs), {
    root: rootOf(environment, { probedVolume: null, tempDir: tmpdir() }),
    stores: {
      own: openLocalStore({ root: place }),
      mirror: openLocalStore({
        root: path.join(folder, mirrorFolder),
        controlRoot: folder,
        createRoot: true,
      }),
      state: openLocalStore({ root: folder }),
    },
    ...{ clock, random: systemRandom, digestOf: sha256Of, memory: watchMemory() },
    ...{ before, tell, ending: signal },
  });
}

function optionsOf(folder: string, { id, set, family }: DemoReplica, pollMs: number): ServingOptions {
  return servingOptions({
    ...{ SERVING_ENV: demoEnv, SERVING_REPLICA: id, SERVING_SET: set, SERVING_FAMILY: family },
    ...{
      SERVING_SOURCES: sourcesOf(folder, { id }),
      SERVING_STATE: 'file:///',
      SERVING_STATE_PREFIX: demoState,
    },
    ...{ SERVING_HEARTBEAT_S: '10', SERVING_POLL_MS: String(pollMs) },
  });
}

/** The replicas' own disks lie beside the lake: they are no part of it. */
function replicasBeside(folder: string): string {
  return `${folder}.replicas`;
}

function rootBelow(folder: string, { id }: Pick<DemoReplica, 'id'>): string {
  return path.join(replicasBeside(folder), id, 'root');
}

function sourcesOf(folder: string, { id }: Pick<DemoReplica, 'id'>): string {
  return path.join(replicasBeside(folder), id, 'sources');
}

function digitsOf(wish: string): number {
  return Number(wish.replace(/\D/g, '')) % 997;
}

function itemRows(from: number, count: number) {
  return productRows(from, count).map((row) => ({ ...row }) as Record<string, string | number | boolean>);
}

function placeRows(from: number, count: number) {
  const kinds = ['museum', 'park', 'library', 'station', 'bridge'];
  return Array.from({ length: count }, (_, at) => ({
    ...{ id: from + at, name: `place ${from + at}`, kind: kinds[(from + at) % kinds.length] ?? '' },
    ...{ lat: 52.3 + ((from + at) % 400) / 1_000, lon: 13.1 + ((from + at) % 600) / 1_000 },
  }));
}
