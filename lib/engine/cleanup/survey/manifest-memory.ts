/** Remembers what planning needs of manifests, by identity: an immutable object is read once; bounded in names held. */
import type { ObjectMeta } from '@/lib/engine/store/object-store';

/** What one manifest says that a cleanup asks. */
export interface KnownManifest {
  /** Null when it states the version of its file name; otherwise the dataset is read-only for cleanup (D7). */
  readonly mismatch: { readonly named: bigint; readonly stated: bigint } | null;
  /** By its writer's clock; null when it states none. */
  readonly committedAtMs: number | null;
  readonly readerFlags: bigint;
  readonly writerFlags: bigint;
  /** What stands against cleaning it (`judgeFlags`). */
  readonly flagReasons: readonly string[];
  /** Keys below the root it lies in; a folder, all of which is needed, ends with a slash. */
  readonly own: readonly string[];
  /** The same of other roots, relative to where they lie, in one spelling of the place; null names no place. */
  readonly places: ReadonlyMap<string | null, readonly string[]>;
  /** The version a shallow clone says it was made from. */
  readonly clonedVersion: bigint | null;
}

export class ManifestMemory {
  private readonly known = new Map<string, KnownManifest>();
  private readonly names = new Map<string, string>();
  private held = 0;

  /** @param maxKeys keys of all manifests together that are remembered */
  constructor(private readonly maxKeys = 2_000_000) {}

  find(meta: Pick<ObjectMeta, 'key' | 'etag'>): KnownManifest | undefined {
    const identity = identityOf(meta);
    const found = this.known.get(identity);
    if (found === undefined) return undefined;
    this.known.delete(identity);
    this.known.set(identity, found);
    return found;
  }

  keep(meta: Pick<ObjectMeta, 'key' | 'etag'>, manifest: KnownManifest): void {
    this.known.set(identityOf(meta), manifest);
    this.held += sizeOf(manifest);
    for (const [identity, oldest] of this.known) {
      if (this.held <= this.maxKeys || oldest === manifest) break;
      this.known.delete(identity);
      this.held -= sizeOf(oldest);
    }
  }

  /** The same text once: two thousand versions name the same files. */
  share(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    if (this.names.size >= this.maxKeys) this.names.clear();
    this.names.set(name, name);
    return name;
  }
}

function sizeOf(manifest: KnownManifest): number {
  let size = 1 + manifest.own.length;
  for (const keys of manifest.places.values()) size += keys.length;
  return size;
}

function identityOf({ key, etag }: Pick<ObjectMeta, 'key' | 'etag'>): string {
  return `${key}\n${etag}`;
}
