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

  /** No read begins after this; it does not wait for a store that is asked already. */
  async stop(): Promise<void> {
    this.stopping?.abort();
    this.stopping = undefined;
    await this.running;
  }

  /** One pass over what is watched now. */
  async pass(signal?: AbortSignal): Promise<void> {
    for (const lake of this.lakes.all) lake.rate.sample();
    const limit = pLimit(lakeLimits.concurrency);
    await Promise.all(this.watched().map((one) => limit(() => this.readOne(one, signal))));
  }

  private async run(signal: AbortSignal): Promise<void> {
    const stopped = new Promise<void>((resolve) => {
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    while (!signal.aborted) {
      try {
        await this.lakes.clock.sleep(this.lakes.watchIntervalMs, signal);
      } catch {
        return;
      }
      try {
        await Promise.race([this.pass(signal), stopped]);
      } catch (error) {
        this.onError(error);
      }
    }
  }

  private async readOne({ lake: id, path }: Watched, signal: AbortSignal | undefined): Promise<void> {
    if (signal?.aborted) return;
    try {
      const lake = this.lakes.lake(id);
      if (path === null) {
        await lake.search();
        return;
      }
      const dataset = await lake.dataset(path);
      // Half an interval: what a request has just read is not read again.
      await dataset.reader.refresh(this.lakes.watchIntervalMs / 2);
    } catch (error) {
      if (!signal?.aborted) this.onError(error);
    }
  }
}
