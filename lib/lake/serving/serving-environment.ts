/** Watches one environment from the server's start, once however many pages are open; errors do not end it, stopping does. */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { type AskedIntent, askReplica, findIntent } from '@/lib/engine/serving/ask-replica';
import type { Intent } from '@/lib/engine/serving/intent-schema';
import { endRetirement, retireAddress } from '@/lib/engine/serving/retire-address';
import { type RetiredReplica, retireReplica } from '@/lib/engine/serving/retire-replica';
import { claimOf } from '@/lib/engine/serving/retired-rules';
import { type ReplicaPlaces, replicaPlaces } from '@/lib/engine/serving/serving-names';
import { type Meter, metered } from '@/lib/engine/store/metered-store';
import { fingerprintOf } from '@/lib/lake/fingerprint';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { type Reading, type Shared, shareReading } from '@/lib/lake/shared-reading';
import { type EnvironmentView, type ReplicaView, replicaKey, viewEnvironment } from './replica-view-rules';
import { lookAtServing, type ServingLook, type ServingSettings } from './serving-look';

/** The shortest heartbeat is five seconds and a report is stale after three: looking this often misses neither. */
export const servingIntervalMs = 5_000;

export interface EnvironmentOptions {
  readonly settings: ServingSettings;
  readonly lake: LakeReader;
  readonly clock: Clock;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Told when a viewer should look again, which no mere heartbeat is. */
  readonly onChange: (tag: string) => void;
  readonly onError: (error: unknown) => void;
}

export class ServingEnvironment {
  readonly settings: ServingSettings;
  readonly lake: LakeReader;
  private readonly reading: Shared<ServingLook>;
  private readonly stopping = new AbortController();
  private running: Promise<void> | undefined;

  constructor(private readonly options: EnvironmentOptions) {
    const { settings, lake, clock, fetch, onChange } = options;
    this.settings = settings;
    this.lake = lake;
    this.reading = shareReading<ServingLook>(
      clock,
      async (before) => {
        const spent: { meter: Meter | null } = { meter: null };
        const opened = () => {
          const { store, meter } = metered(lake.store);
          spent.meter = meter;
          return store;
        };
        const value = await lookAtServing({ settings, clock, fetch, store: opened }, before);
        await this.endRetirements(value);
        const { requests = 0, bytes = 0 } = spent.meter ?? {};
        return { value, cost: { requests: requests + value.addresses.length, bytes } };
      },
      (look) => this.tagOf(look),
      onChange,
    );
  }

  start(): void {
    this.running ??= this.run();
  }

  /** No look begins after this; it does not wait for a store that is asked already. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** The newest look, at most two rounds old; pages share it. */
  look(): Promise<Reading<ServingLook>> {
    return this.reading.get(2 * servingIntervalMs);
  }

  /** Where operators ask this replica; null where nothing is listed, so that nobody would find what was asked. */
  placesOf({ place }: ReplicaView): ReplicaPlaces | null {
    const { state, env } = this.settings;
    return state === undefined ? null : replicaPlaces(state, env, place.lineage, place.replicaId);
  }

  /** @throws as `askReplica` */
  async ask(places: ReplicaPlaces, intent: Intent): Promise<void> {
    await askReplica(this.lake.store, places, intent);
  }

  /** Null where this replica was never asked under this id. @throws as `findIntent` */
  findIntent(places: ReplicaPlaces, id: string): Promise<AskedIntent | null> {
    return findIntent(this.lake.store, places, id);
  }

  /** @throws as `retireReplica` */
  async retire(
    { place, reading }: ReplicaView,
    record: Omit<RetiredReplica, 'schema'>,
  ): Promise<RetiredReplica> {
    const claim = claimOf(reading);
    if (claim === null) {
      throw new VamplateError('unavailable', 'No answer came to what this replica reports.', {
        outcome: 'not_written',
      });
    }
    try {
      return await retireReplica(this.lake.store, place, claim, record);
    } finally {
      // The next look begins after now.
      this.reading.expire();
    }
  }

  /** States that nobody answers at an address any more. @throws as the engine's `retireAddress` */
  async retireAddress(url: string, record: Omit<RetiredReplica, 'schema'>): Promise<RetiredReplica> {
    try {
      return await retireAddress(this.lake.store, this.settings.env, url, record);
    } finally {
      this.reading.expire();
    }
  }

  /** What could not be ended now is ended by the next look: until then it counts only while nothing is told there. */
  private async endRetirements({ addresses, retired }: ServingLook): Promise<void> {
    if (retired === null || retired.size === 0) return;
    const at = new Date(this.options.clock.wall()).toISOString();
    const { env } = this.settings;
    await Promise.allSettled(addresses.map((one) => endRetirement(this.lake.store, retired, env, one, at)));
  }

  /** What a look says now. */
  view(look: ServingLook): EnvironmentView {
    const { clock } = this.options;
    const times = { nowMonotonic: clock.monotonic(), nowMs: clock.wall() };
    return viewEnvironment(this.settings.env, look, times);
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    while (!signal.aborted) {
      try {
        // Half a round: what a page has just read is not read again.
        await Promise.race([this.reading.get(servingIntervalMs / 2), stopped]);
      } catch (error) {
        this.options.onError(error);
      }
      await this.options.clock.sleep(servingIntervalMs, signal).catch(() => undefined);
    }
  }

  private tagOf(look: ServingLook): string {
    const { replicas, unplaced } = this.view(look);
    return fingerprintOf([
      look.problem ?? '',
      ...replicas.flatMap(({ place, headline, reading, retired }) => {
        const report = reading === null || reading.kind === 'unreadable' ? null : reading.report;
        const { history } = report?.clocks ?? {};
        const operation = report === null || report.operation.state === 'idle' ? null : report.operation;
        return [
          replicaKey(place),
          headline,
          retired?.at ?? '',
          report?.serving?.active ?? '',
          `${history?.serving_version?.version ?? ''} ${history?.observed_head ?? ''}`,
          operation === null ? '' : `${operation.state} ${operation.generation}`,
          operation?.state === 'importing' ? operation.step : '',
        ];
      }),
      ...unplaced.map(({ url, reading, retired }) => `${url} ${reading.kind} ${retired?.at ?? ''}`),
    ]);
  }
}
