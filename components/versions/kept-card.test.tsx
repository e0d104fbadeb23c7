// @vitest-environment happy-dom
/** The card states every reason with owner, end and who honours it; unknown stays unknown, and danger is amber. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { honouredBy, type Protection, protectionKinds } from '@/lib/contracts/protection';
import type { VersionRow } from '@/lib/contracts/versions';
import { binWords } from './bin-words';
import { type KeptBody, KeptCard } from './kept-card';
import { chipWords, honouredWords, iconOfProtection, titleOfProtection } from './protection-words';

afterEach(cleanup);

const lease: Protection = {
  ...{ kind: 'lease', subject: '5f0c9e7714e94d2a8f6be0a1d3c4b5a6', standing: 'active', holder: null },
  ...{ since: '2026-06-12T13:00:00.000Z', until: '2026-06-12T15:00:00.000Z' },
  ...{ endsWhen: 'nobody renews it', honouredBy: 'lease_aware' },
};

function row(over: Partial<VersionRow> = {}): VersionRow {
  return {
    ...{ version: '1841', branch: null, detached: false, storedAt: '2026-06-10T09:04:13.000Z' },
    ...{ manifestBytes: 900, protections: [lease], verdict: 'held', atRisk: false, earliestReclaimAt: null },
    ...{ earliestReclaim: { kind: 'never', because: 'branch exp-dedup has no end' }, read: 'not_yet' },
    ...{ problem: null, committedAt: null, operation: null, rows: null, fragments: null, dataFiles: null },
    bytes: null,
    ...over,
  };
}

function show(body: KeptBody, pinned = false) {
  const asked = { pin: vi.fn(), unpin: vi.fn() };
  render(
    <KeptCard
      version="1841"
      pinned={pinned}
      onPin={asked.pin}
      onUnpin={asked.unpin}
      href="/datasets/demo/events/versions/1841"
      body={body}
      column={null}
    />,
  );
  return { asked, card: screen.getByRole('complementary') };
}

describe('KeptCard', () => {
  it('says of a holder what, who, its end and who honours it', () => {
    const { card } = show({ kind: 'row', row: row() });
    expect(card.textContent).toContain('Why v1841 is kept');
    expect(card.textContent).toContain(`Lease ${lease.subject}`);
    expect(card.textContent).toContain('Holder not recorded.');
    expect(card.textContent).toContain('Ends when nobody renews it');
    expect(card.textContent).toContain('Only lease-aware cleaners honour it.');
    expect(card.textContent).toContain('No date: branch exp-dedup has no end');
    expect(card.textContent).toContain('Manifest not read yet');
  });

  it('names a recorded holder as it is written', () => {
    const { card } = show({ kind: 'row', row: row({ protections: [{ ...lease, holder: 'trainer-07' }] }) });
    expect(card.textContent).toContain('Held by trainer-07.');
    expect(card.textContent).not.toContain('not recorded.');
  });

  it('never invents a holder of a head or a policy', () => {
    const latest: Protection = {
      ...lease,
      kind: 'latest',
      subject: 'main',
      until: null,
      honouredBy: 'every',
    };
    const { card } = show({ kind: 'row', row: row({ protections: [latest], verdict: 'latest' }) });
    expect(card.textContent).not.toContain('Holder not recorded');
    expect(card.textContent).toContain('Every cleaner honours it.');
  });

  it('warns in amber when a released cleaner would delete it', () => {
    const { card } = show({ kind: 'row', row: row({ atRisk: true }) });
    expect(card.querySelector('.card-line.warn')?.textContent).toBe(
      'A released cleaner would delete it; a tag would hold it.',
    );
  });

  it('tells nothing keeps it from no reason is known', () => {
    const { card } = show({
      kind: 'row',
      row: row({
        protections: [],
        verdict: 'reclaimable',
        earliestReclaim: { kind: 'now', estimated: true },
      }),
    });
    expect(card.textContent).toContain('Nothing keeps v1841');
    expect(card.textContent).toContain('Estimated until its manifest is read.');
    cleanup();
    const unknown = show({
      kind: 'row',
      row: row({
        protections: [],
        verdict: 'unknown',
        earliestReclaim: { kind: 'unknown', because: 'no policy is set' },
      }),
    });
    expect(unknown.card.textContent).not.toContain('Nothing keeps');
    expect(unknown.card.textContent).toContain('Not known: no policy is set');
  });

  it('speaks one sentence politely and keeps its ticking ages quiet', () => {
    show({ kind: 'row', row: row() });
    const status = screen.getByRole('status');
    expect(status.textContent).toBe(
      `Version 1841, 1 reason: Lease ${lease.subject}. Earliest reclaim: No date: branch exp-dedup has no end.`,
    );
    expect(document.querySelectorAll('[aria-live]')).toHaveLength(1);
  });

  it('shows foreign text as text', () => {
    const tag: Protection = { ...lease, kind: 'tag', subject: '<img src=x onerror=alert(1)>' };
    const { card } = show({ kind: 'row', row: row({ protections: [tag] }) });
    expect(card.querySelector('img')).toBeNull();
    expect(card.textContent).toContain('<img src=x');
  });

  it('fails inside itself and offers to read again', () => {
    const onRetry = vi.fn();
    const error = new VamplateError('unavailable', 'The store did not answer.');
    show({ kind: 'failed', error, onRetry });
    expect(screen.getByRole('alert').textContent).toContain('The store did not answer.');
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledOnce();
  });

  it('pins and unpins', () => {
    const { asked } = show({ kind: 'row', row: row() });
    fireEvent.click(screen.getByRole('button', { name: 'Pin v1841' }));
    expect(asked.pin).toHaveBeenCalledOnce();
    cleanup();
    const pinned = show({ kind: 'row', row: row() }, true);
    fireEvent.click(screen.getByRole('button', { name: 'Unpin v1841' }));
    expect(pinned.asked.unpin).toHaveBeenCalledOnce();
  });
});

describe('words', () => {
  it.each(protectionKinds)('%s has a title, a chip and a glyph', (kind) => {
    const protection: Protection = { ...lease, kind, subject: 'sealed' };
    expect(titleOfProtection(protection).words).not.toBe('');
    expect(chipWords(protection)).not.toBe('');
    expect(iconOfProtection(protection)).not.toBe('');
  });

  it.each(honouredBy.options)('%s is told', (by) => {
    expect(honouredWords[by]).not.toBe('');
  });

  it('tells what else a column holds, and nothing of a column of one', () => {
    const bin = {
      ...{ from: '1', to: '680', count: 680, latest: 0, held: 3, policy: 0, reclaimable: 677, unknown: 0 },
      ...{ operation: null, storedFrom: null, storedTo: null },
    };
    expect(binWords([bin], '500')).toBe('Shares its column with v1 to v680: 3 held, 677 reclaimable.');
    expect(binWords([{ ...bin, from: '680', count: 1 }], '680')).toBeNull();
    expect(binWords([bin], '681')).toBeNull();
  });
});
