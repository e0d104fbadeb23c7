/** A dataset with the policy that applies to it: its facts, what they mean, and its storage counted on request. */
import type { Clock } from '@/lib/base/clock';
import { zombies } from '@/lib/engine/lance/lineage';
import { below } from '@/lib/engine/lance/paths';
import { metered } from '@/lib/engine/store/metered-store';
import { prefixedStore } from '@/lib/engine/store/prefixed-store';
import { type DatasetFacts, readDatasetFacts } from './dataset-facts';
import type { DatasetPart, DatasetReader } from './dataset-reader';
import { type Discovery, discoverDatasets } from './discover-datasets';
import { type Explanation, explainHolders, type PolicySources } from './explain';
import { lakeLimits } from './lake-settings';
import { readStorage, type StorageReading } from './read-storage';
import { type Shared, shareReading } from './shared-reading';

export interface DatasetOptions {
  readonly reader: DatasetReader;
  readonly sources: PolicySources;
  readonly clock: Clock;
  readonly onChange: (part: DatasetPart, etag: string) => void;
}

export class Dataset {
  readonly reader: DatasetReader;
  private folders: Shared<Discovery> | undefined;
  private newest: DatasetFacts | undefined;
  private readonly storages = new Map<string | null, Shared<StorageReading>>();

  constructor(private readonly options: DatasetOptions) {
    this.reader = options.reader;
  }

  /** @throws `not_found` for a branch that is not there; what the store throws */
  async facts(branch: string | null, maxAgeMs: number): Promise<DatasetFacts> {
    const facts = await readDatasetFacts(this.reader, branch, maxAgeMs);
    if (branch === null) this.newest = facts;
    return facts;
  }

  /** The newest facts of main that anybody asked for. */
  lastFacts(): DatasetFacts | undefined {
    return this.newest;
  }

  explain(facts: DatasetFacts): Explanation {
    return explainHolders(facts, this.options.sources);
  }

  /** Folders below `tree/` that hold versions: one listing each, so only when references are looked at. */
  branchFolders(): Shared<Discovery> {
    this.folders ??= shareReading(
      this.options.clock,
      async () => {
        const { store, meter } = metered(this.reader.store);
        const value = await discoverDatasets(prefixedStore(store, below(this.reader.path, 'tree')));
        return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
      },
      ({ datasets }) => datasets.join('\n'),
      ({ etag }) => this.options.onChange('control', String(etag.length)),
    );
    return this.folders;
  }

  /** Branch folders without a reference; null while nobody has listed the folders. */
  zombiesOf({ control }: DatasetFacts): readonly string[] | null {
    const folders = this.folders?.last()?.value;
    if (folders === undefined || control.listedUpTo !== null) return null;
    return zombies(
      folders.datasets,
      control.branches.map(({ name }) => name),
    );
  }

  /** Lists everything and reads every manifest: only when somebody asks, then kept for all. */
  storage(branch: string | null): Shared<StorageReading> {
    const known = this.storages.get(branch);
    if (known) return known;
    const made = shareReading(
      this.options.clock,
      async () => {
        const { store, meter } = metered(this.reader.store);
        const facts = await this.facts(branch, lakeLimits.storageAgeMs);
        const complete = facts.names.listing.complete;
        const names = complete
          ? facts.names
          : (await this.reader.allNames(branch).get(lakeLimits.storageAgeMs)).value;
        const value = await readStorage(store, facts, names, this.explain(facts));
        return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
      },
      ({ account }) => `${account.total.objects}:${account.total.bytes}`,
      ({ etag }) => this.options.onChange('storage', etag),
    );
    this.storages.set(branch, made);
    return made;
  }
}
