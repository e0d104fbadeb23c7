/** One configured lake: its store, the datasets found in it, and what asking it has cost. */
import type { Clock } from '@/lib/base/clock';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { type HolderFinding, readHolders } from '@/lib/engine/leases/read-holders';
import { type Meter, metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { Dataset } from './dataset';
import { type DatasetPart, DatasetReader } from './dataset-reader';
import { type Discovery, discoverDatasets } from './discover-datasets';
import { type LakeSettings, lakeLimits } from './lake-settings';
import { RequestRate } from './request-rate';
import { type Shared, shareReading } from './shared-reading';

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
  private opened: { store: ObjectStore; meter: Meter } | undefined;
  private readonly holderRecords = new Map<string, { finding: HolderFinding; readAt: number }>();
  private readonly datasets = new Map<string, Dataset>();

  constructor(private readonly options: LakeReaderOptions) {
    this.settings = options.settings;
    this.rate = new RequestRate(options.clock, () => this.opened?.meter.requests ?? 0);
    this.discovery = shareReading(
      options.clock,
      async () => {
        const { store, meter } = metered(this.store);
        const value = await discoverDatasets(store);
        return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
      },
      ({ datasets }) => datasets.join('\n'),
      ({ etag }) => options.onChange(null, 'lake', String(etag.length)),
    );
  }

  /** Opened on first use. @throws `unavailable` or `invalid_input` when the store cannot be opened */
  get store(): ObjectStore {
    this.opened ??= metered(this.options.openStore(this.settings));
    return this.opened.store;
  }

  /**
   * A dataset by its path. One that discovery did not meet is looked at once: it must hold a version or a reference.
   * @throws `not_found`
   */
  async dataset(path: string): Promise<Dataset> {
    const known = this.datasets.get(path);
    if (known) return known;
    const dataset = this.datasetOf(path);
    if (!this.discovery.last()?.value.datasets.includes(path)) {
      const { value } = await dataset.reader.names(null).get(Number.POSITIVE_INFINITY);
      if (value.columns.length === 0 && value.listing.detached.length === 0) {
        throw new VamplateError('not_found', 'There is no dataset at this path.', { path });
      }
    }
    if (this.datasets.size >= lakeLimits.datasets) {
      const oldest = this.datasets.keys().next().value;
      if (oldest !== undefined) this.datasets.delete(oldest);
    }
    this.datasets.set(path, dataset);
    return dataset;
  }

  /** Holder records of leases, each read at most once a minute however many look (D23). */
  async holders(leaseIds: readonly string[]): Promise<ReadonlyMap<string, HolderFinding>> {
    const now = this.options.clock.monotonic();
    const due = leaseIds.filter((id) => {
      const known = this.holderRecords.get(id);
      return known === undefined || now - known.readAt > lakeLimits.holderAgeMs;
    });
    if (due.length > 0) {
      for (const [id, finding] of await readHolders(this.store, due)) {
        this.holderRecords.set(id, { finding, readAt: now });
      }
      for (const oldest of this.holderRecords.keys()) {
        if (this.holderRecords.size <= lakeLimits.holders) break;
        this.holderRecords.delete(oldest);
      }
    }
    const found = new Map<string, HolderFinding>();
    for (const id of leaseIds) {
      const known = this.holderRecords.get(id);
      if (known !== undefined) found.set(id, known.finding);
    }
    return found;
  }

  private datasetOf(path: string): Dataset {
    const { clock, onChange, settings } = this.options;
    const told = (part: DatasetPart, etag: string) => onChange(path, part, etag);
    const sources = {
      override: settings.datasets?.[path]?.policy ?? null,
      lake: settings.policy ?? null,
      externalCommits: settings.externalCommits ?? false,
    };
    const reader = new DatasetReader({ store: this.store, clock, path, onChange: told });
    return new Dataset({ reader, sources, clock, onChange: told });
  }

  /** What keeps the lake from being read, in words; null when the last look went well. */
  problem(): string | null {
    const error = this.discovery.error();
    if (error === undefined) return null;
    return isVamplateError(error) ? error.message : 'The store could not be read.';
  }
}
