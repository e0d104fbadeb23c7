/** Every dataset of every lake, read in turn and shared: a fleet page answers with what is there and says what is not. */
import pLimit from 'p-limit';
import type { Clock, MonotonicInstant } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import { type FleetDataset, type FleetSnapshot, snapshotOf } from './fleet-snapshot';
import type { LakeReader } from './lake-reader';
import { lakeLimits } from './lake-settings';
import type { Lakes } from './lakes';
import { within } from './within';

export class Fleet {
  private readonly known = new Map<string, FleetDataset>();
  private scanning: Promise<void> | undefined;
  private scannedAt: MonotonicInstant | undefined;
  private readonly clock: Clock;

  constructor(private readonly lakes: Lakes) {
    this.clock = lakes.clock;
  }

  /** What is known now; a scan that is due is begun, and waited for a moment. */
  async snapshot(): Promise<FleetSnapshot> {
    const due = this.scannedAt === undefined || this.clock.monotonic() - this.scannedAt > this.ageMs;
    if (due) this.scanning ??= this.scan().finally(() => (this.scanning = undefined));
    if (this.scanning) await within(this.clock, lakeLimits.fleetWaitMs, this.scanning);
    return snapshotOf(this.lakes.all, [...this.known.values()].map(refreshed), {
      now: this.clock.wall(),
      scanned: this.scannedAt !== undefined,
    });
  }

  /** A small fleet is kept young; a large one is not read over and over because a board is open. */
  private get ageMs(): number {
    return Math.max(lakeLimits.fleetAgeMs, this.known.size * lakeLimits.fleetAgePerDatasetMs);
  }

  private async scan(): Promise<void> {
    // Each lake has its own turns: one that hangs does not keep the others waiting.
    await Promise.all(this.lakes.all.map((lake) => this.scanLake(lake)));
    this.scannedAt = this.clock.monotonic();
  }

  private async scanLake(lake: LakeReader): Promise<void> {
    let paths: readonly string[];
    try {
      paths = (await lake.search()).value.datasets;
    } catch {
      // The lake's own problem says it; what was seen before stays, with its age.
      return;
    }
    const present = new Set(paths.map((path) => nameOf(lake, path)));
    for (const [name, { lake: owner }] of this.known) {
      if (owner === lake && !present.has(name)) this.known.delete(name);
    }
    for (const path of paths) {
      const name = nameOf(lake, path);
      if (!this.known.has(name)) this.known.set(name, { lake, path, problem: null });
    }
    const limit = pLimit(lakeLimits.concurrency);
    await Promise.all(paths.map((path) => limit(() => this.readOne(lake, path))));
  }

  private async readOne(lake: LakeReader, path: string): Promise<void> {
    const name = nameOf(lake, path);
    try {
      const dataset = await lake.dataset(path);
      const facts = await dataset.wholeFacts(this.ageMs);
      this.known.set(name, { lake, path, seen: { dataset, facts }, problem: null });
    } catch (error) {
      const problem = isVamplateError(error) ? error.message : 'It could not be read.';
      this.known.set(name, { ...(this.known.get(name) ?? { lake, path }), problem });
    }
  }
}

function nameOf(lake: LakeReader, path: string): string {
  return `${lake.settings.id}/${path}`;
}

/** A dataset that is watched is read more often than the fleet: the newer reading counts. */
function refreshed(entry: FleetDataset): FleetDataset {
  const newer = entry.seen?.dataset.lastFacts();
  if (entry.seen === undefined || newer === undefined || newer.ended <= entry.seen.facts.ended) return entry;
  return { ...entry, seen: { dataset: entry.seen.dataset, facts: newer }, problem: null };
}
