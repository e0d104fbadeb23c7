/** A listing of version names of any length in 29 bytes a version, newest first; 340,000 names take about 10 MB. */
import { type StorageInstant, storageInstant } from '@/lib/base/clock';
import { below, versionsFolder } from '@/lib/engine/lance/paths';
import { formatDetachedName, formatVersionName, type NamingScheme } from '@/lib/engine/lance/version-names';
import { hashOf } from './fingerprint';

/** What a listing tells of one version. */
export interface ListedVersion {
  readonly version: bigint;
  /** Detached versions are never part of the columns; they are read like others. */
  readonly scheme: NamingScheme | 'detached';
  readonly storedAt: StorageInstant;
  readonly manifestBytes: number;
  /** 32 bits of its ETag: with size and stored time they tell one manifest from another of the same name. */
  readonly etagHash: number;
}

/** What a listing or an answer says of one object, as an entry. */
export function listedVersion(
  version: bigint,
  scheme: ListedVersion['scheme'],
  object: { readonly storedAt: StorageInstant; readonly size: number; readonly etag: string },
): ListedVersion {
  const { storedAt, size, etag } = object;
  return { version, scheme, storedAt, manifestBytes: size, etagHash: hashOf(etag) };
}

/** Whether both entries are of the same object with the same content. */
export function sameManifest(a: ListedVersion, b: ListedVersion): boolean {
  return manifestIdentity('', a) === manifestIdentity('', b) && a.version === b.version;
}

export class VersionColumns {
  private versions = new BigUint64Array(1024);
  private stored = new Float64Array(1024);
  private sizes = new Float64Array(1024);
  private v1 = new Uint8Array(1024);
  private etags = new Uint32Array(1024);
  private sums = { low: 0, high: 0 };
  private used = 0;
  private sorted = true;

  /** Each version once, also where two names state it. */
  get length(): number {
    this.sort();
    return this.used;
  }

  /** Changes with every version that comes, goes or is replaced, in whatever order they were pushed. */
  get fingerprint(): string {
    return `${this.sums.low.toString(16)}.${this.sums.high.toString(16)}`;
  }

  push(entry: ListedVersion): void {
    if (this.used === this.versions.length) this.grow();
    const index = this.used;
    this.versions[index] = entry.version;
    this.stored[index] = entry.storedAt;
    this.sizes[index] = entry.manifestBytes;
    this.v1[index] = entry.scheme === 'v1' ? 1 : 0;
    this.etags[index] = entry.etagHash;
    if (index > 0 && (this.versions[index - 1] ?? 0n) <= entry.version) this.sorted = false;
    this.used += 1;
    const number = Number(entry.version & 0xffff_ffffn);
    const seconds = Math.floor(entry.storedAt / 1_000);
    const mixed = Math.imul(number ^ Math.imul(entry.etagHash, 0x85ebca6b), 0x9e3779b1) ^ entry.manifestBytes;
    this.sums.low = (this.sums.low + mixed) >>> 0;
    this.sums.high =
      (this.sums.high + Math.imul(mixed ^ seconds ^ (entry.storedAt % 1_000), 0xc2b2ae35)) >>> 0;
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
      etagHash: this.etags[index] ?? 0,
    };
  }

  slice(from: number, to: number): ListedVersion[] {
    const entries: ListedVersion[] = [];
    for (let index = Math.max(0, from); index < Math.min(to, this.length); index += 1) {
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
    const etags = new Uint32Array(size);
    etags.set(this.etags);
    this.etags = etags;
  }

  /**
   * V2 names on an ordered store arrive newest first; everything else is sorted once. A version with two names keeps
   * its V2 name, which is the one that is opened (A.2).
   */
  private sort(): void {
    if (this.sorted) return;
    const sorted = Array.from({ length: this.used }, (_, index) => index).sort((a, b) => {
      const left = this.versions[a] ?? 0n;
      const right = this.versions[b] ?? 0n;
      if (left !== right) return left < right ? 1 : -1;
      return (this.v1[a] ?? 0) - (this.v1[b] ?? 0);
    });
    const order = sorted.filter(
      (index, place) => place === 0 || this.versions[index] !== this.versions[sorted[place - 1] ?? -1],
    );
    this.versions = BigUint64Array.from(order, (index) => this.versions[index] ?? 0n);
    this.stored = Float64Array.from(order, (index) => this.stored[index] ?? 0);
    this.sizes = Float64Array.from(order, (index) => this.sizes[index] ?? 0);
    this.v1 = Uint8Array.from(order, (index) => this.v1[index] ?? 0);
    this.etags = Uint32Array.from(order, (index) => this.etags[index] ?? 0);
    this.used = order.length;
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

/** Immutable manifests are known by name, size, stored time and ETag; a re-created table gives another identity (D10). */
export function manifestIdentity(
  key: string,
  entry: Pick<ListedVersion, 'manifestBytes' | 'storedAt' | 'etagHash'>,
): string {
  return `${key}|${entry.manifestBytes}|${entry.storedAt}|${entry.etagHash}`;
}
