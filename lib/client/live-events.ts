/**
 * One event stream per browser: a Web Lock elects the tab that holds it, a BroadcastChannel hands its events to the
 * others. Where a browser has neither, or the stream fails, the tabs poll and say so.
 */
import type { ChangeEvent } from '@/lib/contracts/events';
import { type Leader, type Stream, startLeader } from './live-leader';
import { type LiveMessage, parseMessage } from './live-messages';
import type { LiveMode } from './live-mode';

/** The part of BroadcastChannel that is used. */
export interface Channel {
  postMessage(message: unknown): void;
  close(): void;
  onmessage: ((event: MessageEvent) => void) | null;
}

export interface LivePorts {
  /** Absent where the page is no secure context. */
  readonly locks: Pick<LockManager, 'request'> | undefined;
  readonly openChannel: ((name: string) => Channel) | undefined;
  readonly openStream: (address: string) => Stream;
  readonly nowMs: () => number;
  readonly tab: string;
}

export interface LiveListener {
  change(event: ChangeEvent): void;
  /** Events may have been missed. */
  resync(): void;
}

export interface LiveEvents {
  mode(): LiveMode;
  onMode(listener: () => void): () => void;
  pause(paused: boolean): void;
  /** Asks the server to read this again while somebody looks at it. @param topic `lake/dataset` @returns the end of it */
  watch(topic: string): () => void;
  stop(): void;
}

const NAME = 'vamplate-live';
const REPEAT_MS = 30_000;

export function startLiveEvents(ports: LivePorts, listener: LiveListener): LiveEvents {
  const watched = new Map<string, number>();
  const modeListeners = new Set<() => void>();
  const ended = new AbortController();
  const { locks, openChannel } = ports;
  const channel = locks && openChannel ? openChannel(NAME) : null;
  let heard: Exclude<LiveMode, 'paused'> = channel === null ? 'polling' : 'connecting';
  let paused = false;
  let leader: Leader | null = null;

  function setHeard(mode: 'streaming' | 'polling'): void {
    if (heard === mode) return;
    heard = mode;
    for (const one of modeListeners) one();
  }

  /** To the other tabs and, since a channel does not echo, to this one. */
  function send(message: LiveMessage): void {
    if (ended.signal.aborted) return;
    channel?.postMessage(message);
    hear(message);
  }

  function hear(message: LiveMessage): void {
    leader?.hear(message);
    if (message.kind === 'mode') setHeard(message.mode);
    else if (message.kind === 'who') tell();
    else if (paused) return;
    else if (message.kind === 'change') listener.change(message.event);
    else if (message.kind === 'resync') listener.resync();
  }

  function tell(): void {
    send({ kind: 'watch', tab: ports.tab, topics: [...watched.keys()].slice(0, 64) });
  }

  if (channel !== null) {
    channel.onmessage = ({ data }) => {
      const message = parseMessage(data);
      if (message !== null) hear(message);
    };
    tell();
  }
  const repeat = channel === null ? undefined : setInterval(tell, REPEAT_MS);
  if (locks && channel !== null) void lead(locks);

  /** Waits for its turn, then leads until this tab ends. */
  async function lead(manager: Pick<LockManager, 'request'>): Promise<void> {
    try {
      await manager.request(NAME, { signal: ended.signal }, async () => {
        leader = startLeader({ openStream: ports.openStream, send, nowMs: ports.nowMs });
        send({ kind: 'who' });
        await new Promise<void>((resolve) => {
          if (ended.signal.aborted) return resolve();
          ended.signal.addEventListener('abort', () => resolve(), { once: true });
        });
      });
    } catch {
      // Ended while waiting, or the lock was refused: this tab then hears the leader or polls.
    } finally {
      leader?.stop();
      leader = null;
    }
  }

  return {
    mode: () => (paused ? 'paused' : heard),
    onMode(one) {
      modeListeners.add(one);
      return () => {
        modeListeners.delete(one);
      };
    },
    pause(next) {
      if (paused === next) return;
      paused = next;
      for (const one of modeListeners) one();
      if (!next) listener.resync();
    },
    watch(topic) {
      watched.set(topic, (watched.get(topic) ?? 0) + 1);
      tell();
      return () => {
        const left = (watched.get(topic) ?? 1) - 1;
        if (left === 0) watched.delete(topic);
        else watched.set(topic, left);
        tell();
      };
    },
    stop() {
      send({ kind: 'bye', tab: ports.tab });
      clearInterval(repeat);
      ended.abort();
      leader?.stop();
      channel?.close();
    },
  };
}
