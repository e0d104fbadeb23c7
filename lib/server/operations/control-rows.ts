/** Rows of one dataset's control state, worst and soonest first, with what was asked for filtered. */
import type { Dataset } from '@/lib/lake/dataset';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { Explanation } from '@/lib/lake/explain';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { type CorruptRowInput, corruptRows } from '../to-contract/corrupt-rows';
import { type IntentRowInput, intentRows } from '../to-contract/intent-rows';
import { type LeaseRowInput, leaseRows } from '../to-contract/lease-rows';
import { placeOf } from '../to-contract/place';
import { type ReferenceRowInput, referenceRows, zombieRows } from '../to-contract/reference-rows';
import { type RetirementRowInput, retirementRows } from '../to-contract/retirement-rows';

export interface ControlSource {
  readonly lake: LakeReader;
  readonly path: string;
  readonly dataset: Dataset;
  readonly facts: DatasetFacts;
  readonly explanation: Explanation;
}

interface Filters {
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
}

/** Holder records asked for per reply; the leases that end soonest come first. */
const maxHolders = 200;

export async function leasesOf(source: ControlSource, filters: Filters): Promise<LeaseRowInput[]> {
  const { lake, facts } = source;
  const rows = leaseRows(placeOfSource(source), facts, new Map(), costsOf(source, 'lease'), warningOf(source))
    .filter((row) => filters.state === undefined || row.standing === filters.state)
    .sort((a, b) => compare(a.expiresAt, b.expiresAt) || compare(a.id, b.id));
  const active = rows.filter(({ standing }) => standing !== 'expired').slice(0, maxHolders);
  const holders = await lake.holders(active.map(({ id }) => id));
  return rows.map((row) => {
    const found = holders.get(row.id);
    return found?.kind === 'recorded' ? { ...row, holder: found.record } : row;
  });
}

export function retirementsOf(source: ControlSource, filters: Filters): RetirementRowInput[] {
  return retirementRows(placeOfSource(source), source.facts)
    .filter(
      (row) =>
        (filters.state === undefined || row.standing === filters.state) &&
        (filters.kind === undefined || row.marker === filters.kind),
    )
    .sort((a, b) => compare(a.since, b.since) || compare(a.key, b.key));
}

export function intentsOf(source: ControlSource, filters: Filters): IntentRowInput[] {
  return intentRows(placeOfSource(source), source.facts)
    .filter((row) => filters.state === undefined || row.standing === filters.state)
    .sort((a, b) => compare(a.since, b.since) || compare(a.key, b.key));
}

/** `state` is a lifecycle state, a visibility, `dangling` or `zombie`. */
export function referencesOf(source: ControlSource, filters: Filters): ReferenceRowInput[] {
  const { dataset, facts } = source;
  const place = placeOfSource(source);
  const costs = new Map([...named(source, 'tag'), ...named(source, 'branch')]);
  const rows = [...referenceRows(place, facts, costs), ...zombieRows(place, dataset.zombiesOf(facts) ?? [])];
  return rows
    .filter((row) => filters.kind === undefined || row.kind === filters.kind)
    .filter((row) => filters.state === undefined || isInState(row, filters.state))
    .sort((a, b) => compare(a.kind, b.kind) || compare(a.name, b.name) || compare(a.key, b.key));
}

function isInState(row: ReferenceRowInput, state: string): boolean {
  if (state === 'dangling') return row.kind === 'tag' && row.targetStanding === 'missing';
  if (state === 'zombie') return row.zombie;
  return row.state === state || row.visibility === state;
}

export function corruptOf(
  source: ControlSource,
  areas: readonly CorruptRowInput['area'][],
): CorruptRowInput[] {
  return corruptRows(placeOfSource(source), source.facts.control, areas);
}

function placeOfSource({ lake, path }: ControlSource) {
  return placeOf(lake.settings.id, path);
}

/** Amber on every lease while a released cleaner may come by and nothing else tells it to keep the version. */
function warningOf({ explanation }: ControlSource): string | null {
  const { cleaner } = explanation;
  if (cleaner.autoCleanup !== null)
    return 'lance.auto_cleanup is set here, and released cleaners do not read leases.';
  return cleaner.releasedWriter === false
    ? null
    : 'Released cleaners do not read leases; a tag would hold the version.';
}

function costsOf(
  { dataset, facts }: ControlSource,
  kind: 'tag' | 'lease' | 'branch',
): ReadonlyMap<string, number> {
  const holders = dataset.storage(facts.branch).last()?.value.account.holders ?? [];
  return new Map(
    holders.flatMap((cost) =>
      cost.kind === kind && cost.exclusiveBytes !== null
        ? [[cost.subject, cost.exclusiveBytes] as const]
        : [],
    ),
  );
}

function named(source: ControlSource, kind: 'tag' | 'branch'): (readonly [string, number])[] {
  return [...costsOf(source, kind)].map(([subject, bytes]) => [`${kind} ${subject}`, bytes] as const);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
