/** A store that goes and comes back, as pages see it: the last good data with its age, the problem by name, and its end. */
import { afterEach, describe, expect, it } from 'vitest';
import { lakeStage, putTag, putVersions } from '@/lib/testing/lake-stage';
import { routesOver } from '@/lib/testing/routes-over';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function console() {
  const stage = lakeStage();
  await putVersions(stage.inner, 'a.lance', 1, 3);
  await putTag(stage.inner, 'a.lance', 'release', 2);
  const routes = routesOver(stage.lakes);
  opened.push(routes);
  return { ...stage, routes, params: { lake: 'test', id: 'a.lance' } };
}

describe('a store that is gone', () => {
  it('leaves the fleet as it was read last, and names what is wrong', async () => {
    const { routes, setGone, clock } = await console();
    const before = await routes.get('datasets');
    expect(before.items).toMatchObject([{ state: 'ok', tags: 1, latest: '3' }]);
    expect(before.meta).toMatchObject({ complete: true, notes: [] });
    setGone(true);
    clock.advance(120_000);
    const gone = await routes.get('datasets');
    expect(gone.meta).toMatchObject({ complete: false, readAt: before.meta.readAt });
    expect(gone.items).toMatchObject([{ tags: 1, latest: '3', state: 'unknown' }]);
    expect(gone.items[0]?.problem).toContain('no answer');
    const attention = await routes.get('attention');
    expect(attention.items.map(({ kind, severity }) => [kind, severity])).toContainEqual([
      'lake_unreachable',
      'stop',
    ]);
    expect((await routes.get('lakes')).items).toMatchObject([
      { state: 'unreachable', datasets: 1, lastGoodReadAt: before.meta.readAt },
    ]);
    expect((await routes.get('fleetReferences')).items).toHaveLength(1);

    setGone(false);
    clock.advance(120_000);
    expect((await routes.get('datasets')).meta).toMatchObject({ complete: true, notes: [] });
    expect((await routes.get('attention')).items).toEqual([]);
    expect((await routes.get('lakes')).items).toMatchObject([{ state: 'read', problem: null }]);
  });

  it('is never green: a dataset whose newest look failed is unknown', async () => {
    const { routes, dispatch, clock } = await console();
    await routes.get('datasets');
    dispatch((call) => (call.key.startsWith('a.lance/_refs') ? call.lost() : call.effect()));
    clock.advance(120_000);
    const { items, meta } = await routes.get('datasets');
    expect(items).toMatchObject([{ state: 'unknown', latest: '3' }]);
    expect(items[0]?.problem).toContain('no answer');
    expect(meta.complete).toBe(false);
    expect((await routes.get('attention')).items.map(({ kind }) => kind)).toEqual(['not_read']);
  });

  it('is a 503 for what asks it anew, not an empty answer and not a missing dataset', async () => {
    const { routes, setGone, params } = await console();
    setGone(true);
    for (const name of ['dataset', 'versions', 'ribbon', 'references', 'leases', 'storage'] as const) {
      expect((await routes.reply(name, { params })).status, name).toBe(503);
    }
    expect((await routes.get('lakes')).items).toMatchObject([
      { state: 'unreachable', datasets: null, lastGoodReadAt: null },
    ]);
    expect((await routes.get('datasets')).meta.complete).toBe(false);
  });

  it('from the start, leaves nothing that looks read', async () => {
    const { routes, setGone } = await console();
    setGone(true);
    const { counts, meta } = await routes.get('attention');
    expect(meta.complete).toBe(false);
    expect(counts.datasets).toBe(0);
    const text = await (await routes.reply('metrics')).text();
    expect(text).not.toContain('vamplate_data_age_seconds{');
    expect(text).not.toContain('vamplate_last_good_read_timestamp_seconds{');
    expect(text).toContain('vamplate_attention_items{kind="lake_unreachable"} 1');
  });
});

describe('a dataset that is dropped', () => {
  it('is not found at once on its page, and leaves the fleet with the next search', async () => {
    const { routes, inner, clock, params } = await console();
    await routes.get('datasets');
    for (const { key } of (await inner.list({ prefix: 'a.lance/' })).objects) await inner.delete(key);
    clock.advance(10_000);
    expect((await routes.reply('dataset', { params })).status).toBe(404);
    clock.advance(60_000);
    expect((await routes.get('datasets')).items).toEqual([]);
  });
});
