/** Tells open browsers what changed, in order, with replay after a lost connection; bounded in streams and memory. */
import { VamplateError } from '@/lib/base/errors';
import type { ChangeEvent } from '@/lib/contracts/events';

export interface HubLimits {
  readonly streams: number;
  /** Events kept for browsers that come back. */
  readonly replay: number;
  /** Messages waiting for one slow browser; beyond it its stream is closed, and it comes back by itself. */
  readonly backlog: number;
}

export const heartbeatMs = 15_000;

const defaults: HubLimits = { streams: 2_000, replay: 1_000, backlog: 512 };

export interface Subscription {
  /** `lake` or `lake/dataset`: what the browser shows. */
  readonly watches: readonly string[];
  /** The Last-Event-ID header of a browser that comes back. */
  readonly lastEventId: string | null;
  /** Asked before every message: false ends the stream, as an expired session does. */
  readonly mayRead: () => boolean;
  /** Aborts when the browser is gone. */
  readonly signal: AbortSignal;
}

interface Stream {
  readonly controller: ReadableStreamDefaultController<Uint8Array>;
  readonly subscription: Subscription;
}

interface Kept {
  readonly sequence: number;
  readonly message: Uint8Array;
}

const utf8 = new TextEncoder();

/**
 * The text of the stream: `id: <process>-<sequence>` and `data: <ChangeEvent as JSON>` per change; an event named
 * `reset` when a browser missed more than is kept, so it must fetch everything again; comments as heartbeat.
 */
export class EventHub {
  private readonly streams = new Set<Stream>();
  private readonly kept: Kept[] = [];
  private sequence = 0;
  private closed = false;

  /** @param id tells this process's sequence from another's */
  constructor(
    private readonly id: string,
    private readonly limits: HubLimits = defaults,
  ) {}

  /** Sends a change to every open stream and keeps it for those that come back. */
  publish(event: ChangeEvent): void {
    this.sequence += 1;
    const message = utf8.encode(`id: ${this.idOf(this.sequence)}\ndata: ${JSON.stringify(event)}\n\n`);
    this.kept.push({ sequence: this.sequence, message });
    if (this.kept.length > this.limits.replay) this.kept.shift();
    for (const stream of [...this.streams]) this.send(stream, message);
  }

  /** A comment to every stream: proxies keep it open, and sessions that ended are noticed. */
  beat(): void {
    for (const stream of [...this.streams]) this.send(stream, utf8.encode(': beat\n\n'));
  }

  /** What at least one open stream watches, sorted, each once. */
  watched(): readonly string[] {
    return [...new Set([...this.streams].flatMap((stream) => stream.subscription.watches))].sort();
  }

  get size(): number {
    return this.streams.size;
  }

  /** @throws `unavailable` when the server is stopping or has as many streams as it holds: then browsers poll */
  open(subscription: Subscription): ReadableStream<Uint8Array> {
    if (this.closed) throw new VamplateError('unavailable', 'The server is stopping.');
    if (this.streams.size >= this.limits.streams) {
      throw new VamplateError('unavailable', 'Too many event streams are open; poll instead.');
    }
    let opened: Stream | null = null;
    return new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          opened = { controller, subscription };
          this.welcome(opened);
        },
        cancel: () => {
          if (opened !== null) this.streams.delete(opened);
        },
      },
      new CountQueuingStrategy({ highWaterMark: this.limits.backlog + this.limits.replay + 2 }),
    );
  }

  /** Ends every stream and takes no new one: the first step of stopping the server. */
  close(): void {
    this.closed = true;
    for (const stream of [...this.streams]) this.end(stream);
  }

  private welcome(stream: Stream): void {
    const { signal, lastEventId } = stream.subscription;
    this.streams.add(stream);
    signal.addEventListener('abort', () => this.end(stream), { once: true });
    if (signal.aborted) {
      this.end(stream);
      return;
    }
    const missed = lastEventId === null ? [] : this.since(lastEventId);
    // An id without data sets the browser's Last-Event-ID, so that even the first gap is replayed.
    const now = `id: ${this.idOf(this.sequence)}\n`;
    this.send(
      stream,
      utf8.encode(`retry: 5000\n${missed === null ? `${now}event: reset\ndata: {}\n` : ''}\n`),
    );
    for (const { message } of missed ?? []) this.send(stream, message);
    this.send(stream, utf8.encode(`${now}\n`));
  }

  /** The changes after `lastEventId`; null when some are no longer kept or it is of another process. */
  private since(lastEventId: string): readonly Kept[] | null {
    const last = lastEventId.startsWith(`${this.id}-`) ? Number(lastEventId.slice(this.id.length + 1)) : NaN;
    const oldest = this.kept[0]?.sequence ?? this.sequence + 1;
    if (!Number.isInteger(last) || last > this.sequence || last < oldest - 1) return null;
    return this.kept.filter(({ sequence }) => sequence > last);
  }

  private send(stream: Stream, message: Uint8Array): void {
    if (!this.streams.has(stream)) return;
    const slow = (stream.controller.desiredSize ?? 0) <= 0;
    if (slow || !stream.subscription.mayRead()) this.end(stream);
    else stream.controller.enqueue(message);
  }

  private end(stream: Stream): void {
    if (!this.streams.delete(stream)) return;
    stream.controller.close();
  }

  private idOf(sequence: number): string {
    return `${this.id}-${sequence}`;
  }
}
