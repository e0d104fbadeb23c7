/** Public forms through their real routes: signed out, with an ETag, out of memory, and silent about what opens nothing. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { publicStatusEndpoints } from '@/lib/contracts/public-status-endpoints';
import { statusDocument } from '@/lib/contracts/status-document';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { routesOver } from '@/lib/testing/routes-over';
import { type Ask, ask } from '../../testing/ask';
import { importRoute } from '../../testing/route-modules';
import { targetKey } from '../page-rules';
import { shelfOf } from '../pages';
import { redact } from '../redact-rules';
import { reliableMs, slotOf } from '../slot-rules';
import { openMs, statusOf } from '../status';
import { formMemory } from './form-memory';
import { addressPace } from './token-bucket-rules';

type FormEndpoint = keyof typeof publicStatusEndpoints;
const names = Object.keys(publicStatusEndpoints) as FormEndpoint[];

const settings = {
  ...{ slug: 'maps', title: 'Maps', level: 'labels', visibility: 'public', timeZone: 'UTC', canary: false },
  targets: [{ kind: 'dataset', lake: 'test', id: 'eu~roads.lance', label: 'Roads', description: null }],
};
const expiresAt = '2030-06-01T00:00:00.000Z';

let routes: ReturnType<typeof routesOver>;
let bare: ReturnType<typeof openMemoryStore>;
let broken: boolean;
let metering: ReturnType<typeof metered>;
let secret: string;
let link: string;

beforeEach(async () => {
  routes = routesOver(null, { lakes: [{ id: 'test', uri: 'memory://test' }] });
  bare = openMemoryStore();
  broken = false;
  metering = metered(faultyStore(bare, (call) => (broken ? call.lost() : call.effect())));
  routes.runtime.once('control store', () => metering.store);
  await routes.get('makeStatusPage', { body: settings });
  await routes.get('makeStatusPage', { body: { ...settings, slug: 'hidden', visibility: 'secret' } });
  const made = await routes.get('makeStatusLink', {
    params: { slug: 'hidden' },
    body: { note: 'Acme', expiresAt },
  });
  secret = made.secret;
  link = made.link.id;
  statusOf(routes.runtime);
  await shelfOf(routes.runtime).look();
});
afterEach(() => routes.close());

const opened = () => ({ params: { slug: 'maps', secret } });

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** As somebody without a session or a token asks. */
async function form(name: FormEndpoint, asked: Ask = opened()): Promise<Response> {
  return ask(await importRoute(root, publicStatusEndpoints[name]), asked);
}

describe.each(names)('%s', (name) => {
  it('opens signed out, with headers of its own and no cookie', async () => {
    const reply = await form(name);
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(`${publicStatusEndpoints[name].produces}; charset=utf-8`);
    expect(reply.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; img-src 'self'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; .*sandbox allow-scripts$/,
    );
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      ...{ 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer', 'x-content-type-options': 'nosniff' },
      'cache-control': `${name.startsWith('secret') ? 'private' : 'public'}, max-age=5`,
    });
    expect(reply.headers.getSetCookie()).toEqual([]);
    expect((await reply.text()).length).toBeGreaterThan(100);
  });

  it('answers 304 to its own ETag, and costs the store nothing', async () => {
    const etag = (await form(name)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    const before = metering.meter.requests;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const reply = await form(name, { ...opened(), headers: { 'if-none-match': known } });
      expect([reply.status, reply.headers.get('etag'), await reply.text()]).toEqual([304, etag, '']);
    }
    const other = await form(name, { ...opened(), headers: { 'if-none-match': '"other"' } });
    expect([other.status, other.headers.get('etag')]).toEqual([200, etag]);
    expect(metering.meter.requests).toBe(before);
  });
});

it('says the same as a copy once nobody samples any more: what a person told stays', async () => {
  const status = statusOf(routes.runtime);
  const sampled = new Date(slotOf(routes.clock.wall()) - 2 * reliableMs).toISOString();
  const nothing = { lastCommitAt: null, lastProvenAt: null, retention: null, versions: null, bytes: null };
  const key = targetKey({ kind: 'dataset', lake: 'test', id: 'eu~roads.lance' });
  status?.records.addSample({
    ...{ format: 1, slot: sampled, at: sampled, by: 'x', lakes: [] },
    targets: [{ key, name: 'roads.lance', state: 'working', code: 'working', ...nothing }],
  });
  const document = async () =>
    statusDocument.parse(await (await form('publicStatusJson', { params: { slug: 'maps' } })).json());
  expect((await document()).counts).toMatchObject({ working: 0, unknown: 1 });
  await routes.get('makeIncident', {
    params: { slug: 'maps' },
    body: {
      ...{ kind: 'incident', title: 'Roads are gone', stage: 'investigating', impact: 'down', text: 'x' },
      ...{ startsAt: sampled, endsAt: null, targets: [0], revision: 1 },
    },
  });
  const found = status?.currentModel('maps');
  if (found?.kind !== 'found') throw new Error('the page is known');
  expect(await document()).toEqual(redact(found.model));
  expect((await document()).counts).toMatchObject({ working: 0, down: 1 });
});

