/** A change event reaches the answers that rest on it, and no others. */
import { describe, expect, it } from 'vitest';
import type { ChangeEvent } from '@/lib/contracts/events';
import { endpointKey, isAffected } from './query-keys';

const event = (over: Partial<ChangeEvent>): ChangeEvent => ({
  lake: 'demo',
  dataset: 'events',
  part: 'control',
  etag: 'e1',
  ...over,
});

describe('isAffected', () => {
  const leases = endpointKey('leases', { params: { lake: 'demo', id: 'events' } });
  it.each([
    ['the same dataset', leases, event({}), true],
    ['another dataset', endpointKey('leases', { params: { lake: 'demo', id: 'users' } }), event({}), false],
    ['another lake', endpointKey('leases', { params: { lake: 'prod', id: 'events' } }), event({}), false],
    ['a fleet board', endpointKey('fleetLeases', { query: { q: 'x' } }), event({}), true],
    ['exclusive bytes follow storage', leases, event({ part: 'storage' }), true],
    ['versions do not touch leases', leases, event({ part: 'versions' }), false],
    [
      'storage is not counted again',
      endpointKey('storage', { params: { lake: 'demo', id: 'events' } }),
      event({}),
      false,
    ],
    [
      'a lake event reaches its capabilities',
      endpointKey('capabilities', { params: { lake: 'demo' } }),
      event({ dataset: null, part: 'lake' }),
      true,
    ],
    [
      'a lock that changed reaches its page, whose address names no lake',
      endpointKey('lock', { params: { root: 'brain' } }),
      event({ dataset: null, part: 'locks' }),
      true,
    ],
    [
      'a lock that changed reaches Overview',
      endpointKey('attention', {}),
      event({ dataset: null, part: 'locks' }),
      true,
    ],
    ['a lock that changed is in no list of leases', leases, event({ dataset: null, part: 'locks' }), false],
    [
      'a replica that changed reaches its set, whose address names no lake',
      endpointKey('servingSet', { params: { env: 'prod', set: 'berlin' } }),
      event({ dataset: null, part: 'serving' }),
      true,
    ],
    ['a foreign key', ['something'], event({}), false],
  ])('%s', (_, key, change, expected) => {
    expect(isAffected(key, change)).toBe(expected);
  });
});
