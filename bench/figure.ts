/** One figure as it is printed: ours and the peer's medians of paired runs, taken in turn so that both meet the same day. */

export interface Measured {
  readonly ms: number;
  readonly requests: number | null;
  readonly bytes: number;
}

export interface Figure {
  readonly bench: string;
  readonly store: 'local' | 's3';
  /** Versions, or names, of the dataset. */
  readonly size: number;
  /** `peakMb` is null where memory was not what is asked. */
  readonly ours: Measured & { readonly peakMb: number | null };
  /** `requests` is null where they cannot be counted (files). */
  readonly peer: { readonly name: string; readonly ms: number; readonly requests: number | null } | null;
  /** Our time by the peer's; null without a peer. Below one, ours is faster. */
  readonly ratio: number | null;
  /** What else the bench counted, by name. */
  readonly more?: Readonly<Record<string, number>>;
}

export interface Pair {
  readonly ours: Measured;
  readonly peer: Measured | null;
}

/** Fewer pairs say too little about a machine that does other things too. */
export const leastPairs = 5;

/** @param ours and @param peer do one whole run each; they take turns in being first */
export async function pairedRuns(
  ours: () => Promise<Measured>,
  peer: (() => Promise<Measured>) | null,
  pairs = leastPairs,
): Promise<Pair> {
  const our: Measured[] = [];
  const their: Measured[] = [];
  for (let pair = 0; pair < pairs; pair += 1) {
    if (pair % 2 === 1 && peer !== null) their.push(await peer());
    our.push(await ours());
    if (pair % 2 === 0 && peer !== null) their.push(await peer());
  }
  return { ours: medianOf(our), peer: peer === null ? null : medianOf(their) };
}

export function figure(
  about: Pick<Figure, 'bench' | 'store' | 'size' | 'more'>,
  { ours, peer }: Pair,
  peakMb: number | null,
  peerName: string,
): Figure {
  return {
    ...about,
    ours: { ...ours, ms: rounded(ours.ms), peakMb: peakMb === null ? null : rounded(peakMb) },
    peer: peer === null ? null : { name: peerName, ms: rounded(peer.ms), requests: peer.requests },
    ratio: peer === null ? null : Number((ours.ms / peer.ms).toFixed(3)),
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle];
  if (upper === undefined) throw new RangeError('no value has no median');
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** @param run gives what it cost; its time is taken here */
export async function timed(run: () => Promise<Omit<Measured, 'ms'>>): Promise<Measured> {
  const startedAt = performance.now();
  const cost = await run();
  return { ms: performance.now() - startedAt, ...cost };
}

function medianOf(runs: readonly Measured[]): Measured {
  const requests = runs.flatMap((run) => (run.requests === null ? [] : [run.requests]));
  return {
    ms: median(runs.map((run) => run.ms)),
    requests: requests.length === 0 ? null : median(requests),
    bytes: median(runs.map((run) => run.bytes)),
  };
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
