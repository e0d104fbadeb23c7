/** Where a replica keeps its copy and whether that place survives a redeploy (spec B.6, C.5). */

/** A volume survives a redeploy. */
export type RootKind = 'volume' | 'ephemeral';

/** A place somebody proposes. Naming a path says nothing about durability: that is `kind`. */
export interface RootCandidate {
  /** Label for people: the variable's name, never its value. */
  readonly source: string;
  /** Blank or relative counts as absent. */
  readonly path: string | null | undefined;
  readonly kind: RootKind;
  /** Added to the path, with its leading slash. */
  readonly subfolder?: string;
}

export interface StorageRoot {
  /** Absolute and not empty. */
  readonly path: string;
  readonly kind: RootKind;
  readonly source: string;
}

/** Everything the caller observed; nothing here looks at an environment. */
export interface RootInputs {
  readonly artifactRoot?: string | null;
  readonly slabCacheDir?: string | null;
  /** The operator's declaration for the first two; without one they are ephemeral: wrongly cautious costs one wait. */
  readonly overrideDurability?: RootKind | null;
  readonly railwayVolume?: string | null;
  /** The place that is probed and found writable; by the source it is `/volume01`. */
  readonly probedVolume?: string | null;
  readonly ephemeralDir?: string | null;
  /** The platform's folder for temporary files, absolute. */
  readonly tempDir: string;
}

/** What the fourth candidate is called, wherever a deployment has it. */
export const standardVolume = '/volume01';
export const ephemeralFallback = 'ephemeral fallback';

/** The five candidates of the source, in order; a deployment may configure its own list. */
export function standardCandidates(inputs: RootInputs): readonly RootCandidate[] {
  const declared = inputs.overrideDurability ?? 'ephemeral';
  return [
    { source: 'OSM_ARTIFACT_ROOT', path: inputs.artifactRoot, kind: declared },
    { source: 'OSM_SLAB_CACHE_DIR', path: inputs.slabCacheDir, kind: declared },
    { source: 'RAILWAY_VOL/osm', path: inputs.railwayVolume, kind: 'volume', subfolder: '/osm' },
    {
      source: `${standardVolume}/osm`,
      path: inputs.probedVolume,
      kind: 'volume',
      subfolder: '/osm',
    },
    { source: ephemeralFallback, path: inputs.ephemeralDir, kind: 'ephemeral' },
  ];
}

export function resolveRoot(inputs: RootInputs): StorageRoot {
  return resolveCandidates(standardCandidates(inputs), inputs.tempDir);
}

/**
 * The first usable candidate, else a folder of our own below the platform's temporary one.
 * @throws RangeError when `tempDir` is not absolute: there is then no place at all
 */
export function resolveCandidates(candidates: readonly RootCandidate[], tempDir: string): StorageRoot {
  for (const { source, path, kind, subfolder = '' } of candidates) {
    if (path === null || path === undefined || !isUsable(path)) continue;
    return { path: subfolder === '' ? path : `${path.replace(/\/+$/, '')}${subfolder}`, kind, source };
  }
  if (!isUsable(tempDir)) throw new RangeError('the temporary folder is no absolute path');
  return { path: `${tempDir.replace(/\/+$/, '')}/q2-osm`, kind: 'ephemeral', source: ephemeralFallback };
}

/** Absolute as written; with space before it a path is relative. */
function isUsable(path: string): boolean {
  return path.trim() !== '' && path.startsWith('/');
}
