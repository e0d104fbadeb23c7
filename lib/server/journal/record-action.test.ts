/** What must hold before anything is done in a lake, and what its journal says before and after. */
import { afterEach, describe, expect, it } from 'vitest';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { ActionRule } from '@/lib/contracts/actions';
import { type ActionStageOptions, actionStage } from '@/lib/testing/action-stage';
import type { Dispatch } from '@/lib/testing/faulty-store';
import { type Acting, type Done, recordAction } from './record-action';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const rule: ActionRule = { name: 'create_tag', friction: 0, grant: 'protect', store: 'createTag' };

async function stageWith(options: ActionStageOptions = {}) {
  const stage = await actionStage(options);
  opened.push(stage.routes);
  const { runtime } = stage.routes;
  const now = runtime.clock.wall();
  const acting: Acting = {
    runtime,
    caller: { actor: 'anna', role: 'operator', via: 'bearer', signedInAt: now, expiresAt: now },
    requestId: 'request-1',
    headers: new Headers(),
    log: runtime.log,
  };
  const done: string[] = [];
  const act = (
    given: Partial<ActionRule> = {},
    effect: () => Promise<Done<string>> = async () => ({ value: 'x', sentence: 'It is done.' }),
    reason?: string,
  ) =>
    recordAction(
      acting,
      { ...rule, ...given },
      { lake: stage.lake, target: 'test/a: tag v1', ...(reason === undefined ? {} : { reason }) },
      () => {
        done.push('effect');
        return effect();
      },
    ).catch((error: unknown) => {
      if (!isVamplateError(error)) throw error;
      return error;
    });
  return { ...stage, act, done };
}

function onJournal(what: 'lost' | 'refused', times = Number.POSITIVE_INFINITY): Dispatch {
  let seen = 0;
  return (call) => {
    if (!call.key.startsWith('_vamplate/journal/') || seen >= times) return call.effect();
    seen += 1;
    return call[what]();
  };
}

describe('the grant of the lake', () => {
  it.each([
    ['none', 'protect', false],
    ['none', 'retire', false],
    ['protect', 'protect', true],
    ['protect', 'retire', false],
    ['retire', 'protect', true],
    ['retire', 'retire', true],
  ] as const)('%s, needed %s: %s', async (gc, grant, allowed) => {
    const { act, done, journal } = await stageWith({ settings: { gc } });
    const answer = await act({ grant });
    expect(done).toHaveLength(allowed ? 1 : 0);
    if (allowed) return expect(answer).toMatchObject({ value: 'x' });
    expect(answer).toMatchObject({ kind: 'refused', message: expect.stringContaining(`needs "${grant}"`) });
    expect(answer).toMatchObject({
      details: { reasons: [{ code: 'grant', remedy: expect.stringContaining('lakes[].gc') }] },
    });
    expect(await journal()).toEqual([]);
  });
});

describe('the freeze of the lake', () => {
  const frozenBy = { actor: 'boss', role: 'admin', requestId: 'r', reason: 'audit' };

  it('refuses, and says who closed it, since when, why, and who opens it', async () => {
    const { act, done, operations } = await stageWith();
    await operations.freeze(frozenBy);
    expect(await act()).toMatchObject({
      kind: 'refused',
      details: {
        reasons: [
          {
            code: 'frozen',
            holder: 'boss',
            since: '2030-01-01T00:00:00.000Z',
            sentence: expect.stringContaining('audit'),
            remedy: expect.stringContaining('admin'),
          },
        ],
      },
    });
    expect(done).toEqual([]);
    expect(await act({ inFrozenLake: true })).toMatchObject({ value: 'x' });
  });

  it('lets through what is open again', async () => {
    const { act, operations } = await stageWith();
    const frozen = await operations.freeze(frozenBy);
    await operations.unfreeze(frozen.kind === 'written' ? frozen.etag : null, frozenBy);
    expect(await act()).toMatchObject({ value: 'x' });
  });

  it.each([
    [
      'bytes that are none',
      async ({ inner }: Awaited<ReturnType<typeof stageWith>>) => {
        await inner.create('_vamplate/freeze', new TextEncoder().encode('{}'));
      },
    ],
    [
      'no answer',
      async ({ dispatch }: Awaited<ReturnType<typeof stageWith>>) => {
        dispatch((call) => (call.key === '_vamplate/freeze' ? call.lost() : call.effect()));
      },
    ],
  ])('counts as frozen with %s', async (_, make) => {
    const stage = await stageWith();
    await make(stage);
    expect(await stage.act()).toMatchObject({
      kind: 'refused',
      details: { reasons: [{ code: 'freeze_unreadable' }] },
    });
    expect(stage.done).toEqual([]);
  });
});

