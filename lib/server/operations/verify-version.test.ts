/** Verifying a version through its route: proven, missing, unknown; it writes nothing, also where the lake grants nothing. */
import { afterEach, expect, it } from 'vitest';
import { actionStage } from '@/lib/testing/action-stage';
import { putVersion } from '@/lib/testing/lake-stage';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const root = 'events.lance';
const params = { lake: 'test', id: root };

async function history() {
  const stage = await actionStage({ settings: { gc: 'none' }, without: null });
  opened.push(stage.routes);
  for (const version of [1n, 2n, 3n]) {
    await stage.inner.put(`${root}/data/${version}.lance`, new Uint8Array(100));
    await putVersion(stage.inner, root, version, {
      fragments: [{ id: 0, files: [{ path: `${version}.lance` }] }],
    });
  }
  const ask = (version: string, body: object = {}) =>
    stage.routes.reply('verifyVersion', { params: { ...params, version }, body, role: 'operator' });
  const verify = async (version: string) =>
    ((await (await ask(version)).json()) as { verification: object }).verification;
  return { ...stage, ask, verify };
}

it('proves by asking, and writes nothing', async () => {
  const { verify, takeAsked, inner } = await history();
  const before = (await inner.list({ prefix: '' })).objects.length;
  takeAsked();
  expect(await verify('2')).toMatchObject({
    ...{ verdict: 'restorable', objects: 1, missing: [], provenAt: '2030-01-01T00:00:00.001Z' },
    sentence: expect.stringContaining('restorable, proven at 2030-01-01T00:00:00.001Z'),
  });
  expect(takeAsked()).toContain(`head ${root}/data/2.lance`);
  expect((await inner.list({ prefix: '' })).objects).toHaveLength(before);
});

it('names what is missing, and the newest version that is whole', async () => {
  const { verify, inner } = await history();
  await inner.delete(`${root}/data/3.lance`);
  expect(await verify('3')).toMatchObject({
    ...{ verdict: 'missing', missing: [`${root}/data/3.lance`], missingCount: 1, lastReadable: '2' },
    sentence: expect.stringContaining('The newest version that is whole is 2.'),
  });
});

it('takes no answer for unknown', async () => {
  const { ask, dispatch } = await history();
  dispatch((call) => (call.verb === 'head' && call.key.includes('/data/') ? call.lost() : call.effect()));
  expect((await ask('2')).status).toBe(503);
  dispatch(null);
  expect((await ask('9')).status).toBe(404);
});
