/** The ribbon's geometry and keys by example: the design's 41 versions, folding, holes, the horizon, and each key. */
import { describe, expect, it } from 'vitest';
import type { RibbonBin, RibbonMark } from '@/lib/contracts/versions';
import { columnsOf, placeOf } from './ribbon-columns';
import { ribbonKey } from './ribbon-keys';
import { placeLabels, shorten, textWidth } from './ribbon-labels';
import { layoutRibbon } from './ribbon-layout';
import { toneOf } from './ribbon-marks';
import { timeTicks, versionTicks } from './ribbon-ticks';

function bin(from: number, to: number, tallies: Partial<RibbonBin> = {}): RibbonBin {
  const at = new Date(Date.UTC(2026, 5, 8, 0, from * 3)).toISOString();
  return {
    ...{ from: String(from), to: String(to), count: to - from + 1, latest: 0, held: 0, policy: 0 },
    ...{ reclaimable: 0, unknown: 0, operation: null, storedFrom: at, storedTo: at },
    ...tallies,
  };
}

function single(
  version: number,
  verdict: 'latest' | 'held' | 'policy' | 'reclaimable' | 'unknown',
): RibbonBin {
  return bin(version, version, { [verdict]: 1, operation: 'Append' });
}

function mark(lane: RibbonMark['lane'], version: number, more: Partial<RibbonMark> = {}): RibbonMark {
  return {
    ...{ lane, version: String(version), subject: 'stable', state: 'live', standing: 'active' },
    ...{ until: null, since: null, count: 1 },
    ...more,
  };
}

const designed = Array.from({ length: 41 }, (_, i) =>
  single(1820 + i, i === 40 ? 'latest' : i >= 25 ? 'policy' : i % 3 === 0 ? 'held' : 'reclaimable'),
);

describe('columnsOf', () => {
  it('keeps every version its own column while there is room', () => {
    expect(columnsOf(designed, 100)).toHaveLength(41);
  });

  it('folds only the older half', () => {
    const columns = columnsOf(designed, 20);
    expect(columns.length).toBeLessThanOrEqual(20);
    expect(columns.slice(-10).every((column) => column.count === 1)).toBe(true);
    expect(columns[0]).toMatchObject({ from: 1820n, count: 4, operation: null });
    expect(columns.reduce((sum, column) => sum + column.verdicts.reclaimable, 0)).toBe(16);
  });

  it('sorts what comes newest first', () => {
    expect(columnsOf(designed.toReversed(), 100)[0]?.from).toBe(1820n);
  });
});

describe('placeOf', () => {
  const columns = columnsOf([single(5, 'held'), bin(8, 12, { reclaimable: 3, count: 3 })], 10);
  it.each([
    [4n, { kind: 'before' }],
    [5n, { kind: 'in', index: 0 }],
    [6n, { kind: 'hole', index: 1 }],
    [10n, { kind: 'in', index: 1 }],
    [13n, { kind: 'after' }],
  ])('%s', (version, place) => {
    expect(placeOf(columns, version)).toEqual(place);
  });
});

describe('layoutRibbon', () => {
  const reply = { bins: designed, marks: [], notListedBelow: '1819', policyHorizon: '1845' };

  it('tints what lies below the policy horizon, to the column where it begins', () => {
    const layout = layoutRibbon(reply, 847);
    expect(layout.band?.x).toBe(layout.left);
    expect(layout.band?.width).toBeCloseTo(25 * layout.columnWidth);
    expect(layoutRibbon({ ...reply, policyHorizon: null }, 847).band).toBeNull();
    expect(layoutRibbon({ ...reply, policyHorizon: '1820' }, 847).band).toBeNull();
  });

  it('draws a stub for what was not listed, and none when all was', () => {
    expect(layoutRibbon(reply, 847).stub).not.toBeNull();
    expect(layoutRibbon({ ...reply, notListedBelow: null }, 847).stub).toBeNull();
  });

  it('shows every verdict of a bin, however rare', () => {
    const layout = layoutRibbon(
      { ...reply, bins: [bin(1, 10_000, { held: 1, reclaimable: 9_998, unknown: 1 })] },
      847,
    );
    expect(layout.cells.map((cell) => cell.verdict)).toEqual(['held', 'reclaimable', 'unknown']);
    expect(Math.min(...layout.cells.map((cell) => cell.height))).toBeGreaterThanOrEqual(2);
  });

  it('keeps three versions narrow and at the right edge', () => {
    const layout = layoutRibbon({ ...reply, bins: designed.slice(0, 3) }, 847);
    expect(layout.columnWidth).toBe(28);
    expect(layout.xs.at(-1)).toBe(837 - 14);
  });

  it('is empty for no versions', () => {
    const layout = layoutRibbon({ ...reply, bins: [] }, 847);
    expect(layout).toMatchObject({ markCount: 0, cells: [], versionTicks: [], timeTicks: [], band: null });
  });

  it('folds neighbouring leases into one bar that counts them, and keeps the worst standing', () => {
    const marks = [
      mark('leases', 1830, { subject: 'a1', until: '2026-06-12T15:00:00.000Z' }),
      mark('leases', 1831, { subject: 'b2', standing: 'expired', until: '2026-06-12T13:00:00.000Z' }),
      mark('leases', 1850, { subject: 'c3' }),
    ];
    const leases = layoutRibbon({ ...reply, marks }, 847).marks;
    expect(leases.map(({ count, tone, versions }) => ({ count, tone, versions }))).toEqual([
      { count: 2, tone: 'warn', versions: [1830n, 1831n] },
      { count: 1, tone: 'plain', versions: [1850n] },
    ]);
    expect(leases[0]?.label?.text).toBe('2 leases');
  });

  it('puts a mark on a missing version between its neighbours and leaves out one below the stub', () => {
    const marks = [mark('tags', 1700), mark('tags', 1825)];
    const holed = designed.filter((each) => each.from !== '1825');
    const layout = layoutRibbon({ ...reply, bins: holed, marks }, 847);
    expect(layout.marks).toHaveLength(1);
    expect(layout.marks[0]?.x).toBeCloseTo(((layout.xs[4] ?? 0) + (layout.xs[5] ?? 0)) / 2);
  });

  it('folds the gutter to icons on a phone', () => {
    expect(layoutRibbon(reply, 350).left).toBeLessThan(60);
  });
});

