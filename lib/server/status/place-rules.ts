/** Which rows a page has: one for each thing on it, and one for all that there was no room for. */
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { targetKey } from './page-rules';
import type { Recorded } from './recorded';
import type { ModelRow } from './status-model';

/** Most rows of one page, beside the one of what was left out: a lake stands for every dataset in it. */
const maxRows = 500;

export interface Place {
  readonly key: string;
  /** Place of its target on the page; null for what stands for more than one. */
  readonly from: number | null;
  readonly kind: ModelRow['kind'];
  readonly name: string;
  readonly label: string | null;
  readonly description: string | null;
  /** Whether it stands for all that there was no room for. */
  readonly leftOut: boolean;
}

/**
 * Every row of a page; a dataset that is on it by itself is not there by its lake once more. What a sample or the page has
 * no room for has one row together, so that nothing left out is ever taken for checked.
 */
export function placesOf(targets: readonly StatusTarget[], recorded: Recorded): readonly Place[] {
  const own = new Set(targets.map(targetKey));
  const placed = targets.flatMap((target, from) =>
    target.kind === 'lake'
      ? placesOfLake(target, from, own, recorded)
      : [{ ...shownOf(target), key: targetKey(target), from, leftOut: false }],
  );
  const lakes = new Set(targets.flatMap((target) => (target.kind === 'lake' ? [target.lake] : [])));
  const unsampled = [...lakes].reduce((sum, lake) => sum + leftOutOf(lake, recorded), 0);
  const more = unsampled + Math.max(0, placed.length - maxRows);
  return more === 0 ? placed : [...placed.slice(0, maxRows), placeOfMore(more)];
}

function placesOfLake(
  { lake, label, description }: Extract<StatusTarget, { kind: 'lake' }>,
  from: number,
  own: ReadonlySet<string>,
  recorded: Recorded,
): Place[] {
  const keys = datasetsOf(lake, recorded).filter((key) => !own.has(key));
  const shared = { from, kind: 'dataset', leftOut: false } as const;
  // Of a lake nobody could look into there is still this to say: that nothing is known.
  if (keys.length === 0) {
    const whole = recorded.newest?.wholeLakes.has(lake) ?? false;
    const key = targetKey({ kind: 'lake', lake });
    return whole ? [] : [{ ...shared, key, name: lake, label, description }];
  }
  const alone = keys.length === 1 && leftOutOf(lake, recorded) === 0;
  return keys.map((key) => ({
    ...{ ...shared, key, name: nameOf(key) },
    ...(alone ? { label, description } : { label: null, description: null }),
  }));
}

function leftOutOf(lake: string, { newest }: Recorded): number {
  return newest?.leftOut.get(lake) ?? 0;
}

function placeOfMore(count: number): Place {
  const name = `${count} more`;
  const label = `${name}, not checked`;
  const shared = { from: null, kind: 'dataset', description: null, leftOut: true } as const;
  return { ...shared, key: JSON.stringify(['more']), name, label };
}

function shownOf(target: Exclude<StatusTarget, { kind: 'lake' }>) {
  const { kind, label, description } = target;
  const name =
    kind === 'lock' ? target.root : kind === 'serving' ? target.set : lastPart(target.id, target.lake);
  return { kind, name, label, description };
}

/** Those of the newest sample; where it did not see the whole lake, those that were recorded before too. */
function datasetsOf(lake: string, { newest, days }: Recorded): string[] {
  const keys = new Set(newest?.targets.keys() ?? []);
  if (newest === null || !newest.wholeLakes.has(lake)) {
    for (const key of days.keys()) keys.add(key);
  }
  return [...keys].filter((key) => lakeOf(key) === lake).sort();
}

function lakeOf(key: string): string | null {
  const [kind, lake] = JSON.parse(key) as string[];
  return kind === 'dataset' ? (lake ?? null) : null;
}

function nameOf(key: string): string {
  const [, lake = '', id = ''] = JSON.parse(key) as string[];
  return lastPart(id, lake);
}

function lastPart(id: string, lake: string): string {
  return decodeDatasetId(id).split('/').at(-1) || lake;
}
