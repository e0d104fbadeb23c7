/** What a status page is made of: which object a target is, where the console shows it, and what outsiders read of it. */
import { datasetHref, decodeDatasetId, placeName } from '@/lib/contracts/dataset-id';
import type { RedactionLevel } from '@/lib/contracts/status-document';
import type { StatusTarget } from '@/lib/contracts/status-pages';

export const targetKinds: Readonly<Record<StatusTarget['kind'], string>> = {
  lake: 'Lake',
  dataset: 'Dataset',
  serving: 'Serving set',
  lock: 'Lock',
};

export const targetIcons = { lake: 'lake', dataset: 'dataset', serving: 'serving', lock: 'lock' } as const;

/** The same object has the same key, whatever it is called on a page. */
export function targetKey(target: StatusTarget): string {
  switch (target.kind) {
    case 'lake':
      return `lake ${target.lake}`;
    case 'dataset':
      return `dataset ${target.lake} ${target.id}`;
    case 'serving':
      return `serving ${target.env} ${target.set}`;
    case 'lock':
      return `lock ${target.root}`;
  }
}

/** Places of the objects with these keys; one that is on the page no more has none. */
export function placesOf(targets: readonly StatusTarget[], keys: readonly string[]): number[] {
  return targets.flatMap((target, place) => (keys.includes(targetKey(target)) ? [place] : []));
}

/** What the console calls it. */
export function targetName(target: StatusTarget): string {
  switch (target.kind) {
    case 'lake':
      return target.lake;
    case 'dataset':
      return placeName(target.lake, target.id);
    case 'serving':
      return `${target.env}/${target.set}`;
    case 'lock':
      return target.root;
  }
}

/** Where the console shows it. */
export function targetHref(target: StatusTarget): string {
  switch (target.kind) {
    case 'lake':
      return `/datasets?lake=${encodeURIComponent(target.lake)}`;
    case 'dataset':
      return datasetHref(target.lake, target.id);
    case 'serving':
      return `/serving/${encodeURIComponent(target.env)}/${encodeURIComponent(target.set)}`;
    case 'lock':
      return `/locks/${encodeURIComponent(target.root)}`;
  }
}

/** Its own name as level `names` tells it: never a path. */
function ownName(target: StatusTarget): string {
  switch (target.kind) {
    case 'lake':
      return target.lake;
    case 'dataset':
      return (decodeDatasetId(target.id).split('/').at(-1) || target.lake).replace(/\.lance$/, '');
    case 'serving':
      return target.set;
    case 'lock':
      return target.root;
  }
}

/** What stands for a name that is not told. */
const numbered: Readonly<Record<StatusTarget['kind'], string>> = {
  lake: '“Dataset” and a number',
  dataset: '“Dataset” and a number',
  serving: '“Service” and a number',
  lock: '“Lock” and a number',
};

/** What outsiders read in its place. */
export function outsidersRead(target: StatusTarget, level: RedactionLevel): string {
  if (level === 'counts') return 'no row: it is only counted';
  const told = level === 'names' ? 'its own name' : numbered[target.kind];
  if (target.kind === 'lake') {
    const alone = target.label === null ? '' : `; “${target.label}” while it holds a single one`;
    return `a row for each dataset in it: ${told}${alone}`;
  }
  return target.label ?? (level === 'names' ? ownName(target) : numbered[target.kind]);
}

/** What each level tells people outside, in plain sentences. */
export const levelTells: Readonly<Record<RedactionLevel, string>> = {
  names:
    'Outsiders read the label of each dataset, set and lock, or else its own name, and its state. A name that looks like an address or an id is not told.',
  labels:
    'Outsiders read only the labels and descriptions written here, each with its state; what has none is “Dataset 1”.',
  counts:
    'Outsiders read how many are working, degraded, down, in maintenance or unknown, and no name at all.',
};

/** Whatever the level. */
export const neverTold =
  'Never told, whatever the level: buckets, paths, ids, holders, addresses, credentials and what errors say inside.';

/** Why a label or description cannot be sent; null when it can. @param max as the contract states it */
export function lineProblem(text: string, max: number): string | null {
  if (text.trim().length > max) return `At most ${max} characters.`;
  return /[\p{Cc}\p{Surrogate}]/u.test(text) ? 'One line of text is expected.' : null;
}
