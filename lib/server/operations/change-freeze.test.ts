/** Freezing and opening a lake through the routes: by whom, over what was seen, and what the next reader is told. */
import { afterEach, describe, expect, it } from 'vitest';
import { actionStage } from '@/lib/testing/action-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const params = { lake: 'test' };

async function lakeWith(gc: 'none' | 'protect' = 'protect') {
  // Nobody has probed it: closing needs nothing but the journal.
  const stage = await actionStage({ settings: { gc }, without: null });
  opened.push(stage.routes);
  const { routes } = stage;
  return {
    ...stage,
    read: async () => (await routes.get('freeze', { params })).freeze,
    freeze: (reason = 'an audit') => routes.get('freezeLake', { params, body: { reason } }),
    unfreeze: (etag: string) =>
      routes.reply('unfreezeLake', { params, body: { etag, reason: 'it is over' } }),
  };
}

describe('the freeze of a lake', () => {
  it('is closed and opened by an admin, each written down', async () => {
    const { read, freeze, unfreeze, journal } = await lakeWith();
    expect(await read()).toMatchObject({ state: 'open', etag: null, actor: null });
    const closed = await freeze();
    expect(closed.freeze).toMatchObject({ state: 'frozen', actor: 'test-admin', reason: 'an audit' });
    expect(await read()).toEqual(closed.freeze);
    expect((await unfreeze(closed.freeze.etag ?? '')).status).toBe(200);
    expect(await read()).toMatchObject({ state: 'open', reason: 'it is over' });
    expect((await journal()).map(({ kind, action, target }) => [kind, action, target])).toEqual([
      ['intent', 'freeze', 'test'],
      ['outcome', 'freeze', 'test'],
      ['intent', 'unfreeze', 'test'],
      ['outcome', 'unfreeze', 'test'],
    ]);
  });

  it('is opened only over what was seen', async () => {
    const { read, freeze, unfreeze, journal } = await lakeWith();
    await freeze();
    const reply = await unfreeze('another');
    expect(reply.status).toBe(409);
    expect(await reply.json()).toMatchObject({
      error: { code: 'conflict', details: { reasons: [{ code: 'changed' }] } },
    });
    expect(await read()).toMatchObject({ state: 'frozen' });
    expect((await journal()).at(-1)).toMatchObject({ kind: 'outcome', result: 'refused' });
  });

  it('that nobody can read is shown as such, and opened over its bytes', async () => {
    const { read, unfreeze, inner } = await lakeWith();
    await inner.create('_vamplate/freeze', new TextEncoder().encode('nonsense'));
    const seen = await read();
    expect(seen).toMatchObject({ state: 'unreadable', problem: expect.stringContaining('JSON') });
    expect((await unfreeze(seen.etag ?? '')).status).toBe(200);
    expect(await read()).toMatchObject({ state: 'open' });
  });

  it('is unreadable, and so closed, while the store does not answer', async () => {
    const { read, setGone } = await lakeWith();
    setGone(true);
    expect(await read()).toMatchObject({ state: 'unreadable', etag: null });
  });

  it('is not written where the lake grants nothing', async () => {
    const { routes, inner } = await lakeWith('none');
    const reply = await routes.reply('freezeLake', { params, body: { reason: 'an audit' } });
    expect(reply.status).toBe(422);
    expect(await reply.json()).toMatchObject({ error: { details: { reasons: [{ code: 'grant' }] } } });
    expect((await inner.list({ prefix: '' })).objects).toEqual([]);
  });

  it.each([{}, { reason: '' }, { reason: 'two\nlines' }, { reason: 'x'.repeat(1_001) }])(
    'takes no reason like %j',
    async (body) => {
      const { routes, journal } = await lakeWith();
      expect((await routes.reply('freezeLake', { params, body })).status).toBe(400);
      expect(await journal()).toEqual([]);
    },
  );
});