describe('toneOf', () => {
  it.each([
    ['active', 'plain'],
    ['expired', 'warn'],
    ['abandoned', 'stop'],
    ['unknown', 'unk'],
  ] as const)('%s is %s', (standing, tone) => {
    expect(toneOf(standing)).toBe(tone);
  });
});

describe('labels', () => {
  it('goes right, else left, else away', () => {
    const [first, second, third] = placeLabels(
      [
        { x: 30, half: 6, text: 'audit' },
        { x: 70, half: 6, text: 'a-very-long-release-name' },
        { x: 380, half: 6, text: 'edge-of-it' },
      ],
      { left: 0, right: 400 },
    );
    expect(first).toBeNull();
    expect(second?.anchor).toBe('start');
    expect(third?.anchor).toBe('end');
  });

  it('counts wide characters as wide and shortens by code points', () => {
    expect(textWidth('日本')).toBeGreaterThan(textWidth('ab'));
    expect(shorten('😀'.repeat(30), 5)).toBe('😀😀😀😀…');
  });
});

describe('ticks', () => {
  const columns = columnsOf(designed, 100);
  const xs = columns.map((_, index) => index * 17.4);

  it('names round versions and always the newest', () => {
    const labels = versionTicks(columns, xs, 847).map((tick) => tick.label);
    expect(labels.at(-1)).toBe('1860');
    expect(labels.every((label) => Number(label) % 5 === 0)).toBe(true);
  });

  it('marks the beginning of each unit, at most sixteen, without touching', () => {
    const ticks = timeTicks(columns, xs, 800);
    expect(ticks.length).toBeGreaterThan(0);
    expect(ticks.length).toBeLessThanOrEqual(16);
    expect(timeTicks([], [], 800)).toEqual([]);
  });

  it('names the day of a time of day once', () => {
    const minutes = columnsOf([bin(0, 0), bin(1, 1), bin(2, 2)], 10);
    const labels = timeTicks(minutes, [0, 200, 400], 800).map((tick) => tick.label);
    expect(labels).toEqual(['8 Jun 00:00', '00:03', '00:06']);
  });
});

describe('ribbonKey', () => {
  const columns = columnsOf(
    [
      bin(1, 100, { held: 2, reclaimable: 98 }),
      bin(101, 200, { reclaimable: 100 }),
      single(201, 'reclaimable'),
      single(202, 'held'),
      single(203, 'latest'),
    ],
    100,
  );
  const facts = { columns, marked: [7n, 42n], cursor: 202n };

  it.each([
    ['ArrowLeft', false, 202n, { kind: 'move', version: 201n }],
    ['ArrowLeft', false, 201n, { kind: 'move', version: 200n }],
    ['ArrowLeft', false, 50n, { kind: 'stay' }],
    ['ArrowRight', false, 203n, { kind: 'stay' }],
    ['ArrowRight', false, 42n, { kind: 'move', version: 200n }],
    ['ArrowLeft', true, 202n, { kind: 'move', version: 42n }],
    ['ArrowLeft', true, 42n, { kind: 'move', version: 7n }],
    ['ArrowLeft', true, 7n, { kind: 'stay' }],
    ['ArrowRight', true, 42n, { kind: 'move', version: 202n }],
    ['ArrowRight', true, 202n, { kind: 'move', version: 203n }],
    ['Home', false, 202n, { kind: 'move', version: 100n }],
    ['End', false, 7n, { kind: 'move', version: 203n }],
    ['Enter', false, 42n, { kind: 'pin', version: 42n }],
    ['Enter', false, null, { kind: 'pin', version: 203n }],
    ['Escape', false, 42n, { kind: 'unpin' }],
    ['ArrowLeft', false, null, { kind: 'move', version: 203n }],
    ['a', false, 42n, null],
    ['Tab', false, 42n, null],
  ] as const)('%s shift=%s at %s', (key, shift, cursor, effect) => {
    expect(ribbonKey(key, shift, { ...facts, cursor })).toEqual(effect);
  });

  it('stays where there is nothing', () => {
    expect(ribbonKey('End', false, { columns: [], marked: [], cursor: null })).toEqual({ kind: 'stay' });
  });
});