describe('what the store can do', () => {
  it('refuses what nobody has proven, and says to probe', async () => {
    const { act, done, journal } = await stageWith({ without: null });
    const answer = await act();
    expect(answer).toMatchObject({ kind: 'unsupported', message: expect.stringContaining('not proven') });
    const { reasons } = (answer as VamplateError).details as { reasons: { remedy: string }[] };
    expect(reasons[0]?.remedy).toBe('Probe the store in Settings.');
    expect(done).toEqual([]);
    expect(await journal()).toEqual([]);
  });

  it('refuses what was proven missing, with what was seen', async () => {
    const { act } = await stageWith({ without: ['replaceIfMatch'] });
    expect(await act()).toMatchObject({
      kind: 'unsupported',
      details: { reasons: [{ code: 'store', sentence: expect.stringContaining('Tried.') }] },
    });
    expect(await act({ store: 'takeLease' })).toMatchObject({ value: 'x' });
    expect(await act({ store: null })).toMatchObject({ value: 'x' });
  });

  it('says what a store without conditional delete leaves open', async () => {
    const { act } = await stageWith({ without: ['deleteIfMatch'] });
    expect(await act()).toMatchObject({
      notes: [expect.stringContaining('A3'), expect.stringContaining('released')],
    });
  });
});

describe('the journal', () => {
  it('has the intent before the effect and the outcome after it', async () => {
    const { act, journal } = await stageWith();
    let before: unknown[] = [];
    const answer = await act(
      {},
      async () => {
        before = [...(await journal())];
        return { value: 'x', sentence: 'The tag is there.' };
      },
      'release',
    );
    const said = {
      ...{ actor: 'anna', role: 'operator', requestId: 'request-1', action: 'create_tag' },
      ...{ target: 'test/a: tag v1', reason: 'release', planHash: null },
    };
    expect(before).toEqual([expect.objectContaining({ kind: 'intent', ...said })]);
    const [intent, outcome] = await journal();
    expect(outcome).toMatchObject({
      ...{ kind: 'outcome', ...said, intent: intent?.id },
      ...{ result: 'done', sentence: 'The tag is there.' },
    });
    expect(answer).toMatchObject({ recorded: { intent: intent?.id, outcome: outcome?.id } });
  });

  it.each(['lost', 'refused'] as const)(
    'refuses the action before the effect when its write is %s',
    async (how) => {
      const { act, dispatch, done } = await stageWith();
      dispatch(onJournal(how));
      expect(await act()).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining('nothing was done'),
        details: { outcome: 'not_written' },
      });
      expect(done).toEqual([]);
    },
  );

  it('says when the outcome could not be written: the action was done all the same', async () => {
    const { act, dispatch, journal } = await stageWith();
    const answer = await act({}, async () => {
      dispatch(onJournal('refused'));
      return { value: 'x', sentence: 'Done.' };
    });
    dispatch(null);
    expect(answer).toMatchObject({
      value: 'x',
      notes: [expect.stringContaining('may lack')],
      recorded: { outcome: null },
    });
    expect(await journal()).toHaveLength(1);
  });

  it.each([
    ['refused', 'refused', {}],
    ['conflict', 'refused', {}],
    ['not_found', 'refused', {}],
    ['unsupported', 'refused', {}],
    ['unavailable', 'failed', {}],
    ['unavailable', 'unknown', { outcome: 'unknown' }],
    ['corrupt', 'failed', {}],
  ] as const)('writes %s down as %s %j', async (kind, result, details) => {
    const { act, journal } = await stageWith();
    await act({}, async () => {
      throw new VamplateError(kind, 'The words.', details);
    });
    expect((await journal())[1]).toMatchObject({ kind: 'outcome', result, sentence: 'The words.' });
  });

  it('writes no words of a failure inside the console, and holds no secret anybody typed', async () => {
    const { act, journal } = await stageWith();
    const failing = act(
      {},
      async () => {
        throw new TypeError('password=hunter2');
      },
      'because token=hunter2 was there',
    );
    await expect(failing).rejects.toThrow(TypeError);
    const lines = await journal();
    expect(lines[1]).toMatchObject({ result: 'unknown', sentence: 'It failed inside the console.' });
    expect(JSON.stringify(lines)).not.toContain('hunter2');
  });
});

describe('refusals of the engine', () => {
  const thrown = async (error: VamplateError) => {
    const { act } = await stageWith();
    return act({}, async () => {
      throw error;
    });
  };

  it('name the holder, its age and what would end it', async () => {
    const at = Date.UTC(2030, 0, 1);
    const reasons = [
      { marker: 'draining', storedAt: at, ownedUntil: at + 901_000, sentence: 'Draining until then.' },
    ];
    expect(await thrown(new VamplateError('conflict', 'Version 7 is retiring.', { reasons }))).toMatchObject({
      kind: 'refused',
      message: 'Version 7 is retiring.',
      details: {
        reasons: [
          {
            code: 'draining',
            sentence: 'Draining until then.',
            since: '2030-01-01T00:00:00.000Z',
            remedy: expect.stringContaining('after 2030-01-01T00:15:01.000Z'),
          },
        ],
      },
    });
  });

  it('stay conflicts where looking again helps, and say so', async () => {
    expect(
      await thrown(new VamplateError('conflict', 'It has changed.', { reason: 'changed' })),
    ).toMatchObject({
      kind: 'conflict',
      details: {
        reasons: [{ code: 'changed', sentence: 'It has changed.', remedy: expect.stringContaining('Look') }],
      },
    });
  });
});
