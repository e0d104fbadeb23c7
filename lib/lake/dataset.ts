/** A dataset with the policy that applies to it: its facts, what they mean, and its storage counted on request. */
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import { zombies } from '@/lib/engine/lance/lineage';
import { below } from '@/lib/engine/lance/paths';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import { metered } from '@/lib/engine/store/metered-store';
import { prefixedStore } from '@/lib/engine/store/prefixed-store';
import { BranchCells } from './branch-cells';
import type { DatasetFacts } from './dataset-facts';
import type { DatasetPart, DatasetReader } from './dataset-reader';
import { type Discovery, discoverDatasets } from './discover-datasets';
import { type Explanation, explainHolders, type PolicySources } from './explain';
import { FactsMemo } from './facts-memo';
import { fingerprintOf } from './fingerprint';
import { gatherReadings } from './gather-readings';
import type { KnownHolders } from './known-holders';
import { lakeLimits } from './lake-settings';
import { countStorage, isOfHistory, type StorageReading } from './read-storage';
import { type Reading, type Shared, shareReading } from './shared-reading';

export interface BranchFolders extends Discovery {
  /** Branches that had a reference before the folders were listed. */
  readonly namedBefore: ReadonlySet<string>;
}

export interface DatasetOptions {
  readonly reader: DatasetReader;
  readonly sources: PolicySources;
  readonly clock: Clock;
  readonly holders: KnownHolders;
  /** Runs a count of storage when its turn comes: they are heavy. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly onChange: (part: DatasetPart, etag: string) => void;
  /** There is no dataset here any more. */
  readonly onGone: () => void;
}

export class Dataset {
  readonly reader: DatasetReader;
  /** Folders below `tree/` that hold versions: one listing each, so only when references are looked at. */
  readonly branchFolders: Shared<BranchFolders>;
  private newest: DatasetFacts | undefined;
  private readonly memo: FactsMemo;
  private readonly explained = new WeakMap<DatasetFacts, { generation: string; explanation: Explanation }>();
  private readonly storages: BranchCells<Shared<StorageReading>>;

  constructor(private readonly options: DatasetOptions) {
    const { reader, clock } = options;
    this.reader = reader;
    this.memo = new FactsMemo(reader, lakeLimits.branches);
    this.storages = new BranchCells(clock, (branch) => this.shareStorage(branch));
    this.branchFolders = shareReading(
      clock,
      async (previous) => {
        const { store, meter } = metered(reader.store);
        const control = reader.control.last() ?? (await reader.control.get(0));
        const namedBefore = new Set(control.value.branches.map(({ name }) => name));
        const found = await discoverDatasets(prefixedStore(store, below(reader.path, 'tree')), previous);
        const cost = { requests: meter.requests, bytes: meter.bytes };
        return { value: { ...found, namedBefore }, cost };
      },
      ({ datasets, notes }) => fingerprintOf([...datasets, '', ...notes]),
      (etag) => options.onChange('control', `tree ${etag}`),
    );
  }

  /** @throws `not_found` for a dataset or branch that is not there; what the store throws */
  async facts(branch: string | null, maxAgeMs: number): Promise<DatasetFacts> {
    try {
      const facts = this.memo.of(await gatherReadings(this.reader, branch, maxAgeMs));
      if (branch === null) this.newest = facts;
      await this.renewZombies(facts);
      return facts;
    } catch (error) {
      if (isVamplateError(error) && error.kind === 'not_found' && error.details.path === this.reader.path) {
        this.newest = undefined;
        this.options.onGone();
      }
      throw error;
    }
  }

  /** Facts of main with its control files read to their end, where a first look stops after one page of them. */
  async wholeFacts(maxAgeMs: number): Promise<DatasetFacts> {
    const facts = await this.facts(null, maxAgeMs);
    const control = this.reader.control.last();
    if (facts.control.listedUpTo === null || control === undefined) return facts;
    await this.reader.wholeControl(control);
    return this.facts(null, maxAgeMs);
  }

  /** The newest facts of main that anybody asked for. */
  lastFacts(): DatasetFacts | undefined {
    return this.newest;
  }

