/** Where seals, pointer, reports, intents and retirements lie, and what each key says (spec E.2, C.9). */
import type { ImportId } from './import-id-rules';
import {
  type Family,
  type Lineage,
  lineageKey,
  parseFamily,
  parsePlainName,
  parseSetId,
} from './lineage-rules';

/** One file each, beside the data and never inside it: the dataset's subfolders belong to Lance. */
export interface SealPlaces {
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

/** One lineage in one environment, below the configured prefix `state`. */
export interface SetPlace {
  /** Key prefix without a trailing slash; '' for the store's root. */
  readonly state: string;
  readonly env: string;
  readonly lineage: Lineage;
}

export function servingFolder(state: string): string {
  return state === '' ? 'serving/v1/' : `${state}/serving/v1/`;
}

export function setFolder({ state, env, lineage }: SetPlace): string {
  return `${servingFolder(state)}${env}/${lineageKey(lineage)}/`;
}

export function replicasFolder(place: SetPlace): string {
  return `${setFolder(place)}replicas/`;
}

export function statusKey(place: SetPlace, replicaId: string): string {
  return `${replicasFolder(place)}${replicaId}/status.json`;
}

export function intentsFolder(place: SetPlace): string {
  return `${setFolder(place)}intents/`;
}

export function intentKey(place: SetPlace, intentId: string): string {
  return `${intentsFolder(place)}${intentId}.json`;
}

export function intentResultKey(place: SetPlace, intentId: string): string {
  return `${intentsFolder(place)}${intentId}.result.json`;
}

/** An admin's word that one observed report of a replica holds nothing any more (D14). */
export function retirementsFolder(place: SetPlace): string {
  return `${setFolder(place)}retirements/`;
}

export function retirementKey(place: SetPlace, replicaId: string, retirementId: string): string {
  return `${retirementsFolder(place)}${replicaId}.${retirementId}.json`;
}

export type IntentName = { readonly id: string; readonly kind: 'intent' | 'result' };

const intentName = /^([0-9a-f]{32})(\.result)?\.json$/;

/** Null for a name no intent has. */
export function parseIntentName(name: string): IntentName | null {
  const [, id, result] = intentName.exec(name) ?? [];
  return id === undefined ? null : { id, kind: result === undefined ? 'intent' : 'result' };
}

export function parseRetirementName(
  name: string,
): { readonly replicaId: string; readonly id: string } | null {
  const [, replicaId, id] = /^([a-z0-9-]{1,64})\.([0-9a-f]{32})\.json$/.exec(name) ?? [];
  return replicaId === undefined || id === undefined ? null : { replicaId, id };
}

/** The folder name of a lineage below its set: `osm-lance-v2`. Null for what no publisher writes. */
export function parseLineageFolder(
  name: string,
): { readonly family: Family; readonly layoutAbi: number } | null {
  const [, family, digits] = /^([a-z0-9-]+)-v(0|[1-9]\d{0,9})$/.exec(name) ?? [];
  if (family === undefined || digits === undefined) return null;
  const parsedFamily = parseFamily(family);
  const layoutAbi = Number(digits);
  return parsedFamily.kind === 'ok' && layoutAbi <= 0xffff_ffff
    ? { family: parsedFamily.value, layoutAbi }
    : null;
}

/** A whole path `{set}/{family}-v{n}`; null unless it is exactly the key of a lineage. */
export function parseLineageKey(key: string): Lineage | null {
  const [set = '', folder = '', ...rest] = key.split('/');
  const setId = parseSetId(set);
  const tail = parseLineageFolder(folder);
  if (rest.length > 0 || setId.kind !== 'ok' || tail === null) return null;
  return { setId: setId.value, ...tail };
}

export function isPlainName(text: string): boolean {
  return parsePlainName('name', text).kind === 'ok';
}
