/** What the reader is told about a lake; the server's configuration is one source of it. */

export interface PolicySettings {
  /** Age as written, e.g. `14days`. */
  readonly olderThan?: string;
  readonly retainVersions?: number;
  readonly keepTags?: readonly string[];
}

export interface LakeSettings {
  readonly id: string;
  readonly uri: string;
  readonly endpoint?: string;
  readonly region?: string;
  readonly pathStyle?: boolean;
  /** What the console may do here: nothing, protect (tags, leases), or retire versions. */
  readonly gc: 'none' | 'protect' | 'retire';
  readonly policy?: PolicySettings;
  /** Per dataset, by its path below the lake. */
  readonly datasets?: Readonly<Record<string, { readonly policy?: PolicySettings }>>;
  /** Commits go through an external manifest store (decision D8). */
  readonly externalCommits?: boolean;
}

/** Bounds of one lake's reading; every loop over the store has one. */
export const lakeLimits = {
  /** Levels below the lake that are searched for datasets (issue 4.2). */
  discoveryDepth: 6,
  discoveryListings: 20_000,
  datasets: 10_000,
  /** How long a search for datasets stands. */
  discoveryAgeMs: 60_000,
  /** How old the facts behind fleet boards may be where nobody has the dataset open. */
  fleetAgeMs: 60_000,
  /** How long a fleet request waits for a scan before it answers with what is there. */
  fleetWaitMs: 2_500,
  /** Pages of one full listing of version names: two million names. */
  namePages: 2_000,
  /** Pages of one recursive listing of `_refs/`. */
  controlPages: 200,
  /** Manifests kept decoded per lake; a summary is about 1 kB. */
  manifests: 20_000,
  /** Bodies of small control files kept per dataset. */
  bodyCacheBytes: 16 * 1024 * 1024,
  /** Bodies of manifests kept per dataset, until storage has asked what they need. */
  manifestBodyBytes: 32 * 1024 * 1024,
  /** Needed objects held per dataset over all its manifests, 4 bytes each. */
  heldNeeds: 16_000_000,
  /** Manifests read behind one page of versions, and their bytes. */
  readAheadManifests: 200,
  readAheadBytes: 64 * 1024 * 1024,
  /** Holder records kept, and for how long one stands. */
  holders: 20_000,
  holderAgeMs: 60_000,
  /** How long a count of storage stands. */
  storageAgeMs: 60_000,
  /** Manifests read for one storage report. */
  storageManifests: 5_000,
  /** Objects listed for one storage report. */
  storagePages: 1_000,
  concurrency: 8,
} as const;
