/** Absolute times beside UTC. */
import { describe, expect, it } from 'vitest';
import { shortTime, zoneCaption, zonedTime } from './zoned-time';

const at = '2026-06-12T14:02:18.000Z';

describe('zonedTime', () => {
  it.each([
    ['UTC', at, '14:02 UTC', '12 Jun 2026'],
    ['Etc/UTC', at, '14:02 UTC', '12 Jun 2026'],
    ['Europe/Berlin', at, '16:02 (14:02 UTC)', '12 Jun 2026'],
    ['America/New_York', '2026-06-12T01:30:00.000Z', '21:30 (12 Jun 01:30 UTC)', '11 Jun 2026'],
    ['Asia/Kathmandu', '2026-12-31T23:00:00.000Z', '04:45 (31 Dec 23:00 UTC)', '1 Jan 2027'],
    ['No/Such_Zone', at, '14:02 UTC', '12 Jun 2026'],
  ])('%s', (timeZone, instant, time, day) => expect(zonedTime(instant, timeZone)).toEqual({ time, day }));

  it('names the day only where it is another one', () => {
    expect(shortTime('2026-06-12T09:00:00.000Z', 'UTC', at)).toBe('09:00 UTC');
    expect(shortTime('2026-06-11T09:00:00.000Z', 'UTC', at)).toBe('11 Jun 2026, 09:00 UTC');
    expect(shortTime('2026-06-12T09:00:00.000Z', 'UTC', null)).toBe('12 Jun 2026, 09:00 UTC');
  });

  it('says which zone', () => {
    expect(zoneCaption('UTC')).toBe('All times UTC');
    expect(zoneCaption('America/New_York')).toBe('Times in America/New York, in brackets UTC');
  });
});
