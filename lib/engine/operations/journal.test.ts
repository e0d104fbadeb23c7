/** The journal forgets nothing: lines are written once, read newest first, and what cannot be read is a line too. */
import { describe, expect, it } from 'vitest';
import { lakeStores, operationsStage } from '@/lib/testing/operations-stage';
import { appendIntent, appendOutcome } from './append-journal';
import type { JournalEntry, JournalRow } from './journal-entry';
import { formatJournalName, journalFolder, parseJournalName } from './journal-names';
import { foldersToRead, isInTime, type JournalFilter, matches } from './journal-rules';
import { type JournalPage, readJournal } from './read-journal';

const day = 86_400_000;
const intent = {
  ...{ actor: 'ann', role: 'operator', requestId: 'r-1' },
  ...{ action: 'move_tag', target: 'lake/events prod', reason: 'roll back', planHash: null },
};
const labelOf = (row: JournalRow) => (row.kind === 'entry' ? row.entry.target : `? ${row.key}`);
const labels = ({ rows }: JournalPage) => rows.map(labelOf);

type Stage = ReturnType<typeof operationsStage>;
async function fill(stage: Stage, count: number, stepMs: number): Promise<void> {
  for (let i = 0; i < count; i += 1) {
    await appendIntent(stage.context, { ...intent, actor: i % 2 === 0 ? 'ann' : 'bob', target: `t${i}` });
    stage.time.now += stepMs;
  }
}

describe('journal names', () => {
  it('sort newest first, within a day, and come back from their spelling', () => {
    const id = '01JD0000000000000000000000';
    const at = Date.UTC(2030, 0, 31, 23, 59) as never;
    const name = formatJournalName({ at, id });
    expect(name).toMatch(/^2030-01-31\/\d{13}-01JD0{22}\.json$/);
    expect(parseJournalName(name)).toEqual({ at, id });
    expect(formatJournalName({ at: (at + 1) as never, id }) < name).toBe(true);
    for (const wrong of [`x${name}`, name.replace('2030-01-31', '2030-01-30'), '2030-01-31/x.json', '']) {
      expect(parseJournalName(wrong)).toBeNull();
    }
  });
});

describe('journal rules', () => {
  const common = { format: 1, id: 'A', at: 50, ...intent } as const;
  const asked = { kind: 'intent', ...common } as unknown as JournalEntry;
  const done = { kind: 'outcome', ...common, id: 'B', intent: 'A', result: 'done', sentence: 's' };
  const outcome = done as unknown as JournalEntry;

  it.each([
    [{}, true, true],
    [{ actor: 'ann' }, true, true],
    [{ actor: 'bob' }, false, false],
    [{ actor: 'ann', action: 'other' }, false, false],
    [{ kind: 'outcome' }, false, true],
    [{ intent: 'A' }, true, true],
    [{ intent: 'B' }, false, false],
    [{ planHash: 'h' }, false, false],
    [{ from: 50, until: 51 }, true, true],
    [{ from: 51 }, false, false],
    [{ until: 50 }, false, false],
  ] as readonly (readonly [JournalFilter, boolean, boolean])[])('%j', (filter, first, second) => {
    expect(matches(asked, filter)).toBe(first);
    expect(matches(outcome, filter)).toBe(second);
  });

  it.each([
    [{}, null, ['x/', '2030-01-02/', '2030-01-01/', '0.txt']],
    [{}, '2030-01-02/a', ['2030-01-02/', '2030-01-01/', '0.txt']],
    [{}, 'x/', ['2030-01-02/', '2030-01-01/', '0.txt']],
    [{}, '0.txt', []],
    [{ from: Date.UTC(2030, 0, 2) }, null, ['x/', '2030-01-02/', '0.txt']],
    [{ until: Date.UTC(2030, 0, 2) - 1 }, null, ['x/', '2030-01-01/', '0.txt']],
  ] as const)('reads %j after %s', (filter, after, folders) => {
    expect(foldersToRead(['0.txt', '2030-01-01/', '2030-01-02/', 'x/'], filter, after)).toEqual(folders);
  });

  it('never leaves out what has no time', () => expect(isInTime(null, { from: 1, until: 1 })).toBe(true));
});

