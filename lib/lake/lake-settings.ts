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
  /** Folders below the lake that hold something else than datasets, such as reports of serving replicas. */
  readonly foreignFolders?: readonly string[];
}

/** Bounds of one lake's reading; every loop over the store has one. */
export const lakeLimits = {
  /** Levels below the lake that are searched for datasets (issue 4.2). */
  discoveryDepth: 6,
  discoveryListings: 20_000,
  /** Pages of one folder's children: a folder of so many plain files is no place for datasets. */
  folderPages: 20,
  /** Folders that may fail before the store is taken to be down. */
  discoveryFailures: 8,
  datasets: 10_000,
  /** How long a search for datasets stands at least, and for each request it cost: a large lake is searched less often. */
  discoveryAgeMs: 60_000,
  discoveryAgePerRequestMs: 100,
  /** How old the facts behind fleet boards may be where nobody has the dataset open. */
  fleetAgeMs: 25_000,
  /** More for each dataset there is: 500 are read again every 100 s at most. */
  fleetAgePerDatasetMs: 200,
  /** How long a fleet request waits for a scan before it answers with what is there. */
  fleetWaitMs: 2_500,
  /** Pages of one full listing of version names: two million names. */
  namePages: 2_000,
  /** How long a count of all names stands beside the newest page. */
  countAgeMs: 600_000,
  /** Branches of one dataset whose names are kept, and how long after a look one is read again by itself. */
  branches: 128,
  branchWatchMs: 120_000,
  /** Pages of one recursive listing of `_refs/`. */
  controlPages: 200,
  /** Memory per lake of manifests' summaries, of what they need, and of bodies until storage has asked for that. */
  manifestBytes: 128 * 1024 * 1024,
  neededBytes: 64 * 1024 * 1024,
  manifestBodyBytes: 64 * 1024 * 1024,
  /** Names of needed objects held per dataset. */
  neededNames: 2_000_000,
  /** Bodies of small control files kept per lake. */
  bodyCacheBytes: 64 * 1024 * 1024,
  /** Manifests read behind one page of versions, and their bytes. */
  readAheadManifests: 200,
  readAheadBytes: 64 * 1024 * 1024,
  /** Holder records kept, for how long one stands, and how many are asked for behind one reply. */
  holders: 20_000,
  holdersPerLook: 200,
  holderAgeMs: 60_000,
  /** A record that was not there is looked for again so soon, three times. */
  holderRetryMs: 3_000,
  /** How long a count of storage stands, and how many are made at once. */
  storageAgeMs: 60_000,
  storagesAtOnce: 2,
  /** Manifests read for one storage report. */
  storageManifests: 5_000,
  /** Objects listed for one storage report, in pages of a thousand. */
  storagePages: 1_000,
  concurrency: 8,
} as const;
