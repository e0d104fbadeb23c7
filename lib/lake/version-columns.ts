/** A listing of version names of any length in 21 bytes a version, newest first; 340,000 names take about 7 MB. */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { below, versionsFolder } from '@/lib/engine/lance/paths';
import { formatDetachedName, formatVersionName, type NamingScheme } from '@/lib/engine/lance/version-names';

/** What a listing tells of one version. */
export interface ListedVersion {
  readonly version: bigint;
  /** Detached versions are never part of the columns; they are read like others. */
  readonly scheme: NamingScheme | 'detached';
  readonly storedAt: StorageInstant;
  readonly manifestBytes: number;
}

export class VersionColumns {
  private versions = new BigUint64Array(1024);
  private stored = new Float64Array(1024);
  private sizes = new Float64Array(1024);
  private v1 = new Uint8Array(1024);
  private used = 0;
  private sorted = true;

  get length(): number {
    return this.used;
  }

  push(entry: ListedVersion): void {
    if (this.used === this.versions.length) this.grow();
    const index = this.used;
    this.versions[index] = entry.version;
    this.stored[index] = entry.storedAt;
    this.sizes[index] = entry.manifestBytes;
    this.v1[index] = entry.scheme === 'v1' ? 1 : 0;
    if (index > 0 && (this.versions[index - 1] ?? 0n) < entry.version) this.sorted = false;
    this.used += 1;
  }

  /** The entry at a place of the newest-first order; undefined outside. */
  at(index: number): ListedVersion | undefined {
    this.sort();
    if (index < 0 || index >= this.used) return undefined;
    return {
      version: this.versions[index] ?? 0n,
      scheme: this.v1[index] === 1 ? 'v1' : 'v2',
      storedAt: storageInstant(this.stored[index] ?? 0),
      manifestBytes: this.sizes[index] ?? 0,
    };
  }

  slice(from: number, to: number): ListedVersion[] {
    const entries: ListedVersion[] = [];
    for (let index = Math.max(0, from); index < Math.min(to, this.used); index += 1) {
      const entry = this.at(index);
      if (entry) entries.push(entry);
    }
    return entries;
  }

  /** The place of the first entry that is not newer than `version`; `length` when all are newer. */
  placeOf(version: bigint): number {
    this.sort();
    let low = 0;
    let high = this.used;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.versions[middle] ?? 0n) > version) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  find(version: bigint): ListedVersion | undefined {
    const entry = this.at(this.placeOf(version));
    return entry?.version === version ? entry : undefined;
  }

  private grow(): void {
    const size = this.versions.length * 2;
    const versions = new BigUint64Array(size);
    versions.set(this.versions);
    this.versions = versions;
    const stored = new Float64Array(size);
    stored.set(this.stored);
    this.stored = stored;
    const sizes = new Float64Array(size);
    sizes.set(this.sizes);
    this.sizes = sizes;
    const v1 = new Uint8Array(size);
    v1.set(this.v1);
    this.v1 = v1;
  }

  /** V2 names on an ordered store arrive newest first; everything else is sorted once. */
  private sort(): void {
    if (this.sorted) return;
    const order = Array.from({ length: this.used }, (_, index) => index).sort((a, b) => {
      const left = this.versions[a] ?? 0n;
      const right = this.versions[b] ?? 0n;
      return left === right ? 0 : left < right ? 1 : -1;
    });
    this.versions = BigUint64Array.from(order, (index) => this.versions[index] ?? 0n);
    this.stored = Float64Array.from(order, (index) => this.stored[index] ?? 0);
    this.sizes = Float64Array.from(order, (index) => this.sizes[index] ?? 0);
    this.v1 = Uint8Array.from(order, (index) => this.v1[index] ?? 0);
    this.sorted = true;
  }
}

/** The manifest's key below the store, as its scheme spells it. */
export function manifestKeyOf(root: string, entry: Pick<ListedVersion, 'scheme' | 'version'>): string {
  return below(root, `${versionsFolder}${manifestNameOf(entry)}`);
}

/** The file name below `_versions/`. */
export function manifestNameOf({ scheme, version }: Pick<ListedVersion, 'scheme' | 'version'>): string {
  return scheme === 'detached' ? formatDetachedName(version) : formatVersionName(scheme, version);
}

/** Immutable manifests are known by name, size and stored time; a re-created table gives another identity (D10). */
export function manifestIdentity(
  key: string,
  entry: Pick<ListedVersion, 'manifestBytes' | 'storedAt'>,
): string {
  return `${key}|${entry.manifestBytes}|${entry.storedAt}`;
}
