/** One look: what is listed counts, whether or not it could be read; only where nothing answers is an address silent (D14). */
import { beforeEach, expect, it } from 'vitest';
import { endRetirement, retireAddress, standingRetirement } from '@/lib/engine/serving/retire-address';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { hastyClock } from '@/lib/testing/serving-simulation/replica-stage';
import { lookAtServing, type ServingLook } from './serving-look';

const url = 'https://eu.example/serving/v1/status';
const record = { actor: 'ada', reason: 'gone', at: '2026-01-01T00:00:00Z' };
let store: ReturnType<typeof openMemoryStore>;
let answer: () => Response;

beforeEach(() => {
  store = openMemoryStore();
  answer = () => {
    throw new TypeError('fetch failed');
  };
});

function look(through: ObjectStore = store, before?: ServingLook): Promise<ServingLook> {
  const settings = { env: 'prod', lake: 'test', urls: [url] };
  // Its limit of time never ends: who answers here answers at once.
  const clock = { ...hastyClock(), sleep: () => new Promise<void>(() => undefined) };
  return lookAtServing({ settings, clock, store: () => through, fetch: async () => answer() }, before);
}

function standing({ addresses, retired }: ServingLook) {
  const [address] = addresses;
  if (address === undefined) throw new Error('no address was asked');
  return standingRetirement(retired, 'prod', address);
}

it('a word that has ended stays ended while the record of its end cannot be read', async () => {
  await retireAddress(store, 'prod', url, record);
  const before = await look();
  expect(standing(before)).toMatchObject(record);
  answer = () => new Response('{');
  const answered = await look();
  for (const address of answered.addresses) {
    await endRetirement(store, answered.retired ?? new Map(), 'prod', address, record.at);
  }
  answer = () => {
    throw new TypeError('fetch failed');
  };
  const unread = faultyStore(store, (call) =>
    call.verb === 'get' && call.key.endsWith('.answered.json') ? call.lost() : call.effect(),
  );
  expect(standing(await look(unread))).toBeNull();
  expect(standing(await look(unread, before))).toBeNull();
});

it('a word that cannot be read stands for nothing', async () => {
  await retireAddress(store, 'prod', url, record);
  const unread = faultyStore(store, (call) => (call.verb === 'get' ? call.lost() : call.effect()));
  expect(standing(await look(unread))).toBeNull();
});

it.each<[string, () => Response]>([
  ['an error of the server', () => new Response(null, { status: 503 })],
  ['a refusal', () => new Response(null, { status: 401 })],
  ['not found', () => new Response(null, { status: 404 })],
  ['a redirect elsewhere', () => Response.redirect('https://elsewhere.example/', 302)],
])('%s is an answer: nothing was given up there', async (_, reply) => {
  await retireAddress(store, 'prod', url, record);
  answer = reply;
  const seen = await look();
  expect(seen.addresses).toMatchObject([{ reading: { kind: 'unreadable', because: 'unavailable' } }]);
  expect(standing(seen)).toBeNull();
});
