/** The ribbon's bins and marks: at most 1,000 together for any history, the newest versions one by one. */

export interface RibbonVersion {
  readonly version: bigint;
  readonly verdict: 'latest' | 'held' | 'policy' | 'reclaimable' | 'unknown';
  /** Null when the manifest is not read. */
  readonly operation: string | null;
  /** Milliseconds by the store's clock. */
  readonly storedAt: number;
}

export interface RibbonBinFacts {
  readonly from: bigint;
  readonly to: bigint;
  readonly count: number;
  readonly verdicts: Readonly<Record<RibbonVersion['verdict'], number>>;
  readonly operation: string | null;
  readonly storedFrom: number;
  readonly storedTo: number;
}

export type RibbonLane = 'tags' | 'branches' | 'leases' | 'intents' | 'retirement';

export interface RibbonMarkFacts {
  readonly lane: RibbonLane;
  readonly version: bigint;
  readonly subject: string;
  readonly state: string;
  readonly standing: 'active' | 'expired' | 'abandoned' | 'unknown';
  readonly since: number | null;
  readonly until: number | null;
  readonly count: number;
}

export const ribbonLimits = { single: 220, binned: 180, marksPerLane: 120 } as const;

/** @param versions newest first; returns bins oldest first */
export function binVersions(versions: readonly RibbonVersion[]): RibbonBinFacts[] {
  const single =
    versions.length <= ribbonLimits.single + ribbonLimits.binned ? versions.length : ribbonLimits.single;
  const bins = versions.slice(0, single).map((version) => binOf([version]));
  const older = versions.slice(single);
  const perBin = Math.ceil(older.length / ribbonLimits.binned);
  for (let start = 0; start < older.length; start += perBin)
    bins.push(binOf(older.slice(start, start + perBin)));
  return bins.reverse();
}

function binOf(members: readonly RibbonVersion[]): RibbonBinFacts {
  const verdicts = { latest: 0, held: 0, policy: 0, reclaimable: 0, unknown: 0 };
  let storedFrom = Number.POSITIVE_INFINITY;
  let storedTo = Number.NEGATIVE_INFINITY;
  for (const member of members) {
    verdicts[member.verdict] += 1;
    storedFrom = Math.min(storedFrom, member.storedAt);
    storedTo = Math.max(storedTo, member.storedAt);
  }
  return {
    from: members.at(-1)?.version ?? 0n,
    to: members[0]?.version ?? 0n,
    count: members.length,
    verdicts,
    operation: members.length === 1 ? (members[0]?.operation ?? null) : null,
    storedFrom,
    storedTo,
  };
}

const worstFirst = ['abandoned', 'expired', 'unknown', 'active'] as const;

/**
 * Keeps the marks whose version is shown, at most `marksPerLane` a lane: where there are more, neighbours are folded
 * into the one that most needs a person, and `count` says how many stand there.
 */
export function foldMarks(marks: readonly RibbonMarkFacts[], oldest: bigint): RibbonMarkFacts[] {
  const lanes = new Map<RibbonLane, RibbonMarkFacts[]>();
  for (const mark of marks) {
    if (mark.version < oldest) continue;
    const lane = lanes.get(mark.lane);
    if (lane) lane.push(mark);
    else lanes.set(mark.lane, [mark]);
  }
  return [...lanes.values()].flatMap(foldLane);
}

function foldLane(marks: RibbonMarkFacts[]): RibbonMarkFacts[] {
  const sorted = marks.toSorted((a, b) => (a.version < b.version ? -1 : a.version > b.version ? 1 : 0));
  const group = Math.ceil(sorted.length / ribbonLimits.marksPerLane);
  if (group <= 1) return sorted;
  const folded: RibbonMarkFacts[] = [];
  for (let start = 0; start < sorted.length; start += group) {
    const members = sorted.slice(start, start + group);
    const count = members.reduce((sum, mark) => sum + mark.count, 0);
    const shown = members.toSorted(
      (a, b) => worstFirst.indexOf(a.standing) - worstFirst.indexOf(b.standing),
    )[0];
    if (shown) folded.push({ ...shown, count });
  }
  return folded;
}
