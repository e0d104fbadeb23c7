/** What one schedule's world is like, drawn from its seed: clocks, precisions, pages, margins, cast, how often things fail. */
import type { SeededRandom } from '@/lib/testing/seeded-random';

export interface ScheduleConfig {
  /** How far each gateway's clock is ahead of true time, in milliseconds; every call goes through one of them. */
  readonly gateways: readonly [number, number];
  readonly listPrecisionMs: number;
  readonly headPrecisionMs: number;
  /** Whether the store honours delete-if-match, as its probe has told the engine (A3). */
  readonly conditionalDelete: boolean;
  readonly pageLimit: number;
  /** What a cleaner adds before it believes an expiry (D12); 0 only where the second in E covers the clocks. */
  readonly clockMarginMs: number;
  /** Chance that a call meets a fault. */
  readonly faultRate: number;
  /** Chance that a run is held where its commit is about to be sent. */
  readonly heldAtCommit: number;
  /** The same before the last census of references, and before a state is claimed. */
  readonly heldAtState: number;
  /** Chance that a process waits, at a call that decides, until others have done what matters most to it. */
  readonly waitsForOthers: number;
  /** Longest time that one step takes. */
  readonly stepMs: number;
  /** Chance that time jumps before a step. */
  readonly jumpRate: number;
  /** Longest duration of a lease. */
  readonly maxTtlMs: number;
  /** Who meets whom: everybody, or mostly those of one kind over one version, in the last moments that count. */
  readonly about: 'everything' | 'leases' | 'references';
  /** In the last moments of leases, by clocks that differ by nearly all that the protocol allows. */
  readonly tight: boolean;
  /** Versions that readers and taggers want: few, so that they meet each other and the cleaners. */
  readonly wanted: readonly [bigint, ...bigint[]];
  /** No lifecycle object at the start and nobody who writes one but our cleaners and taggers (D4). */
  readonly releasedOnly: boolean;
}

const precisions: readonly [Precision, ...Precision[]] = [
  { listPrecisionMs: 1, headPrecisionMs: 1 },
  { listPrecisionMs: 1, headPrecisionMs: 1_000 },
  { listPrecisionMs: 1_000, headPrecisionMs: 1_000 },
];

type Precision = Pick<ScheduleConfig, 'listPrecisionMs' | 'headPrecisionMs'>;

export function drawConfig(random: SeededRandom): ScheduleConfig {
  const about = random.pick(['everything', 'everything', 'leases', 'references'] as const);
  // What leases are about is the last second: it counts most where nothing else covers it.
  const tight = about === 'leases' && random.chance(0.6);
  const { times, apartMs, clockMarginMs } = tight ? drawTightClocks(random) : drawClocks(random);
  const releasedOnly = about === 'everything' && random.chance(0.2);
  const wanted: ScheduleConfig['wanted'] =
    about === 'everything'
      ? random.pick<ScheduleConfig['wanted']>([[3n], [1n, 4n], [1n, 2n, 3n, 4n, 5n], [1n, 2n, 3n, 4n]])
      : random.pick<ScheduleConfig['wanted']>([[1n], [3n], [4n]]);
  return {
    about,
    tight,
    wanted,
    gateways: random.chance(0.5) ? [0, apartMs] : [apartMs, 0],
    ...times,
    clockMarginMs,
    releasedOnly,
    conditionalDelete: !releasedOnly && random.chance(0.88),
    pageLimit: random.pick([3, 1_000, 1_000, 1_000]),
    heldAtCommit: about === 'references' ? 0.35 : 0.1,
    heldAtState: about === 'references' ? 0.25 : 0.02,
    faultRate: random.pick([0.006, 0.01, 0.025]),
    waitsForOthers: tight ? 0.85 : about === 'everything' ? 0.05 : 0.5,
    // Tight: many calls of several processes fit between what two clocks say.
    stepMs: tight ? 10 : 40,
    jumpRate: tight ? random.pick([0.003, 0.01]) : random.pick([0.01, 0.05, 0.15]),
    maxTtlMs: about === 'leases' ? random.pick([900, 5_000]) : random.pick([900, 5_000, 60_000]),
  };
}

/**
 * Either the margin covers what the gateways differ by, or there is none: then the second in E has to cover either
 * coarse times or clocks that differ, and could not cover both.
 */
function drawClocks(random: SeededRandom) {
  const times = random.pick(precisions);
  if (random.chance(0.5)) return { times, apartMs: random.int(2_001), clockMarginMs: 5_000 };
  const exact = times.listPrecisionMs === 1 && times.headPrecisionMs === 1;
  return { times, apartMs: exact ? random.int(1_001) : 0, clockMarginMs: 0 };
}

/** No margin, and all that the second in E may have to cover: clocks a second apart, or whole seconds. */
function drawTightClocks(random: SeededRandom) {
  const exact = random.chance(0.7);
  const precision = exact ? 1 : 1_000;
  const times = { listPrecisionMs: precision, headPrecisionMs: precision };
  return { times, apartMs: exact ? 600 + random.int(401) : 0, clockMarginMs: 0 };
}
