/** Amber: what only lease-aware cleaners honour, while a released one may come by. */
import { describe, expect, it } from 'vitest';
import {
  cleaner,
  day,
  explain,
  fresh,
  intent,
  lease,
  marker,
  pending,
  pin,
  policy,
  tag,
} from '@/lib/testing/protection-builders';
import type { CleanerFacts, HolderFacts } from './protection-facts';

describe('amber: a released cleanup would delete it (5.1)', () => {
  const released = cleaner({ releasedWriter: true });
  const auto = cleaner({ autoCleanup: policy({ source: 'auto_cleanup' }) });
  const kept: Partial<HolderFacts> = { leases: [lease] };
  it.each([
    ['a lease, a released writer', kept, released, true],
    ['a lease, auto cleanup set', kept, auto, true],
    ['a lease, the head not read', kept, cleaner({ releasedWriter: null }), true],
    ['a lease, nobody comes by', kept, cleaner(), false],
    ['a lease and a tag', { ...kept, tags: [tag] }, released, false],
    ['a lease and a branch of any release', { ...kept, pins: [pin] }, released, false],
    ['a legacy branch', { pins: [{ ...pin, evidence: 'parent' }] }, released, true],
    ['an intent', { intents: [intent(fresh)] }, released, true],
    ['a state', { states: [pending] }, released, true],
    ['a seal', { markers: [marker('sealed', fresh)] }, released, true],
    ['nothing', {}, released, false],
    ['unreadable evidence alone', { unreadable: [{ subject: 'x', version: null }] }, released, false],
  ] as [string, Partial<HolderFacts>, CleanerFacts, boolean][])('%s: %s', (_, facts, clean, atRisk) => {
    expect(explain(facts, clean).atRisk).toBe(atRisk);
  });
  it('not while the auto cleanup’s own window keeps it', () => {
    const wide = cleaner({ autoCleanup: policy({ source: 'auto_cleanup', olderThanMs: 365 * day }) });
    expect(explain(kept, wide).atRisk).toBe(false);
  });
});
