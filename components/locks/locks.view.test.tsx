// @vitest-environment happy-dom
/** Locks tell what is known and no more: green only for life seen, unknown for an answer that is over, bytes as text. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { LockDetail, LockState } from '@/lib/contracts/locks';
import { LockBadge, LockSentence } from './lock-badge';
import { LockLedgerFacts } from './lock-ledger';
import { LockRecord } from './lock-record';
import { LockTrack } from './lock-track';
import { stateWords, stockSays } from './lock-words';
import { UnlockPanel } from './unlock-panel';

afterEach(cleanup);

const at = '2026-06-12T14:02:00.000Z';
const soon = () => new Date(Date.now() + 60_000).toISOString();

function lockOf(over: Partial<LockDetail> = {}): LockDetail {
  return {
    ...{ root: 'brain', lake: 'demo', uri: 'memory://demo/brain', kind: 'cluster', writers: 'stock' },
    ...{ backend: 'storage', state: 'held-beating', sentence: 'It beats.', since: at, lookedAt: at },
    ...{ freshUntil: soon(), lastKnown: null, owner: null, beatSeenAt: at, silenceMs: 0, flags: [] },
    ...{ record: null, lease: null, evidence: null, zombies: [], owners: [], transitions: [] },
    ...{ stockLocked: null, proves: [], cannotProve: [] },
    ledger: {
      ...{ state: 'unreadable', reason: 'no answer', readAt: null, revision: null, stateCas: null },
      ...{ configDigest: null, drift: [], resources: null, outstanding: null, recoveries: null },
      moreRecoveries: false,
    },
    unlock: { missing: [], stockCommand: null, probedAt: null },
    meta: { readAt: at, storeTime: null, requests: 0, bytes: 0, complete: true, notes: [] },
    ...over,
  };
}

function badge(lock: LockDetail): string | undefined {
  return render(<LockBadge lock={lock} />).container.querySelector('.badge')?.className;
}

describe('the badge', () => {
  it('is green for a beating owner, and for what is free and nothing else', () => {
    const green = (Object.keys(stateWords) as LockState[]).filter((state) => {
      const tone = badge(lockOf({ state }));
      cleanup();
      return tone === 'badge ok';
    });
    expect(green).toEqual(['free', 'released', 'held-beating']);
  });

  it.each([
    ['an answer that is over', { freshUntil: at }, 'badge unk'],
    ['a lock that guards nothing', { backend: 'external' }, 'badge unk'],
    [
      'a flag that pages somebody',
      { flags: [{ flag: 'zombie-page', severity: 'stop', sentence: 'Two may write.' }] },
      'badge stop',
    ],
    [
      'a flag',
      { flags: [{ flag: 'zombie-beats', severity: 'attention', sentence: 'Old beats.' }] },
      'badge warn',
    ],
  ] as const)('is not green for %s', (_, over, tone) => {
    expect(badge(lockOf(over as Partial<LockDetail>))).toBe(tone);
  });

  it('has a sentence that does not outlive the answer', () => {
    const { container } = render(<LockSentence lock={lockOf({ freshUntil: at })} />);
    expect(container.textContent).toContain('too old to say anything');
  });
});

it('a corrupt record shows its bytes as text', () => {
  const excerpt = '<img src=x onerror=alert(1)>\\x00';
  const record = { key: '__cluster/lock.json', etag: 'e', bytes: 9, storedAt: at, idMadeAt: null, extra: [] };
  const corrupt = { reason: 'not JSON', excerpt };
  const { container } = render(
    <LockRecord lock={lockOf({ state: 'corrupt', record: { ...record, corrupt } })} />,
  );
  expect(container.querySelector('img')).toBeNull();
  expect(container.querySelector('pre')?.textContent).toBe(excerpt);
});

it('a ledger without an answer is unknown, and so is what waits', () => {
  const { container } = render(<LockLedgerFacts ledger={lockOf().ledger} />);
  expect(container.textContent).toContain('nothing is known of it now');
  expect(container.textContent).toContain('Not known.');
  expect(container.textContent).not.toContain('None waits');
});

describe('the unlock panel', () => {
  const missing = [
    { code: 'reason_missing', by: 'operator', sentence: 'A reason.' },
    { code: 'store_not_proven', by: 'store', sentence: 'Proof.' },
  ] as const;
  const unlock = {
    missing: [...missing],
    stockCommand: 'cluster force-unlock x --cluster s3://b/c',
    probedAt: null,
  };

  it('shows what is missing, the stock command, and a button that stays and says why it does nothing', () => {
    render(<UnlockPanel lock={lockOf({ unlock })} />);
    expect(screen.getByText('A reason.')).toBeDefined();
    expect(screen.getByText('Proof.')).toBeDefined();
    expect(screen.getByText(unlock.stockCommand)).toBeDefined();
    const button = screen.getByRole('button', { name: 'Force unlock brain' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.getAllByText('Needs first: proof.').length).toBeGreaterThan(0);
  });

  it('leaves the place of its button to a form', () => {
    render(<UnlockPanel lock={lockOf({ unlock })} action={<form aria-label="Unlock it" />} />);
    expect(screen.getByRole('form', { name: 'Unlock it' })).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Force unlock brain' })).toBeNull();
  });

  it.each([
    [{ state: 'free' }, 'there is nothing to unlock'],
    [{ backend: 'external', state: 'silent' }, 'keeps its state elsewhere'],
    [{ state: 'corrupt' }, 'Quarantine the lock of brain'],
    [{ state: 'oversize' }, 'is never unlocked by an id'],
  ] as const)('says of %o: %s', (over, words) => {
    const { container } = render(<UnlockPanel lock={lockOf(over)} />);
    expect(container.textContent).toContain(words);
  });
});

describe('the row of states', () => {
  const current = (over: Partial<LockDetail>) =>
    render(<LockTrack lock={lockOf(over)} />).container.querySelector('[aria-current="step"]')?.textContent;

  it.each([
    ['held-beating', 'Held'],
    ['held-unleased', 'Held'],
    ['late', 'Late'],
    ['silent', 'Silent'],
    ['claimed', 'Claimed'],
    ['released', 'Free'],
  ] as const)('marks %s at %s', (state, step) => expect(current({ state })).toMatch(new RegExp(`^${step}`)));

  it.each(['unwatched', 'unreadable', 'corrupt', 'oversize'] as const)('marks none for %s', (state) => {
    expect(current({ state })).toBeUndefined();
  });

  it('marks none once its answer is over', () => {
    expect(current({ state: 'silent', freshUntil: at })).toBeUndefined();
  });
});

describe('what stock tools would say', () => {
  const says = (over: Partial<LockDetail>) => stockSays(lockOf(over));

  it('is told as they say it, also where it misleads', () => {
    expect(says({ stockLocked: true })).toBe('Stock tools would say locked: true.');
    expect(says({ stockLocked: false, state: 'oversize' })).toContain('locked: false, with a warning');
    expect(says({ stockLocked: true, state: 'corrupt' })).toContain('locked: true, without a lock id');
    expect(says({ stockLocked: true, kind: 'own' })).toContain('know nothing of this root');
    expect(says({ stockLocked: null })).toContain('not known');
  });
});
