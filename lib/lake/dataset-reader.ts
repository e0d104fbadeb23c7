/** One dataset as all its viewers see it: its parts read once for all of them, each with its age and price. */
import type { Clock } from '@/lib/base/clock';
import { type BodyCache, BoundedBodyCache } from '@/lib/engine/control/body-cache';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { readControl } from '@/lib/engine/control/read-control';
import { branchRoot } from '@/lib/engine/lance/paths';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { BranchCells } from './branch-cells';
import { controlTag } from './control-tag';
import { fingerprintOf } from './fingerprint';
import { lakeLimits } from './lake-settings';
import { ManifestIndex } from './manifest-index';
import type { ManifestMemory } from './manifest-memory';
import { mergeNames } from './merge-names';
import { readVersionNames, type VersionNames } from './read-names';
import { type Cost, type Reading, type Shared, shareReading } from './shared-reading';
import type { ListedVersion } from './version-columns';

export type DatasetPart = 'versions' | 'control' | 'storage';

export interface DatasetReaderOptions {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Path below the lake, `''` for its own root. */
  readonly path: string;
  readonly onChange: (part: DatasetPart, etag: string) => void;
  /** Shared by the datasets of a lake, so that their sum is bounded; a reader alone has its own. */
  readonly bodies?: BodyCache;
  readonly manifests?: ManifestMemory;
}

export class DatasetReader {
  readonly store: ObjectStore;
  readonly path: string;
  readonly uri: string;
  readonly manifests: ManifestIndex;
  readonly control: Shared<ControlState>;
  private readonly newest: BranchCells<Shared<VersionNames>>;
  private readonly full: BranchCells<Shared<VersionNames>>;
  private readonly bodies: BodyCache;
  /** Control readings that stopped after one page because they were the first look. */
  private readonly firstLooks = new WeakSet<ControlState>();

  constructor(private readonly options: DatasetReaderOptions) {
    const { store, clock, path } = options;
    this.store = store;
    this.path = path;
    this.uri = path === '' ? store.uri : `${store.uri.replace(/\/$/, '')}/${path}`;
    this.manifests = new ManifestIndex(options.manifests);
    this.bodies = options.bodies ?? new BoundedBodyCache(lakeLimits.bodyCacheBytes);
    this.newest = new BranchCells(clock, (branch) => this.share(branch, 'newest'));
    this.full = new BranchCells(clock, (branch) => this.share(branch, 'all'));
    this.control = shareReading(
      clock,
      (previous) => this.readControl(previous),
      controlTag,
      (etag) => options.onChange('control', etag),
    );
  }

  /** The newest page of names, or all of them where the store's order or the names demand it. */
  names(branch: string | null): Shared<VersionNames> {
    return this.newest.of(branch);
  }

  /** Every name: read only when somebody asks to count. */
  allNames(branch: string | null): Shared<VersionNames> {
    return this.full.of(branch);
  }

  /** The newest reading, joined with a full listing where there is one of the same history, not too old. */
  knownNames(branch: string | null, newest: VersionNames): VersionNames {
    if (newest.listing.complete) return newest;
    const full = this.full.peek(branch)?.lastWithin(lakeLimits.countAgeMs);
    return full === undefined ? newest : mergeNames(newest, full.value, full.readAt);
  }

  /** Reads again the control state and the names of main and of the branches somebody looked at lately. */
  async refresh(maxAgeMs: number): Promise<void> {
    const control = await this.control.get(maxAgeMs);
    const there = new Set(control.value.branches.map(({ name }) => name));
    const branches = this.newest.askedWithin(lakeLimits.branchWatchMs);
    const wanted = new Set([null, ...branches.filter((branch) => branch === null || there.has(branch))]);
    await Promise.all([...wanted].map((branch) => this.newest.peekOrMake(branch).get(maxAgeMs)));
  }

  /** Whether this reading is only the first page, and the rest can be had. */
  isFirstLook({ value }: Reading<ControlState>): boolean {
    return this.firstLooks.has(value);
  }

  /** The control state read to its end, or to the bound of one reading; never one that began before `first`. */
  wholeControl(first: Reading<ControlState>): Promise<Reading<ControlState>> {
    return this.isFirstLook(first) ? this.control.since(first.ended) : Promise.resolve(first);
  }

  /**
   * Reads the manifests of a page that is being looked at, in the background: names first, details as they come.
   * Bounded by what one page is; nobody waits for it, and a store that does not answer is asked again next time.
   * Tells once that a batch came, however many asked for it.
   */
  readAhead(branch: string | null, entries: readonly ListedVersion[]): void {
    const root = this.root(branch);
    let bytes = 0;
    const wanted = entries.slice(0, lakeLimits.readAheadManifests).filter((entry) => {
      if (this.manifests.isUnderWay(root, entry)) return false;
      bytes += entry.manifestBytes;
      return bytes <= lakeLimits.readAheadBytes;
    });
    if (wanted.length === 0) return;
    const reads = wanted.map((entry) => this.manifests.read(this.store, root, entry));
    void Promise.allSettled(reads).then((settled) => {
      const came = wanted.filter((_, index) => settled[index]?.status === 'fulfilled');
      if (came.length === 0) return;
      const tag = fingerprintOf(came.map(({ version, etagHash }) => `${root}|${version}|${etagHash}`));
      this.options.onChange('versions', `read ${tag}`);
    });
  }

  root(branch: string | null): string {
    return branchRoot(this.path, branch);
  }

  private share(branch: string | null, extent: 'newest' | 'all'): Shared<VersionNames> {
    return shareReading(
      this.options.clock,
      () => this.measured((store) => readVersionNames(store, this.root(branch), extent)),
      namesTag,
      (etag) => this.options.onChange('versions', `${branch ?? ''}|${extent}|${etag}`),
    );
  }

  /** The first look costs one page, however much there is; the next ones go to the end. */
  private async readControl(
    previous: ControlState | undefined,
  ): Promise<{ value: ControlState; cost: Cost }> {
    const first = previous === undefined;
    const maxPages = first ? 1 : lakeLimits.controlPages;
    const value = await readControl(this.store, this.path, { cache: this.bodies, maxPages });
    if (first && value.listedUpTo !== null) this.firstLooks.add(value);
    return { value, cost: value.cost };
  }

  private async measured<T>(work: (store: ObjectStore) => Promise<T>): Promise<{ value: T; cost: Cost }> {
    const { store, meter } = metered(this.store);
    const value = await work(store);
    return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
  }
}

/** Changes with every commit, every deletion and every replacement that the listing shows. */
function namesTag({ listing, columns }: VersionNames): string {
  const { latest, count, detached, staged, unrecognised, complete } = listing;
  const side = fingerprintOf(
    [...detached, ...staged, ...unrecognised].map(({ name, etag }) => `${name}|${etag}`),
  );
  return `${latest}:${count}:${complete}:${columns.fingerprint}:${side}`;
}
