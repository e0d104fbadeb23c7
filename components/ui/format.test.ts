/** Formats as tables: what a person reads for each value, and that nothing rounds up into a lie. */
import { describe, expect, it } from 'vitest';
import { formatDuration, formatRelative, formatRemaining } from '@/lib/base/format-duration';
import { formatBytes, formatExactBytes } from './format-bytes';
import { formatCount, formatShare, formatShortCount, plural } from './format-count';
import { formatInstant, formatShortInstant, offsetName } from './format-instant';

describe('bytes', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1000, '1.00 kB'],
    [1024, '1.02 kB'],
    [9_994, '9.99 kB'],
    [9_995, '10.0 kB'],
    [999_949, '999.9 kB'],
    [999_950, '1.00 MB'],
    [31_600_000_000, '31.6 GB'],
    [412_600_000_000, '412.6 GB'],
    [Number.MAX_SAFE_INTEGER, '9.01 PB'],
  ])('%i is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [1, '1 byte'],
    [0, '0 bytes'],
    [412_600_123_456, '412,600,123,456 bytes'],
  ])('%i is exactly %s', (bytes, text) => expect(formatExactBytes(bytes)).toBe(text));
});

describe('counts', () => {
  it.each([
    [0, '0'],
    [999_999, '999,999'],
    [406_500_000, '406.50 M'],
    [999_994_999, '999.99 M'],
    [999_995_000, '1.00 G'],
  ])('%i is %s', (value, text) => expect(formatShortCount(value)).toBe(text));

  it('groups a bigint beyond 2^53', () =>
    expect(formatCount(2n ** 64n - 1n)).toBe('18,446,744,073,709,551,615'));

  it.each([
    [1, 'branch', 'branches', '1 branch'],
    [0, 'branch', 'branches', '0 branches'],
    [1200, 'lease', undefined, '1,200 leases'],
  ])('%i %s', (count, one, many, text) => expect(plural(count, one, many)).toBe(text));

  it.each([
    [0, 0, ''],
    [0, 10, '0.0%'],
    [1, 100_000, '<0.1%'],
    [694, 1000, '69.4%'],
  ])('%i of %i is %s', (part, whole, text) => expect(formatShare(part, whole)).toBe(text));
});

const s = 1000;
const m = 60 * s;
const h = 60 * m;
const d = 24 * h;

describe('spans', () => {
  it.each([
    [0, '0 s'],
    [999, '0 s'],
    [71 * s, '71 s'],
    [90 * s, '1 m 30 s'],
    [9 * m + 12 * s, '9 m 12 s'],
    [10 * m, '10 m'],
    [48 * m + 59 * s, '48 m'],
    [3 * h + m, '3 h 1 m'],
    [3 * h, '3 h'],
    [2 * d + 4 * h, '2 d 4 h'],
    [29 * d + 23 * h, '29 d 23 h'],
    [455 * d + 5 * h, '455 d'],
  ])('%i ms is %s', (span, text) => expect(formatDuration(span)).toBe(text));

  it.each([
    [0, 4 * s, '4 s ago'],
    [0, 0, 'now'],
    [9 * m, 0, 'in 9 m'],
  ])('%i seen at %i is %s', (at, now, text) => expect(formatRelative(at, now)).toBe(text));

  it.each([
    [9 * m, 0, '9 m left'],
    [0, 3 * m, 'ended 3 m ago'],
    [500, 0, '0 s left'],
    [0, 0, 'ended 0 s ago'],
  ])('until %i seen at %i is %s', (until, now, text) => expect(formatRemaining(until, now)).toBe(text));
});

describe('instants', () => {
  const at = '2026-06-12T14:02:05.123Z';
  it('says day, year, seconds and zone', () => {
    expect(formatInstant(at, 'utc')).toBe('12 Jun 2026 14:02:05 UTC');
  });
  it('leaves out the year only when it is this one', () => {
    expect(formatShortInstant(at, 'utc', Date.parse('2026-12-31T00:00:00Z'))).toBe('12 Jun 14:02');
    expect(formatShortInstant(at, 'utc', Date.parse('2027-01-01T00:00:00Z'))).toBe('12 Jun 2026');
  });
  it('shows what it cannot read as it came', () => expect(formatInstant('soon', 'utc')).toBe('soon'));
  it.each([
    [0, 'UTC'],
    [120, 'UTC+2'],
    [-210, 'UTC-3:30'],
  ])('an offset of %i minutes is %s', (minutes, name) => expect(offsetName(minutes)).toBe(name));
});
