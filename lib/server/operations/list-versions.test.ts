/** Pages of versions: every version once, whatever the length, the names and what happens meanwhile. */
import { afterEach, describe, expect, it } from 'vitest';
import { formatDetachedName } from '@/lib/engine/lance/version-names';
import { createLeaseFile } from '@/lib/engine/leases/write-lease';
import { lakeStage, putNames, putVersion, rootOf } from '@/lib/testing/lake-stage';
import { routesOver } from '@/lib/testing/routes-over';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

function table(settings: Parameters<typeof lakeStage>[0] = {}) {
  const stage = lakeStage(settings);
  const routes = routesOver(stage.lakes);
  opened.push(routes);
  const params = { lake: 'test', id: 't.lance' };
  const page = (query: Record<string, string | number | undefined>) =>
    routes.get('versions', { params, query });
  const all = async (limit: number, kept?: string) => {
    const versions: string[] = [];
    const notes: string[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 300; pages += 1) {
      const reply = await page({ limit, cursor, kept });
      expect(reply.items.length).toBeLessThanOrEqual(limit + 10);
      versions.push(...reply.items.map(({ version }) => version));
      notes.push(...reply.meta.notes);
      if (reply.nextCursor === null) return { versions, notes, complete: reply.meta.complete };
      cursor = reply.nextCursor;
    }
    throw new Error('the pages never end');
  };
  return { ...stage, routes, params, page, all };
}

const down = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => String(from - index));

describe('pages of versions', () => {
  it.each([13, 100, 999, 1000])('of 2,500 V2 names, %i at a time: none lost, none twice', async (limit) => {
    const { inner, all } = table();
    await putNames(inner, 't.lance', 1, 2_500);
    for (const hole of [3, 1_501, 1_500, 1_499, 2_499]) {
      await inner.delete(`t.lance/_versions/${(2n ** 64n - 1n - BigInt(hole)).toString()}.manifest`);
    }
    const expected = down(2_500, 1).filter(
      (version) => !['3', '1501', '1500', '1499', '2499'].includes(version),
    );
    expect((await all(limit)).versions).toEqual(expected);
  });

  it('of V1 names, and of a V1 history with V2 names on top', async () => {
    const { inner, all, clock } = table();
    for (let version = 1; version <= 150; version += 1) {
      await putVersion(inner, 't.lance', BigInt(version), { scheme: 'v1' });
    }
    expect((await all(40)).versions).toEqual(down(150, 1));
    for (const version of [149n, 150n, 151n]) await putVersion(inner, 't.lance', version);
    clock.advance(60_000);
    for (const limit of [1, 2, 50]) expect((await all(limit)).versions).toEqual(down(151, 1));
  });

  it('goes on while versions are committed and deleted', async () => {
    const { inner, page, clock } = table();
    await putNames(inner, 't.lance', 1, 30);
    const first = await page({ limit: 10 });
    await putNames(inner, 't.lance', 31, 35);
    await inner.delete(`t.lance/_versions/${(2n ** 64n - 1n - 21n).toString()}.manifest`);
    clock.advance(60_000);
    const second = await page({ limit: 10, cursor: first.nextCursor ?? undefined });
    expect(second.items.map(({ version }) => version)).toEqual(down(20, 11));
  });

  it('shows detached versions once, at the end, also behind a history longer than a page', async () => {
    for (const length of [20, 1_300]) {
      const { inner, all } = table();
      await putNames(inner, 't.lance', 1, length);
      const detached = 2n ** 63n + 7n;
      await inner.put(`t.lance/_versions/${formatDetachedName(detached)}`, new Uint8Array(8));
      for (const limit of [10, 20, 650]) {
        expect((await all(limit)).versions).toEqual([...down(length, 1), detached.toString()]);
      }
    }
  });

  it('filters without losing what lies far down, and says where it stops', async () => {
    const { inner, all, routes, params } = table();
    await putNames(inner, 't.lance', 1, 1_400);
    const id = 'e'.repeat(32);
    const lease = (version: bigint) =>
      createLeaseFile(inner, rootOf(inner, 't.lance'), {
        namespace: 'main',
        version,
        ttlMicros: 9_000_000_000n,
        id,
      });
    for (const version of [2n, 700n, 1_390n]) await lease(version);
    const part = await all(1, 'lease');
    expect(part.versions).toEqual(['1390', '700']);
    expect(part).toMatchObject({ complete: false });
    expect(part.notes.join(' ')).toContain('older ones were not looked at');
    await routes.reply('countVersions', { params });
    expect(await all(1, 'lease')).toMatchObject({ versions: ['1390', '700', '2'], complete: true });
  });

  it('refuses a cursor that is none of ours, and knows no version beyond 64 bits', async () => {
    const { inner, routes, params } = table();
    await putNames(inner, 't.lance', 1, 3);
    for (const cursor of ['x', '-1', '99999999999999999999', '1.5']) {
      expect((await routes.reply('versions', { params, query: { cursor } })).status).toBe(400);
    }
    for (const version of ['9', '99999999999999999999', '18446744073709551615']) {
      expect((await routes.reply('version', { params: { ...params, version } })).status).toBe(404);
    }
  });

  it('reads what is shown once, behind the page, and tells of it once', async () => {
    const { inner, page, takeAsked, told } = table();
    for (let version = 1; version <= 12; version += 1) await putVersion(inner, 't.lance', BigInt(version));
    const first = await page({ limit: 10 });
    expect(first.items.filter(({ read }) => read === 'read').length).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 50));
    takeAsked();
    expect(told).toHaveLength(1);
    const again = await page({ limit: 10 });
    expect(again.items.every(({ read, operation }) => read === 'read' && operation === 'Append')).toBe(true);
    expect(takeAsked()).toEqual([]);
    expect(told).toHaveLength(1);
  });

  it('counts on request, says since when, and lets the count go after a while', async () => {
    const { inner, routes, params, clock } = table();
    await putNames(inner, 't.lance', 1, 1_234);
    const count = async () => (await routes.get('dataset', { params })).versionCount;
    expect(await count()).toEqual({ kind: 'up_to', value: '1234' });
    await routes.reply('countVersions', { params });
    expect(await count()).toEqual({ kind: 'exact', value: '1234' });
    await putNames(inner, 't.lance', 1_235, 1_235);
    clock.advance(60_000);
    const later = await routes.get('dataset', { params });
    expect(later.versionCount).toEqual({ kind: 'exact', value: '1235' });
    expect(later.meta.notes.join(' ')).toContain('as they were listed at');
    clock.advance(600_000);
    expect(await count()).toEqual({ kind: 'up_to', value: '1235' });
  });
});
