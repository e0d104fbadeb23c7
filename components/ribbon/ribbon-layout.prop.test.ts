/** For any history and any width: at most 1,000 marks, monotone positions, everything inside, no label on another. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RibbonBin, RibbonMark } from '@/lib/contracts/versions';
import { layoutRibbon, MOST_MARKS, type RibbonFacts } from './ribbon-layout';
import { lanes } from './ribbon-marks';

const start = 18_000_000_000_000_000_000n;

const facts: fc.Arbitrary<RibbonFacts> = fc
  .record({
    bins: fc.array(
      fc.record({
        skip: fc.integer({ min: 0, max: 3 }),
        tallies: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 5, maxLength: 5 }),
        minutes: fc.integer({ min: 0, max: 100_000 }),
      }),
      { minLength: 1, maxLength: 1500 },
    ),
    marks: fc.array(
      fc.record({
        lane: fc.constantFrom(...lanes),
        at: fc.integer({ min: -50, max: 20_000 }),
        subject: fc.string({ unit: 'grapheme', maxLength: 70 }),
        standing: fc.constantFrom('active', 'expired', 'abandoned', 'unknown'),
        count: fc.integer({ min: 1, max: 500 }),
      }),
      { maxLength: 900 },
    ),
    stub: fc.boolean(),
    horizon: fc.option(fc.integer({ min: -50, max: 20_000 })),
  })
  .map(({ bins, marks, stub, horizon }) => {
    let next = start;
    let minutes = 0;
    const placed = bins.map(({ skip, tallies, minutes: later }): RibbonBin => {
      const [latest = 0, held = 0, policy = 0, reclaimable = 0, unknown = 0] = tallies;
      const count = Math.max(1, latest + held + policy + reclaimable + unknown);
      const from = next + BigInt(skip);
      const to = from + BigInt(count - 1);
      next = to + 1n;
      minutes += later;
      const at = new Date(1_700_000_000_000 + minutes * 60_000).toISOString();
      return {
        ...{ from: String(from), to: String(to), count, latest, held, policy, reclaimable },
        ...{ unknown, operation: null, storedFrom: at, storedTo: at },
      };
    });
    return {
      bins: placed,
      marks: marks.map(
        ({ lane, at, subject, standing, count }): RibbonMark => ({
          ...{ lane, subject, standing, count, state: 'live', until: null, since: null },
          version: String(start + BigInt(at)),
        }),
      ),
      notListedBelow: stub ? String(start) : null,
      policyHorizon: horizon === null ? null : String(start + BigInt(horizon)),
    };
  });

const width = fc.integer({ min: 240, max: 3000 });

describe('layoutRibbon', () => {
  it('keeps its promises for any history', () => {
    fc.assert(
      fc.property(facts, width, (history, pixels) => {
        const layout = layoutRibbon(history, pixels);
        expect(layout.markCount).toBeLessThanOrEqual(MOST_MARKS);
        expect(layout.cells.length + layout.glyphs.length + layout.marks.length).toBe(layout.markCount);

        const versions = layout.columns.reduce((sum, column) => sum + column.count, 0);
        expect(versions).toBe(history.bins.reduce((sum, bin) => sum + bin.count, 0));

        for (const [index, x] of layout.xs.entries()) {
          expect(x).toBeGreaterThan(layout.xs[index - 1] ?? Number.NEGATIVE_INFINITY);
          expect(x).toBeLessThanOrEqual(layout.right);
        }
        for (const cell of layout.cells) {
          expect(cell.x).toBeGreaterThanOrEqual(layout.left - 0.001);
          expect(cell.x + cell.width).toBeLessThanOrEqual(layout.right + 0.001);
          expect(cell.height).toBeGreaterThanOrEqual(2);
          expect(cell.y + cell.height).toBeLessThanOrEqual(74.001);
        }
        for (const lane of lanes) {
          const marks = layout.marks.filter((mark) => mark.lane === lane);
          let wall = Number.NEGATIVE_INFINITY;
          for (const mark of marks) {
            expect(mark.x).toBeGreaterThan(wall);
            const left = Math.min(mark.x, mark.label?.left ?? mark.x);
            const right = Math.max(mark.x, mark.label?.right ?? mark.x);
            expect(left).toBeGreaterThan(wall);
            expect(left).toBeGreaterThanOrEqual(0);
            expect(right).toBeLessThanOrEqual(pixels);
            wall = right;
          }
        }
        for (const ticks of [layout.versionTicks, layout.timeTicks]) {
          for (const [index, tick] of ticks.entries()) {
            expect(tick.x).toBeGreaterThan(ticks[index - 1]?.x ?? Number.NEGATIVE_INFINITY);
          }
        }
      }),
      { seed: 72, numRuns: 60 },
    );
  });

  it('keeps every mark it can place: the counts of a lane add up', () => {
    fc.assert(
      fc.property(facts, width, (history, pixels) => {
        const oldest = BigInt(history.bins[0]?.from ?? 0);
        const layout = layoutRibbon(history, pixels);
        for (const lane of lanes) {
          const shown = layout.marks.filter((mark) => mark.lane === lane);
          const given = history.marks.filter((mark) => mark.lane === lane && BigInt(mark.version) >= oldest);
          expect(shown.reduce((sum, mark) => sum + mark.count, 0)).toBe(
            given.reduce((sum, mark) => sum + mark.count, 0),
          );
        }
      }),
      { seed: 73, numRuns: 40 },
    );
  });
});
