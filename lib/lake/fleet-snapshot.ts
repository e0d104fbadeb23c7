/** What is known of all datasets at one moment, with everything that is not known said. */
import type { Dataset } from './dataset';
import type { DatasetFacts } from './dataset-facts';
import type { LakeReader } from './lake-reader';
import type { Cost } from './shared-reading';

export interface FleetDataset {
  readonly lake: LakeReader;
  readonly path: string;
  /** Undefined until it was read once; kept, with its age, when a later look fails. */
  readonly seen?: { readonly dataset: Dataset; readonly facts: DatasetFacts };
  /** What the newest look met; null when it went well. */
  readonly problem: string | null;
}

export interface FleetSnapshot {
  readonly datasets: readonly FleetDataset[];
  /** Lakes whose datasets could not be searched for, in words. */
  readonly problems: ReadonlyMap<string, string>;
  readonly notes: readonly string[];
  /** Oldest reading among them by this host's clock; now when there is none. */
  readonly readAt: number;
  readonly cost: Cost;
  /** Whether all datasets were looked at once since the start. */
  readonly scanned: boolean;
  /** Every folder was searched, every dataset read at the newest look, and its control files to their end. */
  readonly complete: boolean;
}

export function snapshotOf(
  lakes: readonly LakeReader[],
  datasets: readonly FleetDataset[],
  { now, scanned }: { readonly now: number; readonly scanned: boolean },
): FleetSnapshot {
  const problems = new Map<string, string>();
  const notes = new Set<string>();
  const cost = { requests: 0, bytes: 0 };
  let readAt = now;
  for (const lake of lakes) {
    const problem = lake.problem();
    if (problem !== null) problems.set(lake.settings.id, problem);
    const search = lake.discovery.last();
    if (search === undefined) continue;
    for (const note of search.value.notes) notes.add(note);
    readAt = Math.min(readAt, search.readAt);
    cost.requests += search.cost.requests;
    cost.bytes += search.cost.bytes;
  }
  const unread = datasets.filter(({ seen }) => seen === undefined).length;
  if (unread > 0) notes.add(`${datasets.length - unread} of ${datasets.length} datasets were read so far.`);
  if (!scanned) notes.add('The first look at all datasets still runs.');
  const stale = datasets.filter(({ seen, problem }) => seen !== undefined && problem !== null).length;
  if (stale > 0) notes.add(`${counted(stale)} shown as read earlier: the newest look failed.`);
  const partly = datasets.filter(({ seen }) => seen !== undefined && !seen.facts.control.complete).length;
  if (partly > 0) notes.add(`Not all control files of ${counted(partly)} were read.`);
  for (const [lake, problem] of problems) notes.add(`Lake ${lake}: ${problem}`);
  for (const { seen } of datasets) {
    if (seen === undefined) continue;
    readAt = Math.min(readAt, seen.facts.readAt);
    cost.requests += seen.facts.cost.requests;
    cost.bytes += seen.facts.cost.bytes;
  }
  const searched = lakes.every((lake) => lake.discovery.last()?.value.complete === true);
  const complete = searched && scanned && unread + stale + partly === 0 && problems.size === 0;
  return { datasets, problems, notes: [...notes], readAt, cost, scanned, complete };
}

function counted(datasets: number): string {
  return datasets === 1 ? '1 dataset' : `${datasets} datasets`;
}
