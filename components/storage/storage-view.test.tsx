// @vitest-environment happy-dom
/** Storage as shown: every reason in words, holders by cost, the first thing that stops a cleanup named once. */
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import {
  type HolderCost,
  nextCleanup,
  type StorageReport,
  storageClass,
  storageReasons,
} from '@/lib/contracts/storage';
import { costSentence, HolderCosts } from './holder-costs';
import { NextCleanup, nextCleanupQuestion } from './next-cleanup';
import { StorageBar } from './storage-bar';
import { classWords, cleanupTone, reasonLook } from './storage-words';

afterEach(cleanup);

const next: StorageReport['nextCleanup'] = {
  autoCleanup: { 'lance.auto_cleanup.older_than': '14days' },
  policySource: 'auto_cleanup',
  selected: 12,
  kept: null,
  freesBytes: 0,
  verdict: 'old_tag_fails',
  sentence: 'It fails, because tag audit-q1 names one of them.',
  steps: [
    { step: 'Select', result: '12 versions', stops: false },
    { step: 'Check tags', result: 'audit-q1 is too old', stops: true },
    { step: 'Guard', result: '6 objects are younger', stops: true },
  ],
};
const holder: HolderCost = {
  ...{
    kind: 'tag',
    subject: 'stable',
    version: '7',
    branch: null,
    exclusiveBytes: 4_210_000_000,
    since: null,
  },
};

describe('NextCleanup', () => {
  it('names the first thing that stops it, once', () => {
    render(<NextCleanup next={next} />);
    const stops = screen
      .getAllByRole('listitem')
      .filter((item) => item.textContent?.includes('The first thing that stops it'));
    expect(stops.map((item) => item.textContent)).toEqual([
      'Check tags: audit-q1 is too old The first thing that stops it.',
    ]);
    expect(document.body.textContent).toContain('lance.auto_cleanup.older_than');
  });

  it('keeps what is not known unknown', () => {
    render(<NextCleanup next={{ ...next, selected: null, freesBytes: null, verdict: 'unknown' }} />);
    expect(screen.getByText('Selects').nextElementSibling?.textContent).toBe('not known');
    expect(screen.getByText('Frees').nextElementSibling?.textContent).toBe('not known');
  });

  it('asks the question that fits', () => {
    expect(nextCleanupQuestion(next)).toBe('Why would the next cleanup free nothing?');
    expect(nextCleanupQuestion({ ...next, verdict: 'frees', freesBytes: 1 })).toBe(
      'What would the next cleanup free?',
    );
    expect(nextCleanupQuestion({ ...next, freesBytes: null, verdict: 'unknown' })).toBe(
      'What would the next cleanup do?',
    );
  });

  it('calls no outcome green', () => {
    expect(nextCleanup.shape.verdict.options.map((verdict) => cleanupTone[verdict])).not.toContain('ok');
  });
});

describe('HolderCosts', () => {
  it('puts the most expensive first and says what would follow', () => {
    render(
      <HolderCosts
        holders={[
          { ...holder, subject: 'unread', exclusiveBytes: null },
          { ...holder, subject: 'old', exclusiveBytes: 0 },
          holder,
        ]}
        hrefOf={(version) => `/v/${version}`}
      />,
    );
    const rows = screen.getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getByRole('rowheader').textContent)).toEqual([
      'stable',
      'old',
      'unread',
    ]);
    expect(rows[0]?.textContent).toContain('Deleting tag stable would free 4.21 GB.');
    expect(rows[1]?.textContent).toContain(
      'Deleting tag old would free nothing: others need the same bytes.',
    );
  });

  it('speaks of the end of a lease, which nobody deletes', () => {
    expect(costSentence({ ...holder, kind: 'lease', subject: '5f0c9e7714e94d2a' })).toBe(
      'The end of lease 5f0c9e77 would free 4.21 GB.',
    );
  });

  it('is empty in words', () => {
    render(<HolderCosts holders={[]} hrefOf={() => ''} />);
    expect(document.body.textContent).toContain('No tag, lease or branch holds anything here.');
  });
});

describe('StorageBar', () => {
  it('is a picture with words and a table with the same slices', () => {
    const byReason = [
      { reason: 'reclaimable' as const, bytes: 1, objects: 1 },
      { reason: 'live' as const, bytes: 999_999, objects: 3 },
      { reason: 'tag' as const, bytes: 0, objects: 0 },
    ];
    render(<StorageBar report={{ byReason, totalBytes: 1_000_000 }} />);
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Live 1.00 MB, Reclaimable 1 B');
    expect(screen.getAllByRole('rowheader').map((cell) => cell.textContent)).toEqual(['Live', 'Reclaimable']);
    expect(document.body.textContent).toContain('<0.1%');
  });

  it('has a word and a fill for every reason and class', () => {
    expect(new Set(storageReasons.map((reason) => reasonLook[reason].fill)).size).toBe(storageReasons.length);
    expect(storageClass.options.every((each) => classWords[each] !== '')).toBe(true);
  });
});
