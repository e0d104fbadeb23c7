/** The event stream as a browser reads it: order, replay, heartbeat, bounds, and an end with the session. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { GET } from '@/app/api/v1/events/route';
import { POST as signIn } from '@/app/api/v1/session/route';
import type { ChangeEvent } from '@/lib/contracts/events';
import { ask, cookieOf } from '../testing/ask';
import { installTestRuntime, type TestRuntime, testTokens } from '../testing/test-runtime';
import { EventHub } from './event-hub';

const change: ChangeEvent = { lake: 'demo', dataset: 'a~b', part: 'versions', etag: '"1"' };

/** Reads a stream until it says nothing for a turn; knows whether it ended. */
class Listener {
  text = '';
  ended = false;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array>;

  constructor(stream: ReadableStream<Uint8Array>) {
    this.reader = stream.getReader();
    void this.read();
  }

  async heard(): Promise<string> {
    await new Promise(setImmediate);
    return this.text;
  }

  leave(): Promise<void> {
    return this.reader.cancel();
  }

  private async read(): Promise<void> {
    for (let part = await this.reader.read(); !part.done; part = await this.reader.read()) {
      this.text += new TextDecoder().decode(part.value);
    }
    this.ended = true;
  }
}

function listen(
  hub: EventHub,
  given: { lastEventId?: string; watches?: string[]; signal?: AbortSignal; mayRead?: () => boolean } = {},
) {
  return new Listener(
    hub.open({
      watches: given.watches ?? [],
      lastEventId: given.lastEventId ?? null,
      mayRead: given.mayRead ?? (() => true),
      signal: given.signal ?? new AbortController().signal,
    }),
  );
}

describe('EventHub', () => {
  it('tells every stream of a change, with an id, and beats in between', async () => {
    const hub = new EventHub('P');
    const [one, two] = [listen(hub), listen(hub)];
    hub.publish(change);
    hub.beat();
    const expected = `retry: 5000\n\nid: P-0\n\nid: P-1\ndata: ${JSON.stringify(change)}\n\n: beat\n\n`;
    expect(await one.heard()).toBe(expected);
    expect(await two.heard()).toBe(expected);
  });

  it('replays what a browser missed, once and in order', async () => {
    const hub = new EventHub('P');
    for (const etag of ['1', '2', '3']) hub.publish({ ...change, etag });
    const text = await listen(hub, { lastEventId: 'P-1' }).heard();
    expect([...text.matchAll(/"etag":"(\d)"/g)].map(([, etag]) => etag)).toEqual(['2', '3']);
    expect(text).not.toContain('reset');
    expect(await listen(hub, { lastEventId: 'P-3' }).heard()).not.toContain('data');
    expect(await listen(hub).heard()).not.toContain('data');
  });

  it.each(['Q-1', 'P-0', 'P-9', 'P-x', 'P-', 'nonsense'])(
    'tells a browser that comes with %s to fetch all again, since what it missed is not known',
    async (lastEventId) => {
      const hub = new EventHub('P', { streams: 9, replay: 2, backlog: 9 });
      for (const etag of ['1', '2', '3']) hub.publish({ ...change, etag });
      const text = await listen(hub, { lastEventId }).heard();
      expect(text).toContain('id: P-3\nevent: reset\ndata: {}\n\n');
      expect(text).not.toContain('etag');
    },
  );

  it('knows what is watched, and forgets it with the last browser that leaves', async () => {
    const hub = new EventHub('P');
    const gone = new AbortController();
    const one = listen(hub, { watches: ['demo/b', 'demo/a'] });
    listen(hub, { watches: ['demo/b', 'demo'], signal: gone.signal });
    expect(hub.watched()).toEqual(['demo', 'demo/a', 'demo/b']);
    gone.abort();
    expect(hub.watched()).toEqual(['demo/a', 'demo/b']);
    await one.leave();
    expect(hub.watched()).toEqual([]);
    expect(hub.size).toBe(0);
    hub.publish(change);
  });

  it('takes no more streams than it holds, and ends one that does not keep up', async () => {
    const hub = new EventHub('P', { streams: 1, replay: 1, backlog: 3 });
    const stream = hub.open({
      watches: [],
      lastEventId: null,
      mayRead: () => true,
      signal: new AbortController().signal,
    });
    expect(() => listen(hub)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
    for (let index = 0; index < 10; index += 1) hub.publish(change);
    expect(hub.size).toBe(0);
    const late = new Listener(stream);
    await late.heard();
    expect(late.ended).toBe(true);
  });

  it('ends all streams and takes no new one when the server stops', async () => {
    const hub = new EventHub('P');
    const one = listen(hub);
    hub.close();
    await one.heard();
    expect(one.ended).toBe(true);
    expect(() => listen(hub)).toThrow(expect.objectContaining({ kind: 'unavailable' }));
  });
});

describe('GET events', () => {
  let test: TestRuntime;
  beforeEach(() => {
    test = installTestRuntime();
  });
  afterEach(() => test.restore());

  async function openStream(given: { cookie?: string; bearer?: string; path?: string }): Promise<Listener> {
    const reply = await ask(GET, { path: '/api/v1/events', ...given });
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(reply.headers.get('cache-control')).toBe('no-store, no-transform');
    if (reply.body === null) throw new Error('no body');
    return new Listener(reply.body);
  }

  it('is open to nobody, and refuses a watch that can be no dataset', async () => {
    expect((await ask(GET)).status).toBe(401);
    expect((await ask(GET, { bearer: testTokens.viewer, path: '/?watch=../etc' })).status).toBe(400);
    expect(test.runtime.hub.size).toBe(0);
  });

  it('watches what the browser names', async () => {
    const path = '/api/v1/events?watch=demo/a%20b&watch=demo';
    const listener = await openStream({ bearer: testTokens.viewer, path });
    expect(test.runtime.hub.watched()).toEqual(['demo', 'demo/a b']);
    await listener.leave();
    expect(test.runtime.hub.watched()).toEqual([]);
  });

  it('ends with the session, which it does not extend, and says nothing after', async () => {
    const cookie = cookieOf(await ask(signIn, { body: { token: testTokens.viewer } })) ?? '';
    test.clock.advance(30 * 60_000);
    const listener = await openStream({ cookie });
    test.clock.advance(30 * 60_000 - 1);
    test.runtime.hub.beat();
    await listener.heard();
    expect(listener.ended).toBe(false);
    test.clock.advance(1);
    test.runtime.hub.publish(change);
    expect(await listener.heard()).not.toContain('etag');
    expect(listener.ended).toBe(true);
    expect(test.runtime.hub.size).toBe(0);
  });

  it('ends when its session signs out', async () => {
    const cookie = cookieOf(await ask(signIn, { body: { token: testTokens.viewer } })) ?? '';
    const listener = await openStream({ cookie });
    const { POST: signOut } = await import('@/app/api/v1/session/sign-out/route');
    await ask(signOut, { cookie, body: {} });
    test.runtime.hub.beat();
    await listener.heard();
    expect(listener.ended).toBe(true);
  });
});
