/** The journal over the route: newest first over all lakes, filtered, paged without a gap, bounded and told where it stopped. */
import { afterEach, describe, expect, it } from 'vitest';
import type { WallInstant } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import type { JournalRow } from '@/lib/engine/operations/journal-entry';
import { formatJournalName, journalFolder } from '@/lib/engine/operations/journal-names';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { Lakes } from '@/lib/lake/lakes';
import { actionStage } from '@/lib/testing/action-stage';
import { ManualClock } from '@/lib/testing/manual-clock';
import { routesOver } from '@/lib/testing/routes-over';
import { type LakePart, mergeParts } from '../journal/merge-rules';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

async function acted(count: number) {
  const stage = await actionStage();
  opened.push(stage.routes);
  for (let n = 0; n < count; n += 1) {
    stage.advance(1_000);
    const intent = {
      actor: n % 2 === 0 ? 'anna' : 'ben',
      role: 'admin',
      requestId: `r${n}`,
      action: 'create_tag',
    };
    await stage.operations.appendIntent({
      ...intent,
      target: `test/a: tag v${n}`,
      reason: null,
      planHash: null,
    });
  }
  const read = (query: Record<string, string | number | undefined> = {}) =>
    stage.routes.get('activity', { query });
  return { ...stage, read };
}

describe('activity', () => {
  it('comes newest first, in pages without a gap', async () => {
    const { read } = await acted(7);
    const targets: (string | null)[] = [];
    let cursor: string | undefined;
    for (let pages = 0; pages < 4; pages += 1) {
      const page = await read({ limit: 3, cursor });
      targets.push(...page.items.map(({ target }) => target));
      if (page.nextCursor === null) break;
      cursor = page.nextCursor;
    }
    expect(targets).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `test/a: tag v${n}`));
  });

  it('is filtered by actor, time and lake', async () => {
    const { read } = await acted(6);
    expect((await read({ actor: 'ben' })).items.map(({ requestId }) => requestId)).toEqual([
      'r5',
      'r3',
      'r1',
    ]);
    const from = '2030-01-01T00:00:05.000Z';
    expect((await read({ from })).items.map(({ requestId }) => requestId)).toEqual(['r5', 'r4']);
    expect((await read({ lake: 'test', action: 'delete_tag' })).items).toEqual([]);
  });

  it('shows a line that nobody can read, whatever the filter', async () => {
    const { read, inner } = await acted(1);
    const name = formatJournalName({
      at: Date.UTC(2030, 0, 1) as WallInstant,
      id: '01Q3DCBD00AYY4T871KNVZXM1Z',
    });
    await inner.put(`${journalFolder}${name}`, new TextEncoder().encode('{"kind":'));
    expect((await read({ actor: 'nobody' })).items).toMatchObject([
      {
        kind: 'unreadable',
        at: '2030-01-01T00:00:00.000Z',
        actor: null,
        sentence: expect.stringContaining('JSON'),
      },
    ]);
  });

  it('says that a lake’s journal could not be read: it is not empty', async () => {
    const { read, setGone } = await acted(1);
    setGone(true);
    const page = await read();
    expect(page).toMatchObject({ items: [], meta: { complete: false } });
    expect(page.meta.notes[0]).toContain('lake test could not be read');
  });

  it('takes no cursor that is none', async () => {
    const { routes } = await acted(1);
    expect((await routes.reply('activity', { query: { cursor: 'x' } })).status).toBe(400);
  });
});

it('of all lakes together at most 1,000 lines are read, and it is said where that stopped', async () => {
  const clock = new ManualClock();
  const stores = { one: openMemoryStore({ now: () => clock.wall() }), two: openMemoryStore() };
  const lakes = new Lakes({
    settings: ['one', 'two'].map((id) => ({ id, uri: `memory://${id}`, gc: 'none' })),
    ...{ clock, watchIntervalMs: 15_000, onChange: () => undefined },
    openStore: ({ id }) => stores[id as keyof typeof stores],
  });
  const routes = routesOver(lakes);
  opened.push(routes);
  const line = { actor: 'anna', role: 'admin', requestId: 'r', reason: null, planHash: null };
  for (const store of Object.values(stores)) {
    const { operations } = openEngine({ store, clock, random: systemRandom, conditionalDelete: true });
    for (let n = 0; n < 510; n += 1) {
      clock.advance(1_000);
      await operations.appendIntent({ ...line, action: 'create_tag', target: `lake: tag v${n}` });
    }
  }
  const query = { actor: 'nobody' };
  const page = await routes.get('activity', { query });
  // Each journal has ten more; the newest of the two places is that of the second lake.
  const stoppedAt = new Date(Date.UTC(2030, 0, 1) + 521_000).toISOString();
  expect(page).toMatchObject({ items: [], linesRead: 1_000, stoppedAt });
  const rest = await routes.get('activity', { query: { ...query, cursor: page.nextCursor ?? '' } });
  expect(rest).toMatchObject({ items: [], linesRead: 20, stoppedAt: null, nextCursor: null });
});

function part(lake: string, ats: readonly number[], stopped: LakePart['page']['stopped']): LakePart {
  const rows = ats.map(
    (at): JournalRow => ({
      kind: 'unreadable',
      key: `${journalFolder}${at}`,
      at: at as WallInstant,
      reason: '',
    }),
  );
  return { lake, after: null, page: { rows, entriesRead: rows.length, stopped } };
}
const end = { kind: 'end' } as const;
const bound = (at: number) => ({ kind: 'bound', after: `${at}`, at: at as WallInstant }) as const;
const seen = (parts: readonly LakePart[], limit = 100) => {
  const merged = mergeParts(parts, limit);
  return {
    ...merged,
    rows: merged.rows.map(({ lake, row }) => (row.kind === 'entry' ? lake : `${lake}${row.at}`)),
  };
};

describe('several journals', () => {
  it('are one list in order', () => {
    expect(seen([part('a', [9, 5, 1], end), part('b', [8, 6], end)])).toEqual({
      ...{ rows: ['a9', 'b8', 'b6', 'a5', 'a1'], next: null, stoppedAt: null },
    });
  });

  it('wait for the one that was read least far, and go on from there', () => {
    expect(seen([part('a', [9, 5, 1], end), part('b', [8], bound(6))])).toEqual({
      ...{ rows: ['a9', 'b8'], next: { a: '9', b: '6' }, stoppedAt: 6 },
    });
  });

  it('go on from the beginning where nothing of one was shown', () => {
    expect(seen([part('a', [3], end), part('b', [9, 8], end)], 1)).toMatchObject({
      rows: ['b9'],
      next: { a: null, b: '9' },
    });
  });

  it('advance also past what fits no filter', () => {
    expect(seen([part('a', [], bound(4)), part('b', [2], end)])).toMatchObject({
      rows: [],
      next: { a: '4', b: null },
    });
  });
});
