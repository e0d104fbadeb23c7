/** Every word that the console's readings can say, and the state it comes to: nothing unknown, old or unread is ever green. */
import { describe, expect, it } from 'vitest';
import { attentionKinds } from '@/lib/contracts/attention';
import type { lockState } from '@/lib/contracts/locks';
import { servingVerdict } from '@/lib/contracts/serving';
import {
  type DatasetNow,
  judgeDataset,
  judgeLock,
  judgeRetention,
  judgeServing,
  type RetentionNow,
} from './sample-rules';
import { reliableMs } from './slot-rules';

const well: DatasetNow = { readAgeMs: 0, problem: null, readInFull: true, findings: [], missing: 'none' };
const found = (kind: string, severity: 'stop' | 'attention' | 'unknown') => ({
  findings: [{ kind, severity }],
});

describe('a dataset', () => {
  it.each<[string, Partial<DatasetNow>, string]>([
    ['read in full, nothing found', {}, 'working working'],
    ['proven', { missing: 'none' }, 'working working'],
    ['read just long enough ago', { readAgeMs: reliableMs }, 'working working'],
    ['read too long ago', { readAgeMs: reliableMs + 1 }, 'unknown sample_old'],
    ['never read', { readAgeMs: null }, 'unknown not_sampled'],
    ['whose newest look failed', { problem: 'no answer' }, 'unknown unreadable'],
    ['read in part', { readInFull: false }, 'unknown unreadable'],
    [
      'read in part, with a marker to clear',
      { readInFull: false, ...found('stale_drain', 'attention') },
      'unknown unreadable',
    ],
    ['with something unread', found('not_read', 'unknown'), 'unknown unreadable'],
    ['damaged', found('dataset_damaged', 'stop'), 'down damaged'],
    [
      'damaged and not read in full',
      { readInFull: false, ...found('dataset_damaged', 'stop') },
      'down damaged',
    ],
    ['with an abandoned seal', found('abandoned_seal', 'stop'), 'degraded needs_operator'],
    ['with a dangling tag', found('dangling_tag', 'attention'), 'degraded needs_operator'],
    ['with a marker to clear', found('stale_drain', 'attention'), 'working working'],
    ['whose newest version misses objects', { missing: 'newest' }, 'down missing_objects'],
    ['whose tag misses objects', { missing: 'older' }, 'degraded missing_objects'],
    [
      'that misses objects, and nobody can look',
      { missing: 'newest', problem: 'gone' },
      'unknown unreadable',
    ],
  ])('%s', (_, given, said) => {
    expect(judgeDataset({ ...well, ...given }).join(' ')).toBe(said);
  });

  it.each(attentionKinds)('with %s that stops is never working', (kind) => {
    expect(judgeDataset({ ...well, ...found(kind, 'stop') })[0]).not.toBe('working');
    expect(judgeDataset({ ...well, ...found(kind, 'unknown') })[0]).not.toBe('working');
  });
});

describe('retention', () => {
  const verdicts = { reclaimable: 0, held: 0, unknown: 0 };
  const sound: RetentionNow = { policy: 'applied', readInFull: true, abandoned: 0, refusals: 0, verdicts };
  it.each<[string, Partial<RetentionNow>, string]>([
    ['nothing is due', {}, 'working nothing_due null'],
    ['due', { verdicts: { ...verdicts, reclaimable: 3, held: 1 } }, 'working due 3'],
    ['held', { verdicts: { ...verdicts, held: 2 } }, 'working held 2'],
    ['no policy', { policy: null }, 'unknown no_policy null'],
    ['a policy that cannot be applied', { policy: 'wrong' }, 'unknown unknown null'],
    ['some not judged', { verdicts: { ...verdicts, reclaimable: 3, unknown: 1 } }, 'unknown unknown null'],
    ['too long a history', { verdicts: null }, 'unknown unknown null'],
    ['read in part', { readInFull: false }, 'unknown unknown null'],
    ['nothing is cleaned', { refusals: 1 }, 'unknown unknown null'],
    ['abandoned', { abandoned: 1, policy: null, readInFull: false }, 'degraded abandoned 1'],
  ])('%s', (_, given, said) => {
    const { state, code, count } = judgeRetention({ ...sound, ...given });
    expect(`${state} ${code} ${count}`).toBe(said);
  });
});

describe('a serving set', () => {
  const one = (
    verdict: (typeof servingVerdict.options)[number],
    confidence: 'fresh' | 'stale' = 'fresh',
  ) => ({
    ...{ verdict, confidence, retired: null },
  });
  const judge = (...replicas: Parameters<typeof judgeServing>[0]['replicas'][number][]) =>
    judgeServing({ readAgeMs: 0, replicas, missing: false }).join(' ');

  it('works only where a fresh report says healthy', () => {
    const working = servingVerdict.options.filter((verdict) => judge(one(verdict)) === 'working working');
    expect(working).toEqual(['healthy']);
    expect(judge(one('healthy', 'stale'))).toBe('unknown serving_stale');
  });

  it('is as its worst replica, down before unknown; retired ones do not count', () => {
    expect(judge(one('healthy'), one('stale'))).toBe('unknown serving_stale');
    expect(judge(one('stale'), one('down'))).toBe('down serving_down');
    const retired = { at: '', actor: '', reason: '' };
    expect(judge(one('healthy'), { ...one('down'), retired })).toBe('working working');
    expect(judge({ ...one('healthy'), retired })).toBe('unknown not_sampled');
    expect(judge()).toBe('unknown not_sampled');
  });

  it('is unknown when nobody looked lately, and down when what it serves misses objects', () => {
    const replicas = [one('healthy')];
    expect(judgeServing({ readAgeMs: null, replicas, missing: false })).toEqual(['unknown', 'not_sampled']);
    expect(judgeServing({ readAgeMs: reliableMs + 1, replicas, missing: false })).toEqual([
      'unknown',
      'sample_old',
    ]);
    expect(judgeServing({ readAgeMs: 0, replicas, missing: true })).toEqual(['down', 'missing_objects']);
  });
});

describe('a lock', () => {
  const now = '2030-01-01T00:00:00.000Z';
  const later = '2030-01-01T00:00:10.000Z';
  const judge = (
    state: (typeof lockState.options)[number],
    freshUntil: string | null,
    flags: object[] = [],
  ) => judgeLock({ state, freshUntil, flags: flags as never }, now).join(' ');

  it.each([
    ['unwatched', 'unknown unreadable'],
    ['unreadable', 'unknown unreadable'],
    ['free', 'working lock_free'],
    ['released', 'working lock_free'],
    ['oversize', 'down lock_corrupt'],
    ['corrupt', 'down lock_corrupt'],
    ['claimed', 'degraded lock_silent'],
    ['held-unleased', 'unknown not_sampled'],
    ['held-observing', 'unknown not_sampled'],
    ['held-beating', 'working working'],
    ['late', 'degraded lock_late'],
    ['silent', 'down lock_silent'],
  ] as const)('%s is %s, and never working once nobody knows', (state, said) => {
    expect(judge(state, later)).toBe(said);
    expect(judge(state, null)).toMatch(/^unknown /);
    expect(judge(state, '2029-12-31T23:59:59.999Z')).toBe('unknown sample_old');
  });

  it('with two owners is not working', () => {
    expect(judge('held-beating', later, [{ severity: 'stop' }])).toBe('degraded needs_operator');
    expect(judge('silent', later, [{ severity: 'stop' }])).toBe('down lock_silent');
  });
});
