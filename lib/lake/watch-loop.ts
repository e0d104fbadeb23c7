/** Reads again, every interval, what some open page watches, and nothing else; one pass at a time. */
import pLimit from 'p-limit';
import { lakeLimits } from './lake-settings';
import type { Lakes } from './lakes';

export interface Watched {
  readonly lake: string;
  readonly path: string | null;
}

export class WatchLoop {
  private stopping: AbortController | undefined;
  private running: Promise<void> | undefined;

  /**
   * @param watched lakes and datasets, a dataset by its path below the lake; null is the lake itself
   * @param onError told of what could not be read; the loop goes on
   */
  constructor(
    private readonly lakes: Lakes,
    private readonly watched: () => readonly Watched[],
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    if (this.stopping) return;
    const stopping = new AbortController();
    this.stopping = stopping;
    this.running = this.run(stopping.signal);
  }

  async stop(): Promise<void> {
    this.stopping?.abort();
    this.stopping = undefined;
    await this.running;
  }

  /** One pass over what is watched now. */
  async pass(): Promise<void> {
    const limit = pLimit(lakeLimits.concurrency);
    await Promise.all(this.watched().map((one) => limit(() => this.readOne(one))));
  }

  private async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        await this.lakes.clock.sleep(this.lakes.watchIntervalMs, signal);
      } catch {
        return;
      }
      await this.pass();
    }
  }

  private async readOne({ lake: id, path }: Watched): Promise<void> {
    try {
      const lake = this.lakes.lake(id);
      // Half an interval: what a request has just read is not read again.
      const maxAge = this.lakes.watchIntervalMs / 2;
      if (path === null) {
        await lake.discovery.get(Math.max(maxAge, lakeLimits.discoveryAgeMs));
        return;
      }
      const dataset = await lake.dataset(path);
      await dataset.reader.refresh(maxAge);
    } catch (error) {
      this.onError(error);
    }
  }
}
