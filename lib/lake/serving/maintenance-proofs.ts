/** What a dataset's own history says between clean and head: walked once for all who look, bounded in versions, bytes and time. */
import pLimit from 'p-limit';
import type { Clock, MonotonicInstant, WallInstant } from '@/lib/base/clock';
import type { MaintenanceProof } from '@/lib/engine/serving/maintenance-rules';
import { proveMaintenance } from '@/lib/engine/serving/prove-maintenance';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { Cost } from '@/lib/lake/shared-reading';

/** One dataset of a lake, from its clean version to its head. */
export interface Walk {
  readonly lake: string;
  /** Below the lake. */
  readonly path: string;
  readonly clean: bigint;
  readonly head: bigint;
}

export interface WalkReading {
  /** Null where the store gave no answer in time: that says nothing about any version. */
  readonly proof: MaintenanceProof | null;
  /** When it began. */
  readonly at: WallInstant;
  readonly cost: Cost;
}

export const walkBounds = { versions: 200, bytes: 16 * 1024 * 1024, ms: 5_000 } as const;
/** What is committed stays as it is; only a dataset that was dropped and made again has another history. */
const standsMs = 5 * 60_000;
const unansweredStandsMs = 5_000;
const mostKept = 200;
const walksAtOnce = 8;

interface Kept {
  readonly reading: Promise<WalkReading>;
  /** The newest that ended, of this walk or the one before. */
  ended: WalkReading | null;
  readonly began: MonotonicInstant;
  standsMs: number;
}

export class MaintenanceProofs {
  private readonly kept = new Map<string, Kept>();
  private readonly turns = pLimit(walksAtOnce);

  /** @param storeOf opens a lake's store; may throw where that cannot be opened */
  constructor(
    private readonly clock: Clock,
    private readonly storeOf: (lake: string) => ObjectStore,
  ) {}

  /** Never throws: without an answer there is no proof. */
  read(walk: Walk): Promise<WalkReading> {
    const key = keyOf(walk);
    const before = this.kept.get(key);
    if (before !== undefined && this.stands(before)) return before.reading;
    const kept: Kept = {
      reading: this.turns(() => this.walk(walk)),
      ended: before?.ended ?? null,
      began: this.clock.monotonic(),
      standsMs,
    };
    this.kept.delete(key);
    this.kept.set(key, kept);
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= mostKept) break;
      this.kept.delete(oldest);
    }
    void kept.reading.then((reading) => {
      if (reading.proof === null) kept.standsMs = unansweredStandsMs;
      // One without an answer takes nothing back.
      if (reading.proof !== null || kept.ended === null) kept.ended = reading;
    });
    return kept.reading;
  }

  /** The newest walk that ended, however old, and whether another is needed: nobody waits and nothing is begun. */
  known(walk: Walk): { readonly reading: WalkReading | null; readonly walking: boolean } {
    const kept = this.kept.get(keyOf(walk));
    return { reading: kept?.ended ?? null, walking: kept !== undefined && this.stands(kept) };
  }

  private stands({ began, standsMs }: Kept): boolean {
    return this.clock.monotonic() - began < standsMs;
  }

  private async walk({ lake, path, clean, head }: Walk): Promise<WalkReading> {
    const at = this.clock.wall();
    const late = new AbortController();
    const done = new AbortController();
    const timeUp = this.clock.sleep(walkBounds.ms, done.signal).then(
      () => late.abort(),
      () => undefined,
    );
    let cost: () => Cost = () => ({ requests: 0, bytes: 0 });
    try {
      const { store, meter } = metered(this.storeOf(lake));
      cost = () => ({ requests: meter.requests, bytes: meter.bytes });
      const proving = proveMaintenance({
        ...{ store, root: path, clean, head, signal: late.signal },
        ...{ maxVersions: walkBounds.versions, maxBytes: walkBounds.bytes },
      });
      const proof = await Promise.race([proving, timeUp.then(() => null)]);
      // It goes on to its own end, and nobody waits for that any more.
      proving.catch(() => undefined);
      return { proof, at, cost: cost() };
    } catch {
      return { proof: null, at, cost: cost() };
    } finally {
      done.abort();
      late.abort();
    }
  }
}

function keyOf({ lake, path, clean, head }: Walk): string {
  return [lake, path, clean, head].join('\n');
}
