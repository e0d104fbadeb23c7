/** What a listing of `_versions/` says: naming scheme, latest, holes, and what may be a commit elsewhere (A.2, D8). */
import type { StorageInstant } from '@/lib/base/clock';
import { type NamingScheme, parseVersionName } from './version-names';

/** One object below `_versions/`, its name without the folder. */
export interface NamedObject {
  readonly name: string;
  readonly size: number;
  readonly etag: string;
  readonly storedAt: StorageInstant;
}

export interface VersionEntry extends NamedObject {
  readonly version: bigint;
  readonly scheme: NamingScheme | 'detached';
}

export interface StagedManifest extends NamedObject {
  readonly uuid: string;
  /** The version it is meant to become, null when its name does not say. */
  readonly version: bigint | null;
}

export interface VersionsSummary {
  /** `mixed` is an error in Lance: migration is required and nothing may be cleaned. null: no version seen. */
  readonly scheme: NamingScheme | 'mixed' | null;
  readonly latest: bigint | null;
  readonly oldest: bigint | null;
  /** Attached versions seen. */
  readonly count: number;
  /** Numbers between oldest and latest without a manifest; null with mixed names, where one version may have two. */
  readonly holes: bigint | null;
  /** Bytes of all attached manifests seen. */
  readonly manifestBytes: number;
  /** Newest first, at most as many as were asked for; `count` says how many there are. */
  readonly newest: readonly VersionEntry[];
  readonly detached: readonly VersionEntry[];
  readonly staged: readonly StagedManifest[];
  /** Names that end in `manifest` but state no version: something a reader may trip over. */
  readonly unrecognised: readonly NamedObject[];
  /** False when one of the three lists above was cut at its bound. */
  readonly sideListsComplete: boolean;
  readonly hasHint: boolean;
}

/** At most this many detached, staged and unrecognised names are kept each. */
const maxSideEntries = 10_000;

/** Collects a listing of any length in bounded memory; feed it names in any order, each once. */
export class VersionsTally {
  private schemes = new Set<NamingScheme>();
  private latest: bigint | null = null;
  private oldest: bigint | null = null;
  private count = 0;
  private manifestBytes = 0;
  private newest: VersionEntry[] = [];
  /** Once `keep` versions are held, older ones than this are only counted. */
  private floor: bigint | null = null;
  private detached: VersionEntry[] = [];
  private staged: StagedManifest[] = [];
  private unrecognised: NamedObject[] = [];
  private cut = false;
  private hasHint = false;

  /** @param keep how many of the newest versions to hold in memory */
  constructor(private readonly keep: number) {}

  add(object: NamedObject): void {
    const name = parseVersionName(object.name);
    switch (name.kind) {
      case 'attached':
        this.addAttached({ ...object, version: name.version, scheme: name.scheme });
        break;
      case 'detached':
        this.push(this.detached, { ...object, version: name.version, scheme: 'detached' });
        break;
      case 'staged':
        this.push(this.staged, { ...object, uuid: name.uuid, version: name.target?.version ?? null });
        break;
      case 'hint':
        this.hasHint = true;
        break;
      case 'other':
        if (name.manifestLike) this.push(this.unrecognised, object);
        break;
      case 'temporary':
        break;
    }
  }

  summary(): VersionsSummary {
    this.trim();
    const mixed = this.schemes.size > 1;
    const [scheme = null] = this.schemes;
    const spanned = this.latest === null || this.oldest === null ? 0n : this.latest - this.oldest + 1n;
    return {
      scheme: mixed ? 'mixed' : scheme,
      latest: this.latest,
      oldest: this.oldest,
      count: this.count,
      holes: mixed ? null : spanned - BigInt(this.count),
      manifestBytes: this.manifestBytes,
      newest: this.newest.slice(),
      detached: this.detached,
      staged: this.staged,
      unrecognised: this.unrecognised,
      sideListsComplete: !this.cut,
      hasHint: this.hasHint,
    };
  }

  private addAttached(entry: VersionEntry & { scheme: NamingScheme }): void {
    this.schemes.add(entry.scheme);
    this.count += 1;
    this.manifestBytes += entry.size;
    if (this.latest === null || entry.version > this.latest) this.latest = entry.version;
    if (this.oldest === null || entry.version < this.oldest) this.oldest = entry.version;
    if (this.floor !== null && entry.version < this.floor) return;
    this.newest.push(entry);
    if (this.newest.length >= Math.max(1, this.keep) * 2) this.trim();
  }

  private trim(): void {
    this.newest.sort((a, b) => (a.version === b.version ? 0 : a.version < b.version ? 1 : -1));
    this.newest.length = Math.min(this.newest.length, this.keep);
    if (this.newest.length === this.keep) this.floor = this.newest.at(-1)?.version ?? null;
  }

  private push<T>(list: T[], entry: T): void {
    if (list.length < maxSideEntries) list.push(entry);
    else this.cut = true;
  }
}

/** Summarises names that are already in memory. */
export function resolveVersions(objects: readonly NamedObject[]): VersionsSummary {
  const tally = new VersionsTally(objects.length);
  for (const object of objects) tally.add(object);
  return tally.summary();
}

const sevenDaysMs = 7 * 24 * 60 * 60 * 1000;

/**
 * The staged manifests that make an external commit store likely (D8): younger than 7 days at the store's own time,
 * or of unknown age. Any of them means: do not plan a cleanup.
 */
export function externalCommitSuspicion(
  staged: readonly StagedManifest[],
  storeTime: StorageInstant | null,
): readonly StagedManifest[] {
  return staged.filter((manifest) => storeTime === null || manifest.storedAt > storeTime - sevenDaysMs);
}