  explain(facts: DatasetFacts): Explanation {
    const { holders, sources } = this.options;
    const { entry } = facts.head ?? {};
    const root = this.reader.root(facts.branch);
    const needs = entry === undefined ? undefined : this.reader.manifests.peekNeeds(root, entry)?.kind;
    const generation = `${holders.generation}|${needs}`;
    const known = this.explained.get(facts);
    if (known?.generation === generation) return known.explanation;
    const explanation = explainHolders(facts, sources, (id) => holders.labelOf(id));
    this.explained.set(facts, { generation, explanation });
    return explanation;
  }

  /** Looks up, in the background, who holds the leases on these versions; who asks next is told (D23). */
  lookUpHolders(facts: DatasetFacts, versions: readonly bigint[]): void {
    const ids = this.leasesOn(facts, versions);
    if (ids.every((id) => this.options.holders.isKnown(id))) return;
    const before = this.options.holders.generation;
    void this.options.holders.read(ids).then(
      () => {
        const now = this.options.holders.generation;
        if (now !== before) this.options.onChange('versions', `holders ${fingerprintOf(ids)} ${now}`);
      },
      () => undefined,
    );
  }

  /** The same, waited for. */
  async readHolders(facts: DatasetFacts, versions: readonly bigint[]): Promise<void> {
    await this.options.holders.read(this.leasesOn(facts, versions));
  }

  private leasesOn({ control, namespace }: DatasetFacts, versions: readonly bigint[]): string[] {
    const wanted = new Set(versions);
    const leases = control.leases.filter(
      (lease) =>
        lease.namespace === namespace &&
        wanted.has(lease.version) &&
        judgeLease(lease, lease.listedAt) !== 'expired',
    );
    return leases.slice(0, lakeLimits.holdersPerLook).map(({ id }) => id);
  }

  /**
   * Branch folders that had no reference before they were listed and have none now; null where that is not known, also
   * while nobody has listed the folders. A branch created or deleted meanwhile is none of them.
   */
  zombiesOf({ control }: DatasetFacts): readonly string[] | null {
    const folders = this.branchFolders.last()?.value;
    if (folders === undefined || control.listedUpTo !== null) return null;
    const named = [...folders.namedBefore, ...control.branches.map(({ name }) => name)];
    return zombies(folders.datasets, named);
  }

  /** Lists everything and reads every manifest: only when somebody asks, then kept for all. */
  storage(branch: string | null): Shared<StorageReading> {
    return this.storages.of(branch);
  }

  /** The last count, however old, unless the table was dropped since and made anew. */
  countedStorage(facts: DatasetFacts): Reading<StorageReading> | undefined {
    const reading = this.storages.peek(facts.branch)?.last();
    return reading !== undefined && isOfHistory(reading.value, facts.names) ? reading : undefined;
  }

  private shareStorage(branch: string | null): Shared<StorageReading> {
    return shareReading(
      this.options.clock,
      () =>
        this.options.inTurn(async () => {
          const { store, meter } = metered(this.reader.store);
          const facts = await this.facts(branch, storageFactsAgeMs);
          const value = await countStorage(store, facts, this.explain(facts), async () => {
            return (await this.branchFolders.get(lakeLimits.discoveryAgeMs)).value.datasets;
          });
          return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
        }),
      ({ account, nextCleanup }) =>
        `${account.total.objects}:${account.total.bytes}:${account.missingCount}:${nextCleanup.verdict}`,
      (etag) => this.options.onChange('storage', `${branch ?? ''}|${etag}`),
    );
  }

  /** Folders that were named as zombies are listed again by and by: they may have been cleared away. */
  private async renewZombies(facts: DatasetFacts): Promise<void> {
    const named = this.zombiesOf(facts);
    if (named === null || named.length === 0) return;
    try {
      await this.branchFolders.get(lakeLimits.discoveryAgeMs);
    } catch (error) {
      if (!isVamplateError(error)) throw error;
    }
  }
}

/** A count of storage rests on facts at most so old. */
const storageFactsAgeMs = 1_000;
