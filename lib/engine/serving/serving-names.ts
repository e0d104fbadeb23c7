/** Where seals, pointer, reports, intents and retirements lie, and what each key says (spec E.2, C.9). */
import type { ImportId } from './import-id-rules';
import { type Lineage, lineageKey, parseFamily, parseSetId } from './lineage-rules';

/** One file each, beside the data and never inside it: the dataset's subfolders belong to Lance. */
export interface SealPlaces {
  /** Below it lies all of this, and what a replica keeps beside its own copy; ends with `/`. */
  readonly container: string;
  readonly originSeal: string;
  readonly pointer: string;
  /** Ends with `/`. */
  readonly importSeals: string;
  importSeal(id: ImportId): string;
}

/** @param datasetRoot key of the dataset, without a trailing slash */
export function containerPlaces(datasetRoot: string): SealPlaces {
  return placesBelow(`${datasetRoot}.serving`, 'json');
}

/** The keys of the source system, which keeps YAML below a folder of its own. */
export function sourcePlaces(lineage: Lineage): SealPlaces {
  return placesBelow(`q2/lance/${lineageKey(lineage)}`, 'yaml');
}

function placesBelow(container: string, extension: string): SealPlaces {
  const importSeals = `${container}/import-seals/`;
  return {
    container: `${container}/`,
    originSeal: `${container}/origin-seal.${extension}`,
    pointer: `${container}/published.${extension}`,
    importSeals,
    importSeal: (id) => `${importSeals}${id}.${extension}`,
  };
}

/** All that a warm start reads to verify what it serves: three small files, in this order, and no data (C.9). */
export function warmVerificationReads(
  places: SealPlaces,
  active: ImportId,
): readonly [string, string, string] {
  return [places.originSeal, places.pointer, places.importSeal(active)];
}

/** Where one replica reports, and where operators ask it for something: each has a key of its own (E.2). */
export interface ReplicaPlaces {
  readonly status: string;
  /** Reports that are never replaced, for stores that cannot replace on condition (E.4); ends with `/`. */
  readonly statusVersions: string;
  /** Ends with `/`. */
  readonly intents: string;
  intent(id: string): string;
  intentResult(id: string): string;
}

/** @param state prefix below which all state lies, without a trailing slash; empty for the store's root */
export function replicaPlaces(
  state: string,
  env: string,
  lineage: Lineage,
  replicaId: string,
): ReplicaPlaces {
  const replica = `${envPrefix(state, env)}${lineageKey(lineage)}/replicas/${replicaId}`;
  const intents = `${replica}/intents/`;
  return {
    status: `${replica}/status.json`,
    statusVersions: `${replica}/status/`,
    intents,
    intent: (id) => `${intents}${id}.json`,
    intentResult: (id) => `${intents}${id}.result.json`,
  };
}

/** All reports of one environment lie below this; it ends with `/`. */
export function envPrefix(state: string, env: string): string {
  return `${state === '' ? '' : `${state}/`}serving/v1/${env}/`;
}

/** Of the segments below an environment: the lineage `<set>/<family>-v<layout>` they spell, null for anything else. */
export function parseLineageSegments(set: string, familyAndLayout: string): Lineage | null {
  const [, family = '', layout = ''] = /^(.+)-v(0|[1-9]\d{0,9})$/.exec(familyAndLayout) ?? [];
  const setId = parseSetId(set);
  const parsedFamily = parseFamily(family);
  const layoutAbi = Number(layout);
  if (setId.kind === 'wrong' || parsedFamily.kind === 'wrong' || layoutAbi > 0xffff_ffff) return null;
  return { setId: setId.value, family: parsedFamily.value, layoutAbi };
}

export function isReplicaId(text: string): boolean {
  return /^[a-z0-9-]{1,64}$/.test(text);
}