describe('what opens nothing', () => {
  async function told(name: FormEndpoint, params: Record<string, string>) {
    const reply = await form(name, { params });
    reply.headers.delete('x-request-id');
    return { status: reply.status, headers: [...reply.headers].sort(), body: await reply.text() };
  }

  it('is told to the letter alike: unknown, misspelled, secret asked by name, revoked, expired', async () => {
    const unknown = await told('publicStatus', { slug: 'nobody' });
    expect(unknown.status).toBe(404);
    const before = [
      ...['nobody', 'hidden', '', 'NO PAGE', '../x', 'x'.repeat(5_000)].map((slug) => ({
        slug,
        secret: slug,
      })),
      { slug: 'hidden', secret: `${secret}x` },
      { slug: 'hidden', secret: link },
    ];
    for (const name of names) {
      for (const params of before) expect(await told(name, params)).toEqual(unknown);
    }
    await routes.get('revokeStatusLink', { params: { slug: 'hidden', link } });
    for (const name of names.filter((one) => one.startsWith('secret'))) {
      expect(await told(name, { secret })).toEqual(unknown);
    }
    const next = await routes.get('makeStatusLink', {
      params: { slug: 'hidden' },
      body: { note: 'x', expiresAt },
    });
    expect((await told('secretStatus', { secret: next.secret })).status).toBe(200);
    await routes.get('deleteStatusPage', { params: { slug: 'hidden' }, body: { revision: 4 } });
    expect(await told('secretStatus', { secret: next.secret })).toEqual(unknown);
  });

  it('is shut after its end', async () => {
    routes.clock.advance(Date.parse(expiresAt) - routes.clock.wall());
    await shelfOf(routes.runtime).look();
    const unknown = await told('secretStatus', { secret: 'none' });
    expect(await told('secretStatus', { secret })).toEqual(unknown);
    expect(unknown.status).toBe(404);
  });

  it('waits while nothing was read yet, whatever is asked for', async () => {
    const fresh = routesOver(null, {});
    fresh.runtime.once('control store', () => faultyStore(openMemoryStore(), (call) => call.lost()));
    for (const name of names) expect((await form(name)).status).toBe(503);
    await fresh.close();
  });

  /** Every address of every form, but those of `open`: what is told must not depend on which it is. */
  async function toldAlike(status: number, open: Partial<Record<'maps' | 'secret', 200>>) {
    const one = await told('publicStatus', { slug: 'nobody' });
    expect(one.status).toBe(status);
    for (const name of names) {
      const bySlug = name.startsWith('public');
      const addresses = bySlug ? ['nobody', 'hidden', 'maps'] : ['none', `${secret}x`, secret];
      for (const address of addresses) {
        const seen = await told(name, { slug: address, secret: address });
        const opens = (address === 'maps' && open.maps) || (address === secret && open.secret);
        if (opens) expect(seen.status).toBe(200);
        else expect(seen).toEqual(one);
      }
    }
  }

  it('is told to the letter alike, page or not, until what was recorded before is read', async () => {
    const fresh = routesOver(null, { lakes: [{ id: 'test', uri: 'memory://test' }] });
    const unread = faultyStore(bare, (call) =>
      call.key.startsWith('_vamplate/status/') ? call.lost() : call.effect(),
    );
    fresh.runtime.once('control store', () => unread);
    statusOf(fresh.runtime);
    await shelfOf(fresh.runtime).look();
    await toldAlike(503, {});
    await fresh.close();
  });

  it('is told to come back where a page’s register cannot be read: it may be the one', async () => {
    await bare.put('_vamplate/status-pages/broken.json', new TextEncoder().encode('{'));
    await shelfOf(routes.runtime).look();
    await toldAlike(503, { maps: 200, secret: 200 });
    await routes.get('revokeStatusLink', { params: { slug: 'hidden', link } });
    await toldAlike(503, { maps: 200 });
    await bare.delete('_vamplate/status-pages/broken.json');
    await shelfOf(routes.runtime).look();
    await toldAlike(404, { maps: 200 });
  });

  it('and what was open is told alike once the registers were not read for five minutes', async () => {
    broken = true;
    routes.clock.advance(openMs);
    await toldAlike(404, { maps: 200, secret: 200 });
    routes.clock.advance(1);
    await toldAlike(503, {});
  });
});

describe('limits', () => {
  it('answers 429 with the time to wait, alike whether there is a page or not', async () => {
    for (const slug of ['maps', 'nobody']) {
      for (let index = 0; index < addressPace.capacity; index += 1)
        await form('publicStatus', { params: { slug } });
      const reply = await form('publicStatus', { params: { slug } });
      expect([reply.status, reply.headers.get('retry-after')]).toEqual([429, '1']);
    }
    expect((await form('secretStatus')).status).toBe(429);
    routes.clock.advance(1_000);
    expect((await form('publicStatus')).status).toBe(200);
  });
});

describe('a crowd', () => {
  it('is answered from one rendering', async () => {
    const found = statusOf(routes.runtime)?.currentModel('maps');
    if (found?.kind !== 'found') throw new Error('the page is known');
    const place = { baseUrl: 'http://x', path: '/status/maps', name: 'maps' };
    const memory = formMemory(routes.runtime);
    const [one, other] = await Promise.all([
      memory.render(found.model, 'page', place),
      memory.render(found.model, 'page', place),
    ]);
    expect(one).toBe(other);
  });
});
