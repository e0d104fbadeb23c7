/** One small table that LanceDB wrote in a local folder, whose versions share no data but by twos, and the engine over it. */
import type { Connection, Table } from '@lancedb/lancedb';
import type { CleanupPolicy } from '@/lib/engine/cleanup/cleanup-policy';
import { noFilters } from '@/lib/engine/cleanup/cleanup-policy';
import type { DatasetEngine, EngineOptions } from '@/lib/engine/engine';
import { below } from '@/lib/engine/lance/paths';
import { datasetRoot } from '@/lib/engine/retirement/dataset-path';
import { formatMarkerName, type MarkerKind } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { type Dispatch, faultyStore } from '@/lib/testing/faulty-store';
import { manifestName } from './change-manifest';
import { attested, engineOver } from './clean-by-engine';
import { listKeys, type PlaceNeeds, readNeeds, versionsIn } from './roles';
import { openLocalPlace, type ScenarioPlace } from './scenario-place';
import { eventsTable, rows } from './scenarios';

export const root = `${eventsTable}.lance`;
export const dayMs = 86_400_000;

/** Rows of versions 1 to 6: an overwrite and an append each, so that a pair of versions can die without the next. */
export const rowsOf = [10, 15, 20, 25, 30, 35] as const;

/** Everything but the newest may go, however young; the writer has ended. */
export const newestOnly: CleanupPolicy = {
  ...noFilters,
  retainVersions: 1,
  youngGuardMs: 0,
  deleteUnverified: attested,
};

export class EventsStage {
  constructor(
    readonly place: ScenarioPlace,
    /** What each version needed when the table was written. */
    readonly needs: PlaceNeeds,
  ) {}

  get store(): ObjectStore {
    return this.place.store;
  }

  /** @param laterMs as a process works that comes by so much later by the store's clock */
  engine({ laterMs = 0, ...options }: Partial<EngineOptions> & { laterMs?: number } = {}): DatasetEngine {
    return engineOver(laterMs === 0 ? this.store : this.place.later(laterMs), options);
  }

  /** The engine over a store that hands every call to `dispatch` first. */
  watchedEngine(dispatch: Dispatch): DatasetEngine {
    return engineOver(faultyStore(this.store, dispatch));
  }

  /** Plans and runs. */
  async clean(policy: CleanupPolicy, options: Partial<EngineOptions> & { laterMs?: number } = {}) {
    const engine = this.engine(options);
    return engine.runCleanup(await engine.planCleanup(policy));
  }

  keys(): Promise<readonly string[]> {
    return listKeys(this.store);
  }

  /** Versions of main whose manifest is there, lowest first. */
  async versions(): Promise<readonly bigint[]> {
    return versionsIn(await this.keys())
      .flatMap((name) => (name.startsWith(`${root}:`) ? [BigInt(name.slice(root.length + 1))] : []))
      .sort((a, b) => Number(a - b));
  }

  /** Of what a version needed, what is gone. */
  async missingOf(version: bigint, folder = root): Promise<readonly string[]> {
    const keys = new Set(await this.keys());
    const wanted = this.needs.byVersion.get(`${folder}:${version}`)?.keys ?? new Set(['no such version']);
    return [...wanted].filter((key) => !keys.has(key));
  }

  /** Objects that version needed and no version of `others` did. */
  onlyOf(version: bigint, others: readonly bigint[]): readonly string[] {
    const needed = (one: bigint) => this.needs.byVersion.get(`${root}:${one}`)?.keys ?? new Set<string>();
    return [...needed(version)].filter((key) => !others.some((other) => needed(other).has(key)));
  }

  /** The rows LanceDB reads, all of them. */
  async read(version: number | string, branch: string | null = null, table = eventsTable): Promise<number> {
    const db = await this.place.connect();
    try {
      const main = await db.openTable(table);
      const opened = branch === null ? main : await (await main.branches()).checkout(branch);
      await opened.checkout(version);
      return (await opened.query().toArray()).length;
    } finally {
      db.close();
    }
  }

  async lance<T>(act: (table: Table, db: Connection) => Promise<T>): Promise<T> {
    const db = await this.place.connect();
    try {
      return await act(await db.openTable(eventsTable), db);
    } finally {
      db.close();
    }
  }

  /** A marker that another cleaner left. */
  async mark(version: bigint, marker: MarkerKind, store = this.store): Promise<string> {
    const dataset = datasetRoot(store.rootPath, root);
    const name = { namespace: 'main', version, markerOperationId: 'c'.repeat(32), marker };
    const manifest = `_versions/${await manifestName(store, root, version)}`;
    await createMarker(store, dataset, name, [below(dataset.path, manifest)]);
    return below(root, formatMarkerName(name));
  }

  /** Markers of any version, the clock object left out. */
  async markers(): Promise<readonly string[]> {
    return (await this.keys()).filter(
      (key) => key.startsWith(`${root}/_refs/version_lease_gc/`) && !key.endsWith('/_clock'),
    );
  }

  async leases(): Promise<readonly string[]> {
    return (await this.keys()).filter((key) => key.startsWith(`${root}/_refs/version_leases/`));
  }
}

/** Plays `act` on a fresh table of six versions and takes the place away. */
export async function onEvents(
  act: (stage: EventsStage) => Promise<void>,
  more: (table: Table, db: Connection, place: ScenarioPlace) => Promise<void> = async () => {},
): Promise<void> {
  const place = await openLocalPlace();
  try {
    const db = await place.connect();
    const table = await db.createTable(eventsTable, rows(0, 10));
    await table.add(rows(10, 5));
    await table.add(rows(100, 20), { mode: 'overwrite' });
    await table.add(rows(120, 5));
    await table.add(rows(200, 30), { mode: 'overwrite' });
    await table.add(rows(230, 5));
    await more(table, db, place);
    db.close();
    await act(new EventsStage(place, await readNeeds(place.store)));
  } finally {
    await place.remove();
  }
}