describe.each(lakeStores)('journal on a %s store', (_name, open) => {
  it('pages newest first over days, to the end, without a gap and without a repeat', async () => {
    const { store, close } = await open();
    try {
      const stage = operationsStage(store);
      await fill(stage, 25, day / 4);
      const seen: string[] = [];
      let page = await readJournal(store, { limit: 10 });
      for (
        ;
        page.stopped.kind !== 'end';
        page = await readJournal(store, { limit: 10, after: page.stopped.after })
      ) {
        expect(page.rows).toHaveLength(10);
        seen.push(...labels(page));
      }
      seen.push(...labels(page));
      expect(seen).toEqual(Array.from({ length: 25 }, (_, i) => `t${24 - i}`));
      expect(labels(await readJournal(store, { filter: { actor: 'bob' }, limit: 3 }))).toEqual([
        't23',
        't21',
        't19',
      ]);
      const from = Date.UTC(2030, 0, 2);
      expect(labels(await readJournal(store, { filter: { from, until: from + day } }))).toEqual([
        ...['t7', 't6', 't5', 't4'],
      ]);
    } finally {
      await close();
    }
  });

  it('keeps an intent and its outcome together for who asks by the intent', async () => {
    const { store, close } = await open();
    try {
      const stage = operationsStage(store);
      const { entry, kind } = await appendIntent(stage.context, intent);
      stage.time.now += 5;
      await appendIntent(stage.context, intent);
      const said = await appendOutcome(stage.context, entry, { result: 'refused', sentence: 'It\nmoved.' });
      const { rows } = await readJournal(store, { filter: { intent: entry.id } });
      expect(kind).toBe('written');
      expect(rows.map((row) => row.kind === 'entry' && row.entry)).toEqual([said.entry, entry]);
      expect(said.entry).toMatchObject({
        ...intent,
        intent: entry.id,
        result: 'refused',
        sentence: 'It moved.',
      });
    } finally {
      await close();
    }
  });
});

