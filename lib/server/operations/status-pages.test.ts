/** Status pages through their real routes: who may, what is kept, what two replicas know of each other's changes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemRandom } from '@/lib/base/random';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { metered } from '@/lib/engine/store/metered-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { faultyStore } from '@/lib/testing/faulty-store';
import { routesOver } from '@/lib/testing/routes-over';
import { sha256Hex } from '../auth/secret-digest';
import { PageShelf } from '../status/page-shelf';
import { shelfOf } from '../status/pages';

const settings = {
  ...{ title: 'Maps', level: 'labels', visibility: 'secret', timeZone: 'Europe/Berlin', canary: false },
  targets: [{ kind: 'lake', lake: 'test', label: 'Maps', description: null }],
};
const body = { ...settings, slug: 'maps' };
const params = { slug: 'maps' };
const expiresAt = '2030-06-01T00:00:00.000Z';

let bare: ObjectStore;
let broken: boolean;
let here: ReturnType<typeof routesOver>;

function replica(store: ObjectStore | null) {
  const routes = routesOver(null, { lakes: [{ id: 'test', uri: 'file:///nowhere' }] });
  routes.runtime.once('control store', () => store);
  return routes;
}

beforeEach(() => {
  broken = false;
  bare = openMemoryStore();
  here = replica(faultyStore(bare, (call) => (broken ? call.lost() : call.effect())));
});
afterEach(() => here.close());

async function refusal(answer: Promise<Response>) {
  const reply = await answer;
  return { status: reply.status, ...((await reply.json()) as { error: object }).error };
}

describe('without a control store', () => {
  it('says where to set one', async () => {
    const none = replica(null);
    for (const name of ['statusPages', 'statusPage', 'makeStatusPage'] as const) {
      const answer = await refusal(none.reply(name, { params, body }));
      expect(answer).toMatchObject({ status: 501, code: 'unsupported' });
      expect(JSON.stringify(answer)).toContain('set control in vamplate.config.json');
    }
    await none.close();
  });
});

describe('a status page', () => {
  it('is made, listed, changed at its revision, deleted, and made again', async () => {
    const made = await here.get('makeStatusPage', { body });
    expect(made).toMatchObject({ ...settings, slug: 'maps', revision: 1, madeBy: 'test-admin' });
    const again = await refusal(here.reply('makeStatusPage', { body }));
    expect(again).toMatchObject({ status: 409, details: { reason: 'taken' } });
    const changed = await here.get('changeStatusPage', { params, body: { revision: 1, title: 'Roads' } });
    expect(changed).toMatchObject({ title: 'Roads', level: 'labels', revision: 2 });
    const stale = await refusal(
      here.reply('changeStatusPage', { params, body: { revision: 1, title: 'x' } }),
    );
    expect(stale).toMatchObject({ status: 409, details: { revision: 2 } });
    const list = await here.get('statusPages', { role: 'viewer' });
    expect(list.items.map(({ slug, title }) => [slug, title])).toEqual([['maps', 'Roads']]);
    expect(list.meta.complete).toBe(true);
    await here.get('deleteStatusPage', { params, body: { revision: 2 } });
    expect((await here.get('statusPages')).items).toEqual([]);
    expect((await refusal(here.reply('statusPage', { params }))).status).toBe(404);
    expect((await here.get('makeStatusPage', { body })).revision).toBe(4);
  });

  it('tells maintenance as completed from its end on, whoever forgot to say so', async () => {
    await here.get('makeStatusPage', { body });
    const startsAt = new Date(here.clock.wall()).toISOString();
    const endsAt = new Date(here.clock.wall() + 3_600_000).toISOString();
    const works = { kind: 'maintenance', title: 'Move', stage: 'in_progress', impact: 'none', targets: [0] };
    await here.get('makeIncident', {
      params,
      body: { ...works, startsAt, endsAt, text: 'We move.', revision: 1 },
    });
    const stages = async () => [
      (await here.get('statusPage', { params })).incidents[0]?.stage,
      (await here.get('statusPages')).items[0]?.incidents[0]?.stage,
    ];
    expect(await stages()).toEqual(['in_progress', 'in_progress']);
    here.clock.advance(3_600_000);
    expect(await stages()).toEqual(['completed', 'completed']);
  });

  it('names the place of a target that is not configured', async () => {
    const targets = [{ kind: 'lake', lake: 'gone', label: null, description: null }];
    const answer = await refusal(here.reply('makeStatusPage', { body: { ...body, targets } }));
    expect(answer).toMatchObject({ status: 400, details: { issues: [{ path: 'targets.0.lake' }] } });
  });

  it('that cannot be read is named, and is not absent', async () => {
    await here.get('makeStatusPage', { body });
    await bare.put('_vamplate/status-pages/broken.json', new TextEncoder().encode('{'));
    const list = await here.get('statusPages');
    expect(list.items).toHaveLength(1);
    expect(list.meta).toMatchObject({ complete: false });
    expect(list.meta.notes[0]).toMatch(/^broken: /);
    expect((await refusal(here.reply('statusPage', { params: { slug: 'broken' } }))).status).toBe(500);
    expect((await refusal(here.reply('makeStatusPage', { body: { ...body, slug: 'broken' } }))).status).toBe(
      500,
    );
  });
});

describe('an incident', () => {
  const told = {
    ...{ kind: 'incident', title: 'Slow', stage: 'investigating', impact: 'down', text: 'We look.' },
    ...{ startsAt: '2030-01-01T00:00:00.000Z', endsAt: null, targets: [0] },
  };

  it('never lands on another object: whoever saw another page looks again', async () => {
    await here.get('makeStatusPage', { body });
    const other = { kind: 'dataset', lake: 'test', id: 'a.lance', label: null, description: null };
    const targets = [other, ...settings.targets];
    await here.get('changeStatusPage', { params, body: { revision: 1, targets } });
    const stale = await refusal(here.reply('makeIncident', { params, body: { ...told, revision: 1 } }));
    expect(stale).toMatchObject({ status: 409, details: { reason: 'changed', revision: 2 } });
    expect((await here.get('statusPage', { params })).incidents).toEqual([]);
    expect((await refusal(here.reply('makeIncident', { params, body: told }))).status).toBe(400);
  });

  it('whose answer was lost is told once, as are its updates', async () => {
    await here.get('makeStatusPage', { body });
    const asked = { params, body: { ...told, revision: 1, idempotencyKey: 'a'.repeat(32) } };
    const first = await here.get('makeIncident', asked);
    expect(await here.get('makeIncident', asked)).toMatchObject({ revision: 2, incidents: first.incidents });
    const incident = first.incidents[0]?.id ?? '';
    const more = { revision: 2, text: 'We found it.', idempotencyKey: 'b'.repeat(32) };
    const second = await here.get('changeIncident', { params: { ...params, incident }, body: more });
    const again = await here.get('changeIncident', { params: { ...params, incident }, body: more });
    expect(again).toMatchObject({ revision: 3, incidents: second.incidents });
    expect(again.incidents.map(({ updates }) => updates.map(({ text }) => text))).toEqual([
      ['We found it.', 'We look.'],
    ]);
    expect(JSON.stringify(again)).not.toContain('empotency');
  });
});

describe('a link', () => {
  it('tells its secret once; nothing that is kept, told later or logged has it', async () => {
    await here.get('makeStatusPage', { body });
    const made = await here.get('makeStatusLink', { params, body: { note: 'Acme', expiresAt } });
    expect(made.path).toBe(`/s/${made.secret}`);
    expect(Buffer.from(made.secret, 'base64url')).toHaveLength(32);
    const digest = sha256Hex(made.secret);
    const { objects } = await bare.list({ prefix: '' });
    const kept = await Promise.all(objects.map(({ key }) => textOf(key)));
    expect(kept.join()).toContain(digest);
    const told = JSON.stringify([await here.get('statusPage', { params }), await here.get('statusPages')]);
    for (const text of [kept.join(), told, here.logged.join()]) expect(text).not.toContain(made.secret);
    expect(told).not.toContain(digest);
    expect(here.logged.join()).toContain('made a link for Acme');
    const { links } = await here.get('revokeStatusLink', { params: { ...params, link: made.link.id } });
    expect(links[0]?.revokedAt).not.toBeNull();
  });
});

async function textOf(key: string): Promise<string> {
  const found = await bare.get(key, { maxBytes: 1_000_000 });
  return found.kind === 'found' ? new TextDecoder().decode(found.body) : '';
}

describe('two replicas', () => {
  it('know of each other’s changes at the next look, which reads only what changed', async () => {
    const { store, meter } = metered(bare);
    const shelf = new PageShelf({ store, clock: here.clock, random: systemRandom });
    for (const slug of ['a', 'b', 'c']) await here.get('makeStatusPage', { body: { ...body, slug } });
    await shelf.look();
    expect(shelf.live().map(({ slug }) => slug)).toEqual(['a', 'b', 'c']);
    const before = { ...meter.byKind.get }.requests;
    await here.get('changeStatusPage', { params: { slug: 'b' }, body: { revision: 1, title: 'Roads' } });
    await here.get('deleteStatusPage', { params: { slug: 'c' }, body: { revision: 1 } });
    await shelf.look();
    expect(shelf.live().map(({ record }) => record.page?.title)).toEqual(['Maps', 'Roads']);
    expect(meter.byKind.get.requests - before).toBe(2);
    await shelf.look();
    expect(meter.byKind.get.requests - before).toBe(2);
  });

  it('never go back to an earlier revision, and keep what a failed look did not find', async () => {
    await here.get('makeStatusPage', { body });
    const early = await bare.get('_vamplate/status-pages/maps.json', { maxBytes: 100_000 });
    await here.get('changeStatusPage', { params, body: { revision: 1, title: 'Roads' } });
    if (early.kind === 'found') await bare.put('_vamplate/status-pages/maps.json', early.body);
    const shelf = shelfOf(here.runtime);
    await shelf.look();
    expect(shelf.known('maps')?.record.page?.title).toBe('Roads');
    broken = true;
    await expect(shelf.look()).rejects.toThrow();
    expect(shelf.known('maps')?.record.page?.title).toBe('Roads');
    expect((await refusal(here.reply('statusPages'))).status).toBe(503);
  });
});
