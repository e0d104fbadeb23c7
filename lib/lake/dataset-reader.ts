/** One dataset as all its viewers see it: its parts read once for all of them, each with its age and price. */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { BoundedBodyCache } from '@/lib/engine/control/body-cache';
import type { ControlState } from '@/lib/engine/control/control-entries';
import { readControl } from '@/lib/engine/control/read-control';
import { mainNamespace, namespaceOf } from '@/lib/engine/lance/branch-identifier';
import { branchRoot } from '@/lib/engine/lance/paths';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { lakeLimits } from './lake-settings';
import { ManifestIndex } from './manifest-index';
import { mergeNames } from './merge-names';
import { readVersionNames, type VersionNames } from './read-names';
import { type Cost, type Shared, shareReading } from './shared-reading';
import type { ListedVersion } from './version-columns';

export type DatasetPart = 'versions' | 'control' | 'storage';

export interface DatasetReaderOptions {
  readonly store: ObjectStore;
  readonly clock: Clock;
  /** Path below the lake, `''` for its own root. */
  readonly path: string;
  readonly onChange: (part: DatasetPart, etag: string) => void;
}

export class DatasetReader {
  readonly store: ObjectStore;
  readonly path: string;
  readonly uri: string;
  readonly manifests: ManifestIndex;
  readonly control: Shared<ControlState>;
  private readonly newest = new Map<string | null, Shared<VersionNames>>();
  private readonly full = new Map<string | null, Shared<VersionNames>>();
  private readonly bodies = new BoundedBodyCache(lakeLimits.bodyCacheBytes);

  constructor(private readonly options: DatasetReaderOptions) {
    this.store = options.store;
    this.path = options.path;
    this.uri =
      options.path === '' ? options.store.uri : `${options.store.uri.replace(/\/$/, '')}/${options.path}`;
    this.manifests = new ManifestIndex(this.uri);
    this.control = shareReading(
      options.clock,
      (previous) => this.readControl(previous),
      controlTag,
      ({ etag }) => options.onChange('control', etag),
    );
  }

  /** The newest page of names, or all of them where the store's order or the names demand it. */
  names(branch: string | null): Shared<VersionNames> {
    return this.cell(this.newest, branch, 'newest');
  }

  /** Every name: read only when somebody asks to count. */
  allNames(branch: string | null): Shared<VersionNames> {
    return this.cell(this.full, branch, 'all');
  }

  /** The newest reading, joined with the last full listing where there was one. */
  knownNames(branch: string | null, newest: VersionNames): VersionNames {
    const full = this.full.get(branch)?.last()?.value;
    return full === undefined || newest.listing.complete ? newest : mergeNames(newest, full);
  }

  /** Reads again the control state and the names of every branch somebody has looked at. */
  async refresh(maxAgeMs: number): Promise<void> {
    const branches = new Set<string | null>([null, ...this.newest.keys()]);
    await Promise.all([
      this.control.get(maxAgeMs),
      ...[...branches].map((branch) => this.names(branch).get(maxAgeMs)),
    ]);
  }

  /**
   * Reads the manifests of a page that is being looked at, in the background: names first, details as they come.
   * Bounded by what one page is; nobody waits for it, and a store that does not answer is asked again next time.
   */
  readAhead(branch: string | null, entries: readonly ListedVersion[]): void {
    const root = this.root(branch);
    let bytes = 0;
    const wanted = entries.slice(0, lakeLimits.readAheadManifests).filter((entry) => {
      bytes += entry.manifestBytes;
      return bytes <= lakeLimits.readAheadBytes && this.manifests.peek(root, entry) === undefined;
    });
    if (wanted.length === 0) return;
    const reads = wanted.map((entry) => this.manifests.read(this.store, root, entry));
    Promise.allSettled(reads).then((settled) => {
      const came = settled.filter(({ status }) => status === 'fulfilled').length;
      const last = wanted.at(-1);
      if (came > 0) this.options.onChange('versions', `read ${came} down to ${last?.version}`);
    });
  }

  root(branch: string | null): string {
    return branchRoot(this.path, branch);
  }

  private cell(
    cells: Map<string | null, Shared<VersionNames>>,
    branch: string | null,
    extent: 'newest' | 'all',
  ) {
    const found = cells.get(branch);
    if (found) return found;
    const made = shareReading(
      this.options.clock,
      () => this.measured((store) => readVersionNames(store, this.root(branch), extent)),
      namesTag,
      ({ etag }) => this.options.onChange('versions', etag),
    );
    cells.set(branch, made);
    return made;
  }

  /** The first look costs one page, however much there is; the next ones go to the end. */
  private async readControl(
    previous: ControlState | undefined,
  ): Promise<{ value: ControlState; cost: Cost }> {
    const maxPages = previous === undefined ? 1 : lakeLimits.controlPages;
    const value = await readControl(this.store, this.path, { cache: this.bodies, maxPages });
    return { value, cost: value.cost };
  }

  private async measured<T>(work: (store: ObjectStore) => Promise<T>): Promise<{ value: T; cost: Cost }> {
    const { store, meter } = metered(this.store);
    const value = await work(store);
    return { value, cost: { requests: meter.requests, bytes: meter.bytes } };
  }
}

/** The namespace a branch's leases, markers and intents lie under. @throws `not_found`, or `unavailable` when unread */
export function namespaceOfBranch(control: ControlState, branch: string | null): string {
  if (branch === null) return mainNamespace;
  const entry = control.branches.find(({ name }) => name === branch);
  if (entry === undefined || (entry.body.kind === 'read' && entry.body.value.kind === 'tombstone')) {
    throw new VamplateError('not_found', `There is no branch ${branch}.`, { branch });
  }
  if (entry.body.kind !== 'read' || entry.body.value.kind !== 'found') {
    throw new VamplateError('corrupt', `The reference of branch ${branch} could not be read.`, { branch });
  }
  return namespaceOf(entry.body.value.reference.identifier);
}

/** Changes with every commit and with every deletion that the page shows. */
function namesTag({ listing, columns }: VersionNames): string {
  const oldest = columns.at(columns.length - 1)?.version ?? 0n;
  return `${listing.latest}:${listing.count}:${oldest}:${listing.detached.length}:${listing.staged.length}`;
}

/** Every row by key and content; a lease that only grew older is no change. */
function controlTag(control: ControlState): string {
  let hash = 0x811c9dc5;
  const mix = (text: string) => {
    for (let at = 0; at < text.length; at += 1)
      hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
  };
  const { leases, markers, intents, states, terminations, tags, branches, corrupt } = control;
  for (const rows of [leases, markers, intents, states, terminations, tags, branches, corrupt]) {
    for (const row of rows) mix(`${row.entry}|${row.etag}`);
  }
  return `${hash.toString(16)}:${leases.length}:${control.complete}`;
}
