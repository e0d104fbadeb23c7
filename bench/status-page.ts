/**
 * A public status page with ninety days of history under 300 readers for 30 s on loopback, each of whom loads it whole
 * every ten seconds, beside one reader alone: the answer time of both, what the console asked of its store meanwhile, and
 * the first answer after a change, for which the page is made anew.
 */
import { startConfigured } from '@/e2e/support/configured-console';
import type { RunningConsole } from '@/e2e/support/console';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { openStore } from '@/lib/engine/store/open-store';
import type { Bench } from './bench';
import { openCountingProxy } from './counting-proxy';
import { figure, median } from './figure';
import { putHistory, putTables } from './status-history';

const readers = 300;
const windowMs = 30_000;
const everyMs = 10_000;
/** One reader alone is answered at once; asked more often there are enough answers for a median. */
const aloneEveryMs = 100;
const answerTimeoutMs = 30_000;
const startMs = 60_000;
/** Both windows lie between two samples, which are made every five minutes. */
const slotMs = 300_000;
const afterSampleMs = 40_000;
const ids = Array.from({ length: 40 }, (_, at) => `table-${at}.lance`);

export const statusPage: Bench = {
  name: 'status-page',
  async run(setting) {
    const { server } = await setting.s3();
    const { endpoint, region, bucket } = server;
    const proxy = await openCountingProxy(endpoint);
    const lake = `s3://${bucket}/status-${uuidHex(systemRandom)}`;
    const below = (part: string) => openStore({ uri: `${lake}/${part}`, endpoint, region });
    await putTables(below('lake'), ids);
    await putHistory(below('control'), { lake: 'bench', ids }, systemClock.wall());
    const running = await startConfigured(
      () => ({ lakes: [{ id: 'bench', uri: `${lake}/lake` }], control: `${lake}/control` }),
      { AWS_ENDPOINT_URL_S3: proxy.endpoint, AWS_REGION: region },
    );
    try {
      await makePage(running);
      const address = `${running.baseUrl}/status/bench`;
      const { bytes } = await readFirst(address);
      await betweenSamples();
      await api(running, 'PATCH', '/bench', { revision: 1, title: 'Bench, again' });
      const { ms: afterChangeMs } = await readOnce(address);
      const alone = await crowd(address, 1, aloneEveryMs, proxy.requests);
      const many = await crowd(address, readers, everyMs, proxy.requests);
      const more = {
        answers: many.times.length,
        slowestMs: Math.round(Math.max(...many.times)),
        storeRequests: many.requests,
        storeRequestsOfOne: alone.requests,
        afterChangeMs: Math.round(afterChangeMs),
      };
      const about = { bench: 'status-page', store: 's3', size: readers, more } as const;
      const ours = { ms: median(many.times), requests: many.requests, bytes };
      const one = { ms: median(alone.times), requests: alone.requests, bytes };
      setting.print(figure(about, { ours, peer: one }, null, 'one reader'));
    } finally {
      await running.stop();
      await proxy.close();
    }
  },
};

async function makePage(running: RunningConsole): Promise<void> {
  const targets = ids.map((id, at) => ({
    ...{ kind: 'dataset', lake: 'bench', id, label: `Table ${at}`, description: null },
  }));
  await api(running, 'POST', '', {
    ...{ slug: 'bench', title: 'Bench', level: 'names', visibility: 'public', timeZone: 'UTC' },
    ...{ canary: false, targets },
  });
}

async function api(
  { baseUrl, tokens }: RunningConsole,
  method: 'POST' | 'PATCH',
  path: string,
  body: object,
): Promise<void> {
  const reply = await fetch(`${baseUrl}/api/v1/status-pages${path}`, {
    method,
    headers: {
      ...{ authorization: `Bearer ${tokens.admin}`, origin: baseUrl },
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  if (!reply.ok) throw new Error(`${method} answered ${reply.status} ${await reply.text()}`);
}

/** Until the console has read what was recorded before it began, nobody is told anything. */
async function readFirst(address: string): Promise<{ bytes: number }> {
  const until = systemClock.monotonic() + startMs;
  for (;;) {
    const read = await readOnce(address).catch((error: unknown) => {
      if (systemClock.monotonic() > until) throw error;
      return null;
    });
    if (read !== null) return read;
    await systemClock.sleep(500);
  }
}

async function betweenSamples(): Promise<void> {
  const into = systemClock.wall() % slotMs;
  const last = slotMs - 3 * windowMs;
  if (into < afterSampleMs) await systemClock.sleep(afterSampleMs - into);
  if (into > last) await systemClock.sleep(slotMs - into + afterSampleMs);
}

interface Window {
  /** Milliseconds of each answer. */
  readonly times: readonly number[];
  /** Of the console to its store meanwhile. */
  readonly requests: number;
}

/** @param asked requests of the console so far */
async function crowd(address: string, count: number, every: number, asked: () => number): Promise<Window> {
  const before = asked();
  const until = systemClock.monotonic() + windowMs;
  const times: number[] = [];
  const reader = async (place: number) => {
    await systemClock.sleep((place / count) * every);
    while (systemClock.monotonic() < until) {
      const { ms } = await readOnce(address);
      times.push(ms);
      await systemClock.sleep(Math.max(0, every - ms));
    }
  };
  await Promise.all(Array.from({ length: count }, (_, place) => reader(place)));
  return { times, requests: asked() - before };
}

/** @throws unless the whole page came */
async function readOnce(address: string): Promise<{ ms: number; bytes: number }> {
  const startedAt = performance.now();
  const reply = await fetch(address, { signal: AbortSignal.timeout(answerTimeoutMs) });
  const body = await reply.arrayBuffer();
  if (reply.status !== 200) throw new Error(`a reader got ${reply.status}`);
  return { ms: performance.now() - startedAt, bytes: body.byteLength };
}
