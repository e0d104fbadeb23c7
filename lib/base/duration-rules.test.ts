import { describe, expect, it } from 'vitest';
import { parseDuration } from './duration-rules';

describe('durations', () => {
  it.each([
    ['14days', 1_209_600_000],
    ['14 days', 1_209_600_000],
    ['3600s', 3_600_000],
    ['1h 30m', 5_400_000],
    ['1h30m', 5_400_000],
    ['1week', 604_800_000],
    ['1M', 2_630_016_000],
    ['1y', 31_557_600_000],
    ['0s', 0],
    ['1ns', 1],
    ['1500us', 2],
    [' 7d ', 604_800_000],
  ])('%j is %s ms', (text, ms) => expect(parseDuration(text)).toEqual({ kind: 'duration', ms }));

  it.each([
    '',
    ' ',
    '0',
    '14',
    'days',
    '14 fortnights',
    '-1d',
    '1.5h',
    '1e3s',
    '1h 1h',
    '1d,',
    '1d 5',
    '9999y',
    '1'.repeat(200),
    '99999999999999999s',
    '١d',
  ])('%j is wrong, never zero', (text) => expect(parseDuration(text)).toMatchObject({ kind: 'wrong' }));
});
