// @vitest-environment happy-dom
/** The versions table: unread cells say so, reasons are chips, selection is marked, the count is honest. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { VersionRow } from '@/lib/contracts/versions';
import { countCostWords, countWords, shownWords } from './version-count';
import { keptFilterOf, VersionFilters } from './version-filters';
import { VersionsFoot } from './versions-foot';
import { VersionsTable } from './versions-table';

afterEach(cleanup);

function row(version: string, over: Partial<VersionRow> = {}): VersionRow {
  return {
    ...{ version, branch: null, detached: false, storedAt: '2026-06-10T09:04:13.000Z', manifestBytes: 900 },
    ...{ protections: [], verdict: 'reclaimable', atRisk: false, earliestReclaimAt: null },
    ...{ earliestReclaim: { kind: 'now', estimated: false }, read: 'read', problem: null },
    ...{ committedAt: '2026-06-10T09:04:12.000Z', operation: 'Rewrite', rows: 0, fragments: 4, dataFiles: 4 },
    bytes: 4096,
    ...over,
  };
}

const unread = {
  committedAt: null,
  operation: null,
  rows: null,
  fragments: null,
  dataFiles: null,
  bytes: null,
};

function show(rows: readonly VersionRow[]) {
  const onSelect = vi.fn();
  render(
    <VersionsTable
      name="events"
      rows={rows}
      selected="7"
      onSelect={onSelect}
      hrefOf={(version) => `/datasets/demo/events/versions?v=${version}`}
    />,
  );
  const cells = (name: RegExp) =>
    within(screen.getByRole('row', { name }))
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
  return { onSelect, cells };
}

describe('VersionsTable', () => {
  it('says not read yet in every cell the manifest would fill, and never zero', () => {
    const { cells } = show([row('8', { ...unread, read: 'not_yet' })]);
    const [, ...fromManifest] = cells(/v8/);
    expect(fromManifest.slice(0, 5)).toEqual(Array(5).fill('not read yet'));
    expect(cells(/v8/).join(' ')).not.toMatch(/\b0\b/);
  });

  it('shows a true zero as zero and an unrecorded size as unrecorded', () => {
    const { cells } = show([row('8', { bytes: null })]);
    expect(cells(/v8/).slice(2, 6)).toEqual(['Compaction', '0', '4', 'not recorded']);
  });

  it('tells an unreadable manifest from an unread one', () => {
    const { cells } = show([row('8', { ...unread, read: 'failed', problem: 'Truncated.' })]);
    expect(cells(/v8/)[1]).toBe('not readable');
  });

  it('warns of what only lease-aware cleaners keep', () => {
    const { cells } = show([row('8', { atRisk: true, verdict: 'held' })]);
    expect(cells(/v8/)[6]).toContain('unguarded');
    expect(cells(/v8/)[6]).not.toContain('reclaimable');
  });

  it('marks the version in the address and selects another without leaving', () => {
    const { onSelect } = show([row('8'), row('7')]);
    expect(screen.getByRole('row', { name: /v7/ }).getAttribute('aria-current')).toBe('true');
    const link = screen.getByRole('link', { name: 'v8' });
    expect(link.getAttribute('href')).toContain('v=8');
    expect(link.hasAttribute('data-row-link')).toBe(true);
    fireEvent.click(link);
    expect(onSelect).toHaveBeenCalledWith('8');
  });

  it('keeps only a window of a long list in the document, and its true length in the table', () => {
    show(Array.from({ length: 5000 }, (_, i) => row(String(5000 - i))));
    expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('5001');
    expect(document.querySelectorAll('tbody tr').length).toBeLessThan(200);
  });
});

describe('VersionsFoot', () => {
  it('says up to, names the price of counting, and counts on request', () => {
    const onCount = vi.fn();
    render(
      <VersionsFoot
        shown={100}
        filtered={false}
        count={{ kind: 'up_to', value: '340000' }}
        hasMore
        pending={false}
        onMore={() => {}}
        counting={false}
        onCount={onCount}
      />,
    );
    expect(document.body.textContent).toContain('Showing 100 of up to 340,000 versions.');
    expect(document.body.textContent).toContain('up to 341 requests');
    fireEvent.click(screen.getByRole('button', { name: 'Count versions' }));
    expect(onCount).toHaveBeenCalledOnce();
  });
});

describe('words of counts', () => {
  it.each([
    [{ kind: 'exact', value: '1' }, '1 version'],
    [{ kind: 'up_to', value: '18446744073709551615' }, 'up to 18,446,744,073,709,551,615 versions'],
  ] as const)('%j', (count, words) => {
    expect(countWords(count)).toBe(words);
  });

  it('keeps filtered apart from shown', () => {
    const count = { kind: 'exact', value: '60' } as const;
    expect(shownWords(60, false, count, false)).toBe('All 60 versions');
    expect(shownWords(3, false, count, true)).toBe('All 3 versions that match, of 60 versions');
    expect(shownWords(3, true, count, true)).toBe('Showing the first 3 versions that match');
    expect(countCostWords({ kind: 'up_to', value: '60' })).toContain('up to 1 request.');
  });
});

describe('VersionFilters', () => {
  it('ignores a filter that is none of ours', () => {
    expect(keptFilterOf('lease')).toBe('lease');
    expect(keptFilterOf('"><script>')).toBeNull();
  });

  it('marks the one in the address', () => {
    const onKept = vi.fn();
    render(<VersionFilters kept="tag" onKept={onKept} hrefOf={(kept) => `?kept=${kept ?? ''}`} />);
    expect(screen.getByRole('link', { name: 'Tags' }).getAttribute('aria-current')).toBe('true');
    fireEvent.click(screen.getByRole('link', { name: 'Reclaimable' }));
    expect(onKept).toHaveBeenCalledWith('reclaimable');
  });
});
