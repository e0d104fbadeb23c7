/** Remembers what planning needs of manifests, by identity: an immutable object is read once; bounded in what is held. */

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
  /**
   * Every place its base paths lead to, in one spelling, and what it needs there, relative to it. Null names no place
   * and is there only where something is needed of it.
   */
  readonly places: ReadonlyMap<string | null, readonly string[]>;
  /** The version a shallow clone says it was made from. */
  readonly clonedVersion: bigint | null;
}

export interface MemoryBounds {
  /** Most keys of all manifests together. */
  readonly keys: number;
  /** Most manifests of which the time alone is remembered. */
  readonly times: number;
}

const defaultBounds: MemoryBounds = { keys: 2_000_000, times: 500_000 };

export class ManifestMemory {
  private readonly known = new Map<string, KnownManifest>();
  private readonly times = new Map<string, number | null>();
  private readonly names = new Map<string, string>();
  private held = 0;

  constructor(private readonly bounds: MemoryBounds = defaultBounds) {}

  /** @param identity of the object and of the place it was read for: the same bytes elsewhere need other things */
  find(identity: string): KnownManifest | undefined {
    const found = this.known.get(identity);
    if (found === undefined) return undefined;
    this.known.delete(identity);
    this.known.set(identity, found);
    return found;
  }

  /**
   * The time of a manifest that nothing stands against, also when the rest was forgotten; undefined when not known. A
   * history by age asks for every version's time and for few versions' needs.
   */
  timeOf(identity: string): number | null | undefined {
    return this.times.get(identity);
  }

  keep(identity: string, manifest: KnownManifest): void {
    const before = this.known.get(identity);
    if (before !== undefined) this.held -= sizeOf(before);
    this.known.delete(identity);
    this.known.set(identity, manifest);
    this.held += sizeOf(manifest);
    for (const [oldest, forgotten] of this.known) {
      if (this.held <= this.bounds.keys || oldest === identity) break;
      this.known.delete(oldest);
      this.held -= sizeOf(forgotten);
    }
    if (manifest.mismatch !== null || manifest.flagReasons.length > 0) return;
    this.times.delete(identity);
    this.times.set(identity, manifest.committedAtMs);
    for (const [oldest] of this.times) {
      if (this.times.size <= this.bounds.times) break;
      this.times.delete(oldest);
    }
  }

  /** The same text once: two thousand versions name the same files. */
  share(name: string): string {
    const known = this.names.get(name);
    if (known !== undefined) return known;
    if (this.names.size >= this.bounds.keys) this.names.clear();
    this.names.set(name, name);
    return name;
  }
}

function sizeOf(manifest: KnownManifest): number {
  let size = 1 + manifest.own.length;
  for (const keys of manifest.places.values()) size += 1 + keys.length;
  return size;
}
