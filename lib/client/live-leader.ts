/** The one tab that holds the stream: it opens it for what all tabs show and hands every event on. */
import { type Heard, type LiveMessage, parseChange, streamAddress, topicsOf } from './live-messages';

/** The part of EventSource that is used. */
export interface Stream {
  readonly readyState: number;
  close(): void;
  addEventListener(type: 'open' | 'error' | 'reset', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface LeaderPorts {
  readonly openStream: (address: string) => Stream;
  readonly send: (message: LiveMessage) => void;
  readonly nowMs: () => number;
}

export interface Leader {
  hear(message: LiveMessage): void;
  stop(): void;
}

const CLOSED = 2;
/** Tabs come and go in bursts, and each new set of topics is a new stream. */
const SETTLE_MS = 300;
const RETRY_MS = 20_000;
const PRUNE_MS = 30_000;

export function startLeader({ openStream, send, nowMs }: LeaderPorts): Leader {
  const tabs = new Map<string, Heard>();
  let stream: Stream | null = null;
  let address: string | null = null;
  /** What the tabs have been told; null before the stream has opened or failed once. */
  let told: 'streaming' | 'polling' | null = null;
  let timer: ReturnType<typeof setTimeout> | null = null;
  const prune = setInterval(() => later(SETTLE_MS), PRUNE_MS);

  function tell(mode: 'streaming' | 'polling'): void {
    told = mode;
    send({ kind: 'mode', mode });
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => {
      timer = null;
      connect();
    }, ms);
  }

  function connect(): void {
    const wanted = streamAddress(topicsOf(tabs, nowMs()));
    if (wanted === address && stream !== null && stream.readyState !== CLOSED) return;
    stream?.close();
    address = wanted;
    const opened = openStream(wanted);
    stream = opened;
    opened.addEventListener('open', () => {
      if (stream !== opened) return;
      const missed = told === 'polling';
      tell('streaming');
      if (missed) send({ kind: 'resync' });
    });
    opened.addEventListener('message', ({ data }) => {
      const event = parseChange(String(data));
      if (event !== null && stream === opened) send({ kind: 'change', event });
    });
    // More was missed than the server keeps.
    opened.addEventListener('reset', () => {
      if (stream === opened) send({ kind: 'resync' });
    });
    opened.addEventListener('error', () => {
      if (stream !== opened) return;
      tell('polling');
      // The browser connects again by itself unless the server refused; then it is asked again, rarely.
      if (opened.readyState === CLOSED) later(RETRY_MS);
    });
  }

  later(SETTLE_MS);
  return {
    hear(message) {
      if (message.kind === 'watch') {
        const known = tabs.has(message.tab);
        tabs.set(message.tab, { topics: message.topics, atMs: nowMs() });
        if (!known && told !== null) tell(told);
      } else if (message.kind === 'bye') tabs.delete(message.tab);
      else return;
      if (streamAddress(topicsOf(tabs, nowMs())) !== address) later(SETTLE_MS);
    },
    stop() {
      clearInterval(prune);
      if (timer !== null) clearTimeout(timer);
      stream?.close();
      stream = null;
    },
  };
}
