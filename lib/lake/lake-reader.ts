/** One configured lake: its store, the datasets found in it, and what asking it has cost. */
import pLimit from 'p-limit';
import type { Clock } from '@/lib/base/clock';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import { type Meter, metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { Dataset } from './dataset';
import { type DatasetPart, DatasetReader } from './dataset-reader';
import { canHoldDatasets, type Discovery, discoverDatasets } from './discover-datasets';
import { fingerprintOf } from './fingerprint';
import { KnownHolders } from './known-holders';
import { type LakeSettings, lakeLimits } from './lake-settings';
import { ManifestMemory } from './manifest-memory';
import { RequestRate } from './request-rate';
import { type Reading, type Shared, shareReading } from './shared-reading';

export interface LakeReaderOptions {
  readonly settings: LakeSettings;
  readonly clock: Clock;
  readonly openStore: (settings: LakeSettings) => ObjectStore;
  readonly onChange: (path: string | null, part: DatasetPart | 'lake', etag: string) => void;
}

export class LakeReader {
  readonly settings: LakeSettings;
  readonly discovery: Shared<Discovery>;
  readonly rate: RequestRate;
  readonly holders: KnownHolders;
  private opened: { store: ObjectStore; meter: Meter } | undefined;
  private readonly datasets = new Map<string, Dataset>();
  /** First looks under way: a crowd that asks for a new dataset together asks once. */
  private readonly firstLooks = new Map<string, Promise<Dataset>>();
  private readonly bodies = new BoundedBodyCache(lakeLimits.bodyCacheBytes);
  private readonly manifests = new ManifestMemory();
  private readonly storageTurns = pLimit(lakeLimits.storagesAtOnce);

  constructor(private readonly options: LakeReaderOptions) {
    const { settings, clock } = options;
    this.settings = settings;
    this.rate = new RequestRate(clock, () => this.opened?.meter.requests ?? 0);
    this.holders = new KnownHolders(clock, () => this.store);
    this.discovery = shareReading(
      clock,
      async (previous) => {
        const { store, meter } = metered(this.store);
        const value = await discoverDatasets(store, previous, settings.foreignFolders);
        return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
      },
      ({ datasets, notes }) => fingerprintOf([...datasets, '', ...notes]),
      (etag) => options.onChange(null, 'lake', etag),
    );
  }

  /** Opened on first use. @throws `unavailable` or `invalid_input` when the store cannot be opened */
  get store(): ObjectStore {
    this.opened ??= metered(this.options.openStore(this.settings));
    return this.opened.store;
  }

  /** A search for datasets that still stands: what cost more stands longer. */
  search(): Promise<Reading<Discovery>> {
    const requests = this.discovery.last()?.cost.requests ?? 0;
    return this.discovery.get(
      Math.max(lakeLimits.discoveryAgeMs, requests * lakeLimits.discoveryAgePerRequestMs),
    );
  }

  /**
   * A dataset by its path. One that discovery did not meet is looked at once: it must hold a version.
   * @throws `not_found`; nothing is kept of a path that is no dataset
   */
  dataset(path: string): Promise<Dataset> {
    const known = this.datasets.get(path);
    if (known !== undefined) return Promise.resolve(known);
    const underWay = this.firstLooks.get(path);
    if (underWay !== undefined) return underWay;
    const look = this.firstLook(path).finally(() => this.firstLooks.delete(path));
    this.firstLooks.set(path, look);
    return look;
  }

  /** How many datasets are held. */
  get size(): number {
    return this.datasets.size;
  }

  /** What keeps the lake from being read, in words; null when the last look went well. */
  problem(): string | null {
    const error = this.discovery.error();
    if (error === undefined) return null;
    return isVamplateError(error) ? error.message : 'The store could not be read.';
  }

  private async firstLook(path: string): Promise<Dataset> {
    if (path.split('/').some((name) => !canHoldDatasets(name))) throw noDataset(path);
    const dataset = this.make(path);
    if (!this.discovery.last()?.value.datasets.includes(path)) {
      const { value } = await dataset.reader.names(null).get(lakeLimits.discoveryAgeMs);
      if (value.columns.length === 0 && value.listing.detached.length === 0) throw noDataset(path);
    }
    for (const oldest of this.datasets.keys()) {
      if (this.datasets.size < lakeLimits.datasets) break;
      this.datasets.delete(oldest);
    }
    this.datasets.set(path, dataset);
    return dataset;
  }

  private make(path: string): Dataset {
    const { clock, onChange, settings } = this.options;
    const told = (part: DatasetPart, etag: string) => onChange(path, part, etag);
    const { store, bodies, manifests, holders } = this;
    const sources = {
      override: settings.datasets?.[path]?.policy ?? null,
      lake: settings.policy ?? null,
      externalCommits: settings.externalCommits ?? false,
    };
    const reader = new DatasetReader({ store, clock, path, bodies, manifests, onChange: told });
    const dataset: Dataset = new Dataset({
      ...{ reader, sources, clock, holders },
      inTurn: (work) => this.storageTurns(work),
      onChange: told,
      onGone: () => {
        if (this.datasets.get(path) === dataset) this.datasets.delete(path);
      },
    });
    return dataset;
  }
}

function noDataset(path: string): VamplateError {
  return new VamplateError('not_found', 'There is no dataset at this path.', { path });
}
