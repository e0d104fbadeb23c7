// @vitest-environment happy-dom
/** The ribbon under the hands: keys, pointer, pinning, its reach, its twin, and the number of marks in the document. */
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { RibbonBin, RibbonMark } from '@/lib/contracts/versions';
import { leaseLeft } from './lease-bar';
import { useCrosshair } from './use-crosshair';
import { type Span, VersionRibbon } from './version-ribbon';

afterEach(cleanup);

function bin(from: number, to: number, tallies: Partial<RibbonBin>): RibbonBin {
  const at = '2026-06-12T14:00:00.000Z';
  return {
    ...{ from: String(from), to: String(to), count: to - from + 1, latest: 0, held: 0, policy: 0 },
    ...{ reclaimable: 0, unknown: 0, operation: 'Append', storedFrom: at, storedTo: at },
    ...tallies,
  };
}

const marks: RibbonMark[] = [
  {
    ...{ lane: 'tags', version: '3', subject: 'stable', state: 'live', standing: 'active' },
    ...{ until: null, since: null, count: 1 },
  },
];
const bins = [
  bin(1, 1, { reclaimable: 1 }),
  bin(2, 2, { unknown: 1 }),
  bin(3, 3, { held: 1 }),
  bin(4, 4, { policy: 1 }),
  bin(5, 5, { latest: 1 }),
];

interface Asked {
  readonly span: (span: Span) => void;
  readonly pinned: (version: bigint | null) => void;
}

function Stage({ asked, of = bins }: { readonly asked: Asked; readonly of?: RibbonBin[] }) {
  const [pinned, setPinned] = useState<bigint | null>(null);
  const newest = of.at(-1);
  const { cursor, look } = useCrosshair(pinned, newest === undefined ? null : BigInt(newest.to));
  return (
    <VersionRibbon
      name="events"
      facts={{ bins: of, marks, notListedBelow: null, policyHorizon: '4' }}
      span={41}
      onSpan={asked.span}
      cursor={cursor}
      pinned={pinned}
      onLook={look}
      onPin={(version) => {
        setPinned(version);
        asked.pinned(version);
      }}
      policyWords="the last 2 versions"
      card={<p data-testid="card">{String(cursor)}</p>}
      foot={null}
    />
  );
}

function show(of?: RibbonBin[]) {
  const asked = { span: vi.fn(), pinned: vi.fn() };
  render(<Stage asked={asked} {...(of ? { of } : {})} />);
  return { asked, stage: screen.getByRole('slider', { name: 'Versions of events' }) };
}

const at = () => screen.getByTestId('card').textContent;

