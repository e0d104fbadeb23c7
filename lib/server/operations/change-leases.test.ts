/** Leases through the routes: one's own at once, somebody else's only by an admin who says why. */
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '@/lib/contracts/roles';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { actionStage } from '@/lib/testing/action-stage';
import { putVersions } from '@/lib/testing/lake-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const root = 'events.lance';
const params = { lake: 'test', id: root };
const foreign = 'e'.repeat(32);

interface Held {
  readonly lease: { readonly id: string; readonly expiresAt: string; readonly holder: string };
}

async function leased() {
  const stage = await actionStage({ settings: { gc: 'protect' } });
  opened.push(stage.routes);
  await putVersions(stage.inner, root, 1, 3);
  const { routes } = stage;
  const take = async (role: Role = 'operator') => {
    const body = { version: '2', ttlMs: 60_000, workload: 'report' };
    const reply = await routes.reply('takeLease', { params, body, role });
    if (reply.status !== 200) throw new Error(await reply.text());
    return ((await reply.json()) as Held).lease;
  };
  const change = (name: 'renewLease' | 'releaseLease', lease: string, role: Role, body: object = {}) =>
    routes.reply(name, { params: { ...params, lease }, body, role });
  const rows = async () => (await routes.get('leases', { params })).items;
  const putForeign = async () => {
    const name = { namespace: 'main', version: 2n, ttlMicros: 3_600_000_000n, id: foreign };
    await stage.inner.create(`${root}/${formatLeaseName(name)}`, new Uint8Array());
  };
  return { ...stage, take, change, rows, putForeign };
}

describe('one’s own lease', () => {
  it('is taken with who holds it and for what, and seen at once', async () => {
    const { take, rows, journal } = await leased();
    const lease = await take();
    expect(lease).toMatchObject({ version: '2', holder: 'console: test-operator' });
    expect(await rows()).toMatchObject([
      {
        ...{ id: lease.id, standing: 'active', expiresAt: lease.expiresAt },
        holder: { label: 'console: test-operator', workload: 'report' },
      },
    ]);
    expect((await journal()).map(({ action }) => action)).toEqual(['take_lease', 'take_lease']);
  });

  it('is renewed: it gets another id and lasts longer', async () => {
    const { take, change, rows, advance } = await leased();
    const lease = await take();
    advance(30_000);
    const reply = await change('renewLease', lease.id, 'operator');
    const renewed = ((await reply.json()) as Held).lease;
    expect(renewed.id).not.toBe(lease.id);
    expect(Date.parse(renewed.expiresAt)).toBeGreaterThanOrEqual(Date.parse(lease.expiresAt) + 30_000);
    expect((await rows()).map(({ id }) => id)).toEqual([renewed.id]);
  });

  it('is released without a word', async () => {
    const { take, change, rows, inner } = await leased();
    const lease = await take();
    expect((await change('releaseLease', lease.id, 'operator')).status).toBe(200);
    expect(await rows()).toEqual([]);
    expect((await inner.list({ prefix: '_vamplate/holders/' })).objects).toEqual([]);
    expect((await change('releaseLease', lease.id, 'operator')).status).toBe(404);
  });

  it('is not taken on a version that is not there, nor for no time', async () => {
    const { routes } = await leased();
    const body = (more: object) => ({ version: '2', ttlMs: 60_000, ...more });
    const asked = async (more: object) =>
      (await routes.reply('takeLease', { params, body: body(more) })).status;
    expect(await asked({ version: '9' })).toBe(404);
    expect(await asked({ ttlMs: 0 })).toBe(400);
    expect(await asked({ ttlMs: 400 * 86_400_000 })).toBe(400);
    expect(await asked({ branch: 'gone' })).toBe(404);
  });
});

describe('somebody else’s lease', () => {
  it.each([
    ['an operator', 'operator', { reason: 'it hangs' }, 403],
    ['an admin without a reason', 'admin', {}, 400],
    ['an admin with a reason', 'admin', { reason: 'it hangs' }, 200],
  ] as const)('by %s', async (_, role, body, status) => {
    const { change, putForeign, rows, journal } = await leased();
    await putForeign();
    const reply = await change('releaseLease', foreign, role, body);
    expect(reply.status).toBe(status);
    expect(await rows()).toHaveLength(status === 200 ? 0 : 1);
    const outcome = (await journal()).at(-1);
    expect(outcome).toMatchObject({
      ...{ kind: 'outcome', result: status === 200 ? 'done' : 'refused' },
      sentence: expect.stringContaining('its holder is not recorded'),
    });
    if (status === 200) expect(outcome).toMatchObject({ reason: 'it hangs' });
  });

  it('that another actor took here is not one’s own either, and nobody renews it', async () => {
    const { take, change } = await leased();
    const lease = await take('admin');
    const reply = await change('releaseLease', lease.id, 'operator', { reason: 'it hangs' });
    expect(reply.status).toBe(403);
    expect(await reply.json()).toMatchObject({
      error: { message: expect.stringContaining('console: test-admin'), details: { needed: 'admin' } },
    });
    expect((await change('renewLease', lease.id, 'operator')).status).toBe(403);
  });
});
