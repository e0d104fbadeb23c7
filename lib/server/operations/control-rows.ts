/** Rows of one dataset's control state, with what was asked for filtered; and the order in which lists show them. */
import type { Dataset } from '@/lib/lake/dataset';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { lakeLimits } from '@/lib/lake/lake-settings';
import type { MetaInput } from '../reading';
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
}

interface Filters {
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
}

/** Soonest end, oldest marker and oldest intent first; references by kind and name. */
export const orders = {
  leases: ({ expiresAt, id }: LeaseRowInput) => `${expiresAt} ${id}`,
  retirements: ({ since }: RetirementRowInput) => since,
  intents: ({ since }: IntentRowInput) => since,
  references: ({ kind, name }: ReferenceRowInput) => `${kind} ${name}`,
} as const;

/** Holders as far as they are known already: `withHolders` looks up those that are shown. */
export function leasesOf(source: ControlSource, filters: Filters): readonly LeaseRowInput[] {
  const rows = allLeases(source);
  return filters.state === undefined ? rows : rows.filter((row) => row.standing === filters.state);
}

/** There may be ten thousand leases in a fleet, and everybody looks at them: their rows are made once per reading. */
const madeLeases = new WeakMap<DatasetFacts, { from: readonly unknown[]; rows: readonly LeaseRowInput[] }>();

function allLeases(source: ControlSource): readonly LeaseRowInput[] {
  const { lake, facts, dataset } = source;
  const from = [dataset.explain(facts), dataset.countedStorage(facts), lake.holders.generation];
  const before = madeLeases.get(facts);
  if (before?.from.every((part, index) => part === from[index])) return before.rows;
  const known = new Map(
    facts.control.leases.flatMap(({ id }) => {
      const finding = lake.holders.peek(id);
      return finding === undefined ? [] : [[id, finding] as const];
    }),
  );
  const rows = leaseRows(placeOfSource(source), facts, known, costsOf(source, 'lease'), warningOf(source));
  madeLeases.set(facts, { from, rows });
  return rows;
}

/** The rows of one page with the holders that are recorded: read at most once a minute, and for so many at most. */
export async function withHolders(
  rows: readonly LeaseRowInput[],
  lakeOf: (row: LeaseRowInput) => LakeReader | undefined,
): Promise<LeaseRowInput[]> {
  const asked = rows.filter(({ standing }) => standing !== 'expired').slice(0, lakeLimits.holdersPerLook);
  const byLake = new Map<LakeReader, string[]>();
  for (const row of asked) {
    const lake = lakeOf(row);
    if (lake !== undefined) byLake.set(lake, [...(byLake.get(lake) ?? []), row.id]);
  }
  await Promise.all([...byLake].map(([lake, ids]) => lake.holders.read(ids)));
  return rows.map((row) => {
    const found = lakeOf(row)?.holders.peek(row.id);
    return found?.kind === 'recorded' ? { ...row, holder: found.record } : row;
  });
}

export function retirementsOf(source: ControlSource, filters: Filters): RetirementRowInput[] {
  return retirementRows(placeOfSource(source), source.facts).filter(
    (row) =>
      (filters.state === undefined || row.standing === filters.state) &&
      (filters.kind === undefined || row.marker === filters.kind),
  );
}

export function intentsOf(source: ControlSource, filters: Filters): IntentRowInput[] {
  return intentRows(placeOfSource(source), source.facts).filter(
    (row) => filters.state === undefined || row.standing === filters.state,
  );
}

/** `state` is a lifecycle state, a visibility, `dangling` or `zombie`. */
export function referencesOf(source: ControlSource, filters: Filters): ReferenceRowInput[] {
  const { dataset, facts } = source;
  const place = placeOfSource(source);
  const costs = new Map([...named(source, 'tag'), ...named(source, 'branch')]);
  const rows = [
    ...referenceRows(place, facts, costs),
    ...zombieRows(place, facts, dataset.zombiesOf(facts) ?? []),
  ];
  return rows
    .filter((row) => filters.kind === undefined || row.kind === filters.kind)
    .filter((row) => filters.state === undefined || isInState(row, filters.state));
}

function isInState(row: ReferenceRowInput, state: string): boolean {
  if (state === 'dangling') return row.kind === 'tag' && row.targetStanding === 'missing';
  if (state === 'zombie') return row.zombie;
  return row.state === state || row.visibility === state;
}

/** Corrupt files stand beside every page; more than so many are a number, and the reply is not complete. */
export function withCorrupt(
  sources: readonly ControlSource[],
  areas: readonly CorruptRowInput['area'][],
  meta: MetaInput,
): { corrupt: CorruptRowInput[]; meta: MetaInput } {
  const all = sources.flatMap((source) => corruptRows(placeOfSource(source), source.facts.control, areas));
  const corrupt = all.slice(0, maxCorrupt);
  if (corrupt.length === all.length) return { corrupt, meta };
  const note = `${all.length - corrupt.length} more corrupt files are not shown.`;
  return { corrupt, meta: { ...meta, complete: false, notes: [...meta.notes, note] } };
}

const maxCorrupt = 200;

function placeOfSource({ lake, path }: ControlSource) {
  return placeOf(lake.settings.id, path);
}

/** Amber on every lease while a released cleaner may come by and nothing else tells it to keep the version. */
function warningOf({ dataset, facts }: ControlSource): string | null {
  const { cleaner } = dataset.explain(facts);
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
  const holders = dataset.countedStorage(facts)?.value.account.holders ?? [];
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