describe('journal', () => {
  it('reads at most 1,000 entries in one call and says where it stopped', async () => {
    const stage = operationsStage();
    await fill(stage, 1_005, 1_000);
    stage.calls.length = 0;
    const page = await readJournal(stage.context.store, { filter: { target: 't2' } });
    const name = formatJournalName({ at: (Date.UTC(2030, 0, 1) + 5_000) as never, id: '' }).slice(0, 24);
    expect(page).toMatchObject({ rows: [], entriesRead: 1_000, stopped: { kind: 'bound' } });
    expect(page.stopped.kind === 'bound' && page.stopped.after.startsWith(name)).toBe(true);
    expect(page.stopped).toMatchObject({ at: Date.UTC(2030, 0, 1) + 5_000 });
    expect(stage.calls.filter((call) => call.startsWith('get'))).toHaveLength(1_000);
    const after = page.stopped.kind === 'end' ? '' : page.stopped.after;
    const rest = await readJournal(stage.context.store, { filter: { target: 't2' }, after });
    expect(rest).toMatchObject({ entriesRead: 5, stopped: { kind: 'end' } });
    expect(labels(rest)).toEqual(['t2']);
  });

  it('shows what it cannot read as rows of their own, whatever the filter', async () => {
    const stage = operationsStage();
    await fill(stage, 2, 1_000);
    const { entry } = await appendIntent(stage.context, intent);
    const names = {
      garbled: formatJournalName({ at: 1_000 as never, id: entry.id }),
      moved: formatJournalName({ at: 2_000 as never, id: entry.id }),
      huge: formatJournalName({ at: 3_000 as never, id: entry.id }),
    };
    await stage.plant(journalFolder + names.garbled, '{');
    await stage.plant(journalFolder + names.moved, JSON.stringify(entry));
    await stage.plant(journalFolder + names.huge, ' '.repeat(20_000));
    for (const stray of ['2030-01-01/zz.txt', 'stray', 'old/a.json']) {
      await stage.plant(journalFolder + stray, 'x');
    }
    const silent = journalFolder + formatJournalName(entry);
    stage.failWhen(({ verb, key }) => (verb === 'get' && key === silent ? 'lost_before' : null));
    const page = await readJournal(stage.context.store, { filter: { actor: 'nobody' } });
    expect(labels(page)).toEqual(
      [
        'stray',
        'old/',
        silent.slice(journalFolder.length),
        '2030-01-01/zz.txt',
        names.huge,
        names.moved,
        names.garbled,
      ].map((name) => `? ${journalFolder}${name}`),
    );
    const reasons = page.rows.map((row) => (row.kind === 'unreadable' ? row.reason : ''));
    expect(reasons[2]).toBe('The store did not give this entry.');
    expect(reasons.slice(4)).toEqual([
      'The entry is larger than 16384 bytes.',
      'The entry belongs to another name.',
      'The record is not JSON.',
    ]);
  });

  it('reads a store whose listing has no order just as well', async () => {
    const stage = operationsStage();
    await fill(stage, 8, 1_000);
    const backwards = {
      ...stage.context.store,
      ordered: false,
      list: async (options: Parameters<typeof stage.bare.list>[0]) => {
        const page = await stage.bare.list(options);
        return { ...page, objects: [...page.objects].reverse() };
      },
    };
    const first = await readJournal(backwards, { limit: 3 });
    expect(labels(first)).toEqual(['t7', 't6', 't5']);
    const after = first.stopped.kind === 'end' ? '' : first.stopped.after;
    expect(labels(await readJournal(backwards, { after }))).toEqual(['t4', 't3', 't2', 't1', 't0']);
  });

  it('settles a lost answer by reading back, and otherwise says unknown', async () => {
    const stage = operationsStage();
    stage.failWhen(({ mutates }) => (mutates ? 'lost_after' : null));
    expect((await appendIntent(stage.context, intent)).kind).toBe('written');
    stage.failWhen(({ mutates }) => (mutates ? 'lost_before' : null));
    expect((await appendIntent(stage.context, { ...intent, target: 'x' })).kind).toBe('unknown');
    stage.failWhen(({ mutates }) => (mutates ? 'refused' : null));
    await expect(appendIntent(stage.context, intent)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(labels(await readJournal(stage.bare))).toEqual([intent.target]);
  });

  it('holds no planted secret', async () => {
    const stage = operationsStage();
    const key = 'AKIAIOSFODNN7EXAMPLE';
    const { entry } = await appendIntent(stage.context, {
      ...intent,
      reason: `for ${key}`,
      target: `x ${key}`,
    });
    await appendOutcome(stage.context, entry, { result: 'failed', sentence: `s3://a:${key}@b token=${key}` });
    const padding = 'x'.repeat(989);
    await appendOutcome(stage.context, entry, { result: 'failed', sentence: `${padding} ${key}` });
    // A text that grows by what is withheld is still one that can be read.
    await appendIntent(stage.context, { ...intent, reason: `${padding} token=ab` });
    const page = await readJournal(stage.bare);
    expect(page.rows.map(({ kind }) => kind)).toEqual(Array(4).fill('entry'));
    for (const { key: at } of (await stage.bare.list({ prefix: journalFolder })).objects) {
      const answer = await stage.bare.get(at, { maxBytes: 20_000 });
      const body = answer.kind === 'found' ? new TextDecoder().decode(answer.body) : key;
      expect(body).not.toContain(key.slice(0, 8));
    }
  });

  it.each([{ limit: 0 }, { limit: 1_001 }, { limit: 1.5 }, { after: '' }, { after: 'a\nb' }])(
    'refuses the request %j',
    async (request) => {
      const stage = operationsStage();
      await expect(readJournal(stage.context.store, request)).rejects.toMatchObject({
        kind: 'invalid_input',
      });
    },
  );
  it.each([{ action: '' }, { target: 'a\nb' }, { planHash: 'no' }])('refuses the line %j', async (wrong) => {
    const stage = operationsStage();
    await expect(appendIntent(stage.context, { ...intent, ...wrong })).rejects.toMatchObject({
      kind: 'invalid_input',
    });
  });
});
