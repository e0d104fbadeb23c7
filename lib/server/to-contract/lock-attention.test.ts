/** Which locks ask for a person: whatever may be two owners first, unknown as unknown, and a live owner not at all. */
import { describe, expect, it } from 'vitest';
import type { LockState } from '@/lib/contracts/locks';
import { lockItems } from './lock-attention';
import type { LockRowInput } from './lock-rows';

function row(over: Partial<LockRowInput>): LockRowInput {
  return {
    ...{
      root: 'brain',
      lake: 'prod',
      uri: 's3://b/og',
      kind: 'cluster',
      writers: 'stock',
      backend: 'storage',
    },
    ...{ state: 'held-beating', sentence: 'It beats.', since: null, lookedAt: null, freshUntil: null },
    ...{ lastKnown: null, owner: null, beatSeenAt: null, silenceMs: null, flags: [] },
    ...over,
  };
}

const told = (over: Partial<LockRowInput>) =>
  lockItems(row(over)).map(({ kind, severity }) => `${kind} ${severity}`)[0] ?? 'nothing';

describe('a lock in Overview', () => {
  const expected: Readonly<Record<LockState, string>> = {
    unwatched: 'lock_unknown unknown',
    unreadable: 'lock_unknown unknown',
    free: 'nothing',
    oversize: 'lock_unusable stop',
    corrupt: 'lock_unusable stop',
    released: 'nothing',
    claimed: 'lock_claimed attention',
    'held-unleased': 'nothing',
    'held-observing': 'nothing',
    'held-beating': 'nothing',
    late: 'nothing',
    silent: 'lock_silent attention',
  };
  it.each(Object.entries(expected))('%s', (state, item) => {
    expect(told({ state: state as LockState })).toBe(item);
  });

  it('stops for two owners, whatever else its state says', () => {
    const flags = [{ flag: 'zombie-page', severity: 'stop', sentence: 'Two may write.' }] as const;
    expect(told({ flags: [...flags] })).toBe('lock_two_owners stop');
    expect(told({ flags: [...flags], state: 'silent' })).toBe('lock_two_owners stop');
  });

  it('is no trouble where it guards nothing', () => {
    expect(told({ backend: 'external', state: 'corrupt' })).toBe('nothing');
  });

  it('leads to its own page', () => {
    expect(lockItems(row({ state: 'silent', root: 'eu-1' }))[0]).toMatchObject({
      ...{ object: 'eu-1', dataset: null, href: '/locks/eu-1', evidence: 'It beats.' },
    });
  });
});