describe('VersionRibbon', () => {
  it('moves by Left and Right, to the ends by Home and End', () => {
    const { stage } = show();
    expect(at()).toBe('5');
    fireEvent.keyDown(stage, { key: 'ArrowLeft' });
    expect(at()).toBe('4');
    expect(stage.getAttribute('aria-valuetext')).toBe('version 4');
    fireEvent.keyDown(stage, { key: 'Home' });
    expect(at()).toBe('1');
    fireEvent.keyDown(stage, { key: 'ArrowLeft' });
    expect(at()).toBe('1');
    fireEvent.keyDown(stage, { key: 'End' });
    expect(at()).toBe('5');
  });

  it('goes to the next held version with Shift, over what nobody holds', () => {
    const { stage } = show();
    fireEvent.keyDown(stage, { key: 'ArrowLeft', shiftKey: true });
    expect(at()).toBe('3');
    fireEvent.keyDown(stage, { key: 'ArrowLeft', shiftKey: true });
    expect(at()).toBe('3');
  });

  it('pins with Enter and unpins with Escape', () => {
    const { stage, asked } = show();
    fireEvent.keyDown(stage, { key: 'ArrowLeft' });
    fireEvent.keyDown(stage, { key: 'Enter' });
    expect(asked.pinned).toHaveBeenLastCalledWith(4n);
    expect(stage.getAttribute('aria-valuetext')).toBe('version 4, pinned');
    fireEvent.keyDown(stage, { key: 'Escape' });
    expect(asked.pinned).toHaveBeenLastCalledWith(null);
    expect(stage.getAttribute('aria-valuetext')).toBe('version 4');
  });

  it('leaves keys that are not its own to the page', () => {
    const { stage } = show();
    expect(fireEvent.keyDown(stage, { key: 'j' })).toBe(true);
    expect(fireEvent.keyDown(stage, { key: 'ArrowLeft', ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(stage, { key: 'ArrowLeft' })).toBe(false);
  });

  it('follows a finger or a mouse, pins where it is lifted, and lets go there again', () => {
    const { stage, asked } = show();
    fireEvent.pointerMove(stage, { clientX: 847 - 10 - 28 * 4.5, clientY: 66 });
    expect(at()).toBe('1');
    fireEvent.pointerUp(stage, { clientX: 847 - 10 - 28 * 4.5, clientY: 66, button: 0 });
    expect(asked.pinned).toHaveBeenLastCalledWith(1n);
    fireEvent.pointerUp(stage, { clientX: 847 - 10 - 28 * 4.5, clientY: 66, button: 0 });
    expect(asked.pinned).toHaveBeenLastCalledWith(null);
  });

  it('takes the crosshair back to the pinned version when the mouse leaves', () => {
    const { stage } = show();
    fireEvent.keyDown(stage, { key: 'Enter' });
    fireEvent.pointerMove(stage, { clientX: 847 - 10 - 28 * 4.5, clientY: 66 });
    fireEvent.pointerLeave(stage, { pointerType: 'mouse' });
    expect(at()).toBe('5');
  });

  it('says how the versions stand and asks for another reach', () => {
    const { asked } = show();
    const ribbon = screen.getByRole('region', { name: 'Version ribbon' });
    expect(ribbon.textContent).toContain('5 versions: 1 by policy, 2 held, 1 reclaimable, 1 unknown');
    fireEvent.click(screen.getByRole('button', { name: 'All' }));
    expect(asked.span).toHaveBeenCalledWith(null);
    expect(screen.getByRole('button', { name: '41' }).getAttribute('aria-pressed')).toBe('true');
  });

  it('has a table twin of its marks whose rows pin', () => {
    const { asked } = show();
    fireEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const row = within(screen.getByRole('table')).getByRole('row', { name: /stable/ });
    expect(row.textContent).toContain('no end of its own');
    fireEvent.click(within(row).getByRole('button', { name: 'v3' }));
    expect(asked.pinned).toHaveBeenCalledWith(3n);
  });

  it('draws at most 1,000 marks of a long history', () => {
    const long = Array.from({ length: 4000 }, (_, i) =>
      bin(i * 85 + 1, i * 85 + 85, { held: 5, policy: 30, reclaimable: 30, unknown: 20 }),
    );
    show(long);
    const drawn = document.querySelectorAll('[data-mark]').length;
    expect(drawn).toBeGreaterThan(300);
    expect(drawn).toBeLessThanOrEqual(1000);
  });

  it('stands without any version', () => {
    const { stage } = show([]);
    fireEvent.keyDown(stage, { key: 'ArrowLeft' });
    expect(stage.getAttribute('aria-valuetext')).toBe('no version');
  });
});

describe('leaseLeft', () => {
  const since = '2026-06-12T14:00:00.000Z';
  const until = '2026-06-12T15:00:00.000Z';
  it.each([
    ['2026-06-12T14:30:00.000Z', '27|30 m'],
    ['2026-06-12T15:00:00.000Z', '0|ended'],
    ['2026-06-12T14:00:00.000Z', '54|1 h'],
  ])('at %s', (now, text) => {
    expect(leaseLeft(since, until, Date.parse(now))).toBe(text);
  });

  it('claims nothing where no end or no time is known', () => {
    expect(leaseLeft(since, null, Date.parse(since))).toBe('0|no end');
    expect(leaseLeft(since, until, null)).toBe('0|…');
  });
});
