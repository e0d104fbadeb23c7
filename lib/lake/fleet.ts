/** Every dataset of every lake, read in turn and shared: a fleet page answers with what is there and says what is not. */
import pLimit from 'p-limit';
import type { Clock } from '@/lib/base/clock';
import { isVamplateError } from '@/lib/base/errors';
import type { Dataset } from './dataset';
import type { DatasetFacts } from './dataset-facts';
import type { Explanation } from './explain';
import type { LakeReader } from './lake-reader';
import { lakeLimits } from './lake-settings';
import type { Lakes } from './lakes';
import type { Cost } from './shared-reading';

export interface FleetDataset {
  readonly lake: LakeReader;
  readonly path: string;
  /** Undefined until it was read once; kept, with its age, when a later look fails. */
  readonly seen?: {
    readonly dataset: Dataset;
    readonly facts: DatasetFacts;
    readonly explanation: Explanation;
  };
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
  readonly complete: boolean;
}

export class Fleet {
  private readonly known = new Map<string, FleetDataset>();
  private scanning: Promise<void> | undefined;
  private scannedAt: number | undefined;
  private readonly clock: Clock;

  constructor(private readonly lakes: Lakes) {
    this.clock = lakes.clock;
  }

  /** What is known now; a scan that is due is begun, and waited for a moment. */
  async snapshot(): Promise<FleetSnapshot> {
    const due = this.scannedAt === undefined || this.clock.wall() - this.scannedAt > lakeLimits.fleetAgeMs;
    if (due) this.scanning ??= this.scan().finally(() => (this.scanning = undefined));
    if (this.scanning) await Promise.race([this.scanning, this.clock.sleep(lakeLimits.fleetWaitMs)]);
    return this.assemble();
  }

  private async scan(): Promise<void> {
    const limit = pLimit(lakeLimits.concurrency);
    await Promise.all(this.lakes.all.map((lake) => this.scanLake(lake, limit)));
    this.scannedAt = this.clock.wall();
  }

  private async scanLake(lake: LakeReader, limit: ReturnType<typeof pLimit>): Promise<void> {
    let paths: readonly string[];
    try {
      paths = (await lake.discovery.get(lakeLimits.discoveryAgeMs)).value.datasets;
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
    await Promise.all(paths.map((path) => limit(() => this.readOne(lake, path))));
  }

  private async readOne(lake: LakeReader, path: string): Promise<void> {
    const name = nameOf(lake, path);
    try {
      const dataset = await lake.dataset(path);
      const facts = await dataset.facts(null, lakeLimits.fleetAgeMs);
      this.known.set(name, {
        lake,
        path,
        seen: { dataset, facts, explanation: dataset.explain(facts) },
        problem: null,
      });
    } catch (error) {
      const problem = isVamplateError(error) ? error.message : 'It could not be read.';
      this.known.set(name, { ...(this.known.get(name) ?? { lake, path }), problem });
    }
  }

  private assemble(): FleetSnapshot {
    const datasets = [...this.known.values()].map(refreshed);
    const problems = new Map<string, string>();
    const notes: string[] = [];
    for (const lake of this.lakes.all) {
      const problem = lake.problem();
      if (problem !== null) problems.set(lake.settings.id, problem);
      notes.push(...(lake.discovery.last()?.value.notes ?? []));
    }
    const unread = datasets.filter(({ seen }) => seen === undefined).length;
    if (unread > 0)
      notes.push(`${datasets.length - unread} of ${datasets.length} datasets were read so far.`);
    if (this.scannedAt === undefined && datasets.length === 0)
      notes.push('The first search for datasets still runs.');
    for (const [lake, problem] of problems) notes.push(`Lake ${lake}: ${problem}`);
    let readAt: number = this.clock.wall();
    const cost = { requests: 0, bytes: 0 };
    for (const { seen } of datasets) {
      if (seen === undefined) continue;
      readAt = Math.min(readAt, seen.facts.readAt);
      cost.requests += seen.facts.cost.requests;
      cost.bytes += seen.facts.cost.bytes;
    }
    for (const lake of this.lakes.all) {
      cost.requests += lake.discovery.last()?.cost.requests ?? 0;
    }
    const complete = unread === 0 && problems.size === 0 && this.scannedAt !== undefined;
    return { datasets, problems, notes: [...new Set(notes)], readAt, cost, complete };
  }
}

function nameOf(lake: LakeReader, path: string): string {
  return `${lake.settings.id}/${path}`;
}

/** A dataset that is watched is read more often than the fleet: the newer reading counts. */
function refreshed(entry: FleetDataset): FleetDataset {
  const newer = entry.seen?.dataset.lastFacts();
  if (entry.seen === undefined || newer === undefined || newer.readAt <= entry.seen.facts.readAt)
    return entry;
  const { dataset } = entry.seen;
  return { ...entry, seen: { dataset, facts: newer, explanation: dataset.explain(newer) } };
}
