/** One stream for all tabs of a browser, for what all of them show; a failed stream is said and polled around. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChangeEvent } from '@/lib/contracts/events';
import { type Channel, type LiveEvents, type LivePorts, startLiveEvents } from './live-events';
import type { Stream } from './live-leader';

const event: ChangeEvent = { lake: 'demo', dataset: 'events', part: 'control', etag: 'e1' };

/** A browser of many tabs: exclusive locks in the order of request, channels that hear all but themselves. */
function browser() {
  const streams: FakeStream[] = [];
  const channels = new Set<Channel>();
  const queue: (() => void)[] = [];
  let taken = false;
  const next = () => {
    taken = false;
    queue.shift()?.();
  };
  const request = async (_: string, options: LockOptions, lead: () => Promise<void>) => {
    await new Promise<void>((resolve, reject) => {
      const turn = () => {
        taken = true;
        resolve();
      };
      options.signal?.addEventListener('abort', () => reject(new Error('aborted')));
      if (taken) queue.push(turn);
      else turn();
    });
    await lead();
    next();
  };
  const openChannel = (): Channel => {
    const channel: Channel = {
      onmessage: null,
      postMessage(data) {
        for (const other of channels) if (other !== channel) other.onmessage?.({ data } as MessageEvent);
      },
      close() {
        channels.delete(channel);
      },
    };
    channels.add(channel);
    return channel;
  };
  const ports = (tab: string): LivePorts => ({
    tab,
    locks: { request: request as LockManager['request'] },
    openChannel,
    nowMs: () => Date.now(),
    openStream: (address) => {
      const stream = new FakeStream(address);
      streams.push(stream);
      return stream;
    },
  });
  return { ports, streams, open: () => streams.filter((stream) => stream.readyState !== 2) };
}

class FakeStream implements Stream {
  readyState = 0;
  private readonly listeners = new Map<string, (event: MessageEvent) => void>();
  constructor(readonly address: string) {}
  addEventListener(type: string, listener: (event: MessageEvent) => void): void {
    this.listeners.set(type, listener);
  }
  close(): void {
    this.readyState = 2;
  }
  fire(type: 'open' | 'error' | 'reset' | 'message', data?: unknown): void {
    if (type === 'open') this.readyState = 1;
    this.listeners.get(type)?.({ data: JSON.stringify(data) } as MessageEvent);
  }
}

interface Tab {
  readonly live: LiveEvents;
  readonly changes: ChangeEvent[];
  resyncs: number;
}

function openTab(ports: LivePorts): Tab {
  const changes: ChangeEvent[] = [];
  const tab: { live: LiveEvents; changes: ChangeEvent[]; resyncs: number } = {
    changes,
    resyncs: 0,
    live: startLiveEvents(ports, {
      change: (one) => changes.push(one),
      resync: () => {
        tab.resyncs += 1;
      },
    }),
  };
  return tab;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const settle = () => vi.advanceTimersByTimeAsync(1000);

describe('live events', () => {
  it('opens one stream for all tabs, for what all of them show', async () => {
    const { ports, open } = browser();
    const first = openTab(ports('a'));
    const second = openTab(ports('b'));
    first.live.watch('demo/events');
    second.live.watch('demo/a b');
    await settle();
    expect(open().map(({ address }) => address)).toEqual([
      '/api/v1/events?watch=demo%2Fa+b&watch=demo%2Fevents',
    ]);
  });

  it('hands every event to every tab, and drops what is none', async () => {
    const { ports, open } = browser();
    const tabs = ['a', 'b', 'c'].map((tab) => openTab(ports(tab)));
    await settle();
    open()[0]?.fire('open');
    open()[0]?.fire('message', event);
    open()[0]?.fire('message', { nonsense: true });
    expect(tabs.map(({ changes }) => changes)).toEqual([[event], [event], [event]]);
    expect(tabs.map(({ live }) => live.mode())).toEqual(['streaming', 'streaming', 'streaming']);
  });

  it('lets another tab lead when the leader ends', async () => {
    const { ports, open } = browser();
    const first = openTab(ports('a'));
    const second = openTab(ports('b'));
    first.live.watch('demo/events');
    second.live.watch('demo/users');
    await settle();
    first.live.stop();
    await settle();
    expect(open().map(({ address }) => address)).toEqual(['/api/v1/events?watch=demo%2Fusers']);
  });

  it('says that it polls when the stream fails, and reads again once it is back', async () => {
    const { ports, open } = browser();
    const tab = openTab(ports('a'));
    await settle();
    open()[0]?.fire('open');
    open()[0]?.fire('error');
    expect(tab.live.mode()).toBe('polling');
    open()[0]?.fire('open');
    expect(tab.live.mode()).toBe('streaming');
    expect(tab.resyncs).toBe(1);
  });

  it('reads everything again when the server kept too little', async () => {
    const { ports, open } = browser();
    const tab = openTab(ports('a'));
    await settle();
    open()[0]?.fire('reset');
    expect(tab.resyncs).toBe(1);
  });

  it('asks again, rarely, after the server refused the stream', async () => {
    const { ports, streams } = browser();
    openTab(ports('a'));
    await settle();
    streams[0]?.close();
    streams[0]?.fire('error');
    await vi.advanceTimersByTimeAsync(5000);
    expect(streams).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(streams).toHaveLength(2);
  });

  it('hears nothing while paused and reads again afterwards', async () => {
    const { ports, open } = browser();
    const tab = openTab(ports('a'));
    await settle();
    open()[0]?.fire('open');
    tab.live.pause(true);
    open()[0]?.fire('message', event);
    expect(tab.live.mode()).toBe('paused');
    expect(tab.changes).toEqual([]);
    tab.live.pause(false);
    expect(tab.live.mode()).toBe('streaming');
    expect(tab.resyncs).toBe(1);
  });

  it('forgets a tab that fell silent', async () => {
    const { ports, open } = browser();
    openTab(ports('a'));
    await settle();
    const channel = ports('x').openChannel?.('x');
    channel?.postMessage({ kind: 'watch', tab: 'dead', topics: ['demo/gone'] });
    await settle();
    expect(open()[0]?.address).toBe('/api/v1/events?watch=demo%2Fgone');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(open()[0]?.address).toBe('/api/v1/events');
  });

  it('polls where the browser has no locks', () => {
    const { ports, streams } = browser();
    const tab = openTab({ ...ports('a'), locks: undefined });
    expect(tab.live.mode()).toBe('polling');
    expect(streams).toEqual([]);
  });
});
