/** A freeze that anybody doubts stays a freeze: what is unknown is said so, and nobody opens what they did not see. */
import { describe, expect, it } from 'vitest';
import { type CallFault, lakeStores, operationsStage } from '@/lib/testing/operations-stage';
import { freezeLake, unfreezeLake } from './change-freeze';
import { type FreezeReading, freezeKey } from './freeze-record';
import { decideFreeze, decideUnfreeze, isFrozen } from './freeze-rules';
import { readFreeze } from './read-freeze';

const ann = { actor: 'ann', role: 'admin', requestId: 'r-1', reason: 'a bad disk' };
const record = { format: 1, id: '0'.repeat(26), state: 'frozen', ...ann, at: 0 } as never;
const readings = {
  absent: { kind: 'absent' },
  open: { kind: 'open', record, etag: 'e' },
  frozen: { kind: 'frozen', record, etag: 'e' },
  garbled: { kind: 'unreadable', reason: 'x', etag: 'e' },
  silent: { kind: 'unreadable', reason: 'x', etag: null },
} as const satisfies Record<string, FreezeReading>;

describe('freeze rules', () => {
  it.each([
    ['absent', false, 'write', 'unchanged', 'unchanged'],
    ['open', false, 'write', 'unchanged', 'unchanged'],
    ['frozen', true, 'unchanged', 'write', 'changed'],
    ['garbled', true, 'write', 'write', 'changed'],
    ['silent', true, 'no_answer', 'no_answer', 'no_answer'],
  ] as const)('D19 %s: frozen %s', (name, frozen, freeze, unfreezeSeen, unfreezeOther) => {
    const reading = readings[name];
    expect(isFrozen(reading)).toBe(frozen);
    expect(decideFreeze(reading).kind).toBe(freeze);
    expect(decideUnfreeze(reading, 'e').kind).toBe(unfreezeSeen);
    expect(decideUnfreeze(reading, 'other').kind).toBe(unfreezeOther);
    expect(decideUnfreeze(reading, null).kind).toBe(unfreezeOther);
  });
});

describe.each(lakeStores)('freeze on a %s store', (_name, open) => {
  it('is closed with who, when and why, opened by who saw it, and closed again', async () => {
    const { store, close } = await open();
    const { context, time } = operationsStage(store);
    try {
      expect(await readFreeze(store)).toEqual({ kind: 'absent' });
      const closed = await freezeLake(context, ann);
      const seen = await readFreeze(store);
      expect(closed).toEqual({ ...seen, kind: 'written' });
      expect(seen).toMatchObject({ kind: 'frozen', record: { ...ann, at: time.now } });
      expect(await freezeLake(context, { ...ann, actor: 'bob' })).toMatchObject({ kind: 'unchanged' });

      const etag = closed.kind === 'written' ? closed.etag : null;
      expect(await unfreezeLake(context, etag, { ...ann, actor: 'bob' })).toMatchObject({ kind: 'written' });
      expect(await readFreeze(store)).toMatchObject({ kind: 'open', record: { actor: 'bob' } });
      expect(await unfreezeLake(context, etag, ann)).toMatchObject({ kind: 'unchanged' });

      expect(await freezeLake(context, ann)).toMatchObject({ kind: 'written' });
      // The same words by the same person are another freeze: what was seen before opens nothing.
      expect(await unfreezeLake(context, etag, ann)).toMatchObject({
        kind: 'conflict',
        found: { kind: 'frozen' },
      });
    } finally {
      await close();
    }
  });
});

describe('freeze', () => {
  it.each(['', 'not json', '{}', '{"format":2}', '\u0000'.repeat(20_000)])(
    'D19 bytes that are no record (%#) are frozen, can be closed properly, and opened by who saw them',
    async (body) => {
      const stage = operationsStage();
      await stage.plant(freezeKey, body);
      const seen = await readFreeze(stage.context.store);
      expect(seen.kind).toBe('unreadable');
      const etag = seen.kind === 'unreadable' ? seen.etag : null;
      expect(await unfreezeLake(stage.context, 'other', ann)).toMatchObject({ kind: 'conflict' });
      expect(await unfreezeLake(stage.context, etag, ann)).toMatchObject({ kind: 'written' });
      expect(isFrozen(await readFreeze(stage.context.store))).toBe(false);
    },
  );

  it('D19 a store without an answer is frozen, and nothing is written over what nobody could read', async () => {
    const stage = operationsStage();
    stage.failWhen(({ verb }) => (verb === 'get' ? 'lost_before' : null));
    expect(await readFreeze(stage.context.store)).toMatchObject({ kind: 'unreadable', etag: null });
    await expect(freezeLake(stage.context, ann)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'not_written' },
    });
    expect((await stage.bare.head(freezeKey)).kind).toBe('absent');
  });

  it.each([
    ['lost_after', 1, 'written'],
    ['lost_before', 1, 'written'],
    ['lost_after', 9, 'written'],
    ['lost_before', 9, 'unknown'],
  ] as const)('an answer %s %i times is settled by reading back: %s', async (how, times, said) => {
    const stage = operationsStage();
    let left: number = times;
    const lose = ({ mutates }: { mutates: boolean }): CallFault | null => {
      if (!mutates || left === 0) return null;
      left -= 1;
      return how;
    };
    stage.failWhen(lose);
    expect((await freezeLake(stage.context, ann)).kind).toBe(said);
    expect((await readFreeze(stage.bare)).kind).toBe(said === 'written' ? 'frozen' : 'absent');
  });

  it('says unknown when an unanswered write is found overtaken', async () => {
    const stage = operationsStage();
    await freezeLake(stage.context, ann);
    const seen = await readFreeze(stage.bare);
    const etag = seen.kind === 'frozen' ? seen.etag : null;
    stage.failWhen(({ verb }) => (verb === 'replace' ? 'lost_after' : null));
    let freezes = 0;
    stage.beforeCalls(async ({ verb }) => {
      if (verb !== 'get') return;
      freezes += 1;
      if (freezes === 2) await freezeLake({ ...stage.context, store: stage.bare }, ann);
    });
    expect(await unfreezeLake(stage.context, etag, ann)).toEqual({ kind: 'unknown' });
    expect(isFrozen(await readFreeze(stage.bare))).toBe(true);
  });

  it('of two who open the same freeze one wins, and one who lost to a new freeze is told', async () => {
    const stage = operationsStage();
    const closed = await freezeLake(stage.context, ann);
    const etag = closed.kind === 'written' ? closed.etag : null;
    const both = await Promise.all([
      unfreezeLake(stage.context, etag, ann),
      unfreezeLake(stage.context, etag, { ...ann, actor: 'bob' }),
    ]);
    expect(both.map(({ kind }) => kind).sort()).toEqual(['conflict', 'written']);
  });

  it.each([{ reason: '' }, { reason: 'x'.repeat(1_001) }, { actor: 'a\nb' }, { requestId: '' }])(
    'refuses what cannot be recorded: %j',
    async (wrong) => {
      const stage = operationsStage();
      await expect(freezeLake(stage.context, { ...ann, ...wrong })).rejects.toMatchObject({
        kind: 'invalid_input',
      });
      expect(stage.calls).toEqual([]);
    },
  );
});
