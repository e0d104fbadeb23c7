/** Turns the ribbon's reply into pixels: pure, monotone, inside its bounds, and never more than 1,000 marks. */
import type { Verdict } from '@/lib/contracts/protection';
import type { RibbonReply } from '@/lib/contracts/versions';
import { columnsOf, placeOf, type RibbonColumn, verdicts } from './ribbon-columns';
import { lanes, type PlacedMark, placeMarks } from './ribbon-marks';
import { type Tick, timeTicks, versionTicks } from './ribbon-ticks';

export const MOST_MARKS = 1000;
const MOST_COLUMNS = 300;
const NARROWEST_COLUMN = 3;
const WIDEST_COLUMN = 28;

/** Top and bottom of each lane in px. */
export const laneBox = {
  ticks: [26, 50],
  versions: [54, 82],
  head: [82, 118],
  tags: [118, 148],
  branches: [148, 180],
  leases: [180, 212],
  intents: [212, 242],
  retirement: [242, 272],
  time: [272, 294],
} as const;
export const CHART_HEIGHT = 294;

export interface Cell {
  readonly column: number;
  readonly verdict: Verdict;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Glyph {
  readonly column: number;
  readonly x: number;
  readonly operation: string | null;
  readonly binned: boolean;
}

export interface RibbonLayout {
  readonly width: number;
  /** Left edge of the lanes' plot, right edge of it. */
  readonly left: number;
  readonly right: number;
  readonly columnWidth: number;
  readonly columns: readonly RibbonColumn[];
  /** Centre of each column. */
  readonly xs: readonly number[];
  readonly cells: readonly Cell[];
  readonly glyphs: readonly Glyph[];
  readonly marks: readonly PlacedMark[];
  /** Versions below the policy horizon: kept only while held. */
  readonly band: { readonly x: number; readonly width: number } | null;
  /** Where older, not listed versions would be; null when everything was listed. */
  readonly stub: { readonly x: number; readonly width: number } | null;
  readonly versionTicks: readonly Tick[];
  readonly timeTicks: readonly Tick[];
  readonly markCount: number;
}

export type RibbonFacts = Pick<RibbonReply, 'bins' | 'marks' | 'notListedBelow' | 'policyHorizon'>;

/** @param width of the whole chart in px; below 560 the lanes keep only their icons */
export function layoutRibbon(facts: RibbonFacts, width: number): RibbonLayout {
  const gutter = gutterOf(width);
  const stubWidth = facts.notListedBelow === null ? 0 : 17;
  const room = Math.max(NARROWEST_COLUMN * 2, width - gutter - stubWidth - 13);
  let most = Math.min(MOST_COLUMNS, Math.floor(room / NARROWEST_COLUMN));
  let layout = layoutColumns(facts, width, columnsOf(facts.bins, most));
  // A column has at most 11 marks (five verdicts, a glyph, five lanes), so this ends at 90 columns at the latest.
  while (layout.markCount > MOST_MARKS && most > 2) {
    most = Math.floor(most * 0.8);
    layout = layoutColumns(facts, width, columnsOf(facts.bins, most));
  }
  return layout;
}

export function gutterOf(width: number): number {
  return width < 560 ? 30 : 104;
}

function layoutColumns(facts: RibbonFacts, width: number, columns: readonly RibbonColumn[]): RibbonLayout {
  const stubWidth = facts.notListedBelow === null ? 0 : 20;
  const right = width - 10;
  const start = gutterOf(width) + stubWidth;
  const columnWidth = Math.min(WIDEST_COLUMN, Math.max(0, right - start) / Math.max(1, columns.length));
  const left = right - columnWidth * columns.length;
  const lefts = columns.map((_, index) => left + index * columnWidth);
  const xs = lefts.map((x) => x + columnWidth / 2);
  const cells = columns.flatMap((column, index) => cellsOf(column, index, lefts[index] ?? left, columnWidth));
  const glyphs = columns.map((column, index) => ({
    column: index,
    x: xs[index] ?? left,
    operation: column.operation,
    binned: column.count > 1,
  }));
  const xOf = (version: bigint) => centreOf(columns, lefts, columnWidth, right, version);
  const marks = lanes.flatMap((lane) =>
    placeMarks(
      lane,
      facts.marks.filter((mark) => mark.lane === lane),
      xOf,
      { left: start, right: width - 2 },
    ),
  );
  return {
    width,
    left,
    right,
    columnWidth,
    columns,
    xs,
    cells,
    glyphs,
    marks,
    band: bandOf(facts, columns, lefts, left),
    stub: stubWidth === 0 ? null : { x: left - stubWidth, width: 17 },
    versionTicks: versionTicks(columns, xs, width),
    timeTicks: timeTicks(columns, lefts, right),
    markCount: cells.length + glyphs.length + marks.length,
  };
}

/** Null for a version older than what is shown; a version in a hole lies on the line between its neighbours. */
function centreOf(
  columns: readonly RibbonColumn[],
  lefts: readonly number[],
  columnWidth: number,
  right: number,
  version: bigint,
): number | null {
  const place = placeOf(columns, version);
  if (place.kind === 'before') return null;
  if (place.kind === 'after') return right;
  const left = lefts[place.index] ?? right;
  return place.kind === 'in' ? left + columnWidth / 2 : left;
}

function bandOf(
  facts: RibbonFacts,
  columns: readonly RibbonColumn[],
  lefts: readonly number[],
  left: number,
): RibbonLayout['band'] {
  if (facts.policyHorizon === null) return null;
  const place = placeOf(columns, BigInt(facts.policyHorizon));
  if (place.kind === 'before' || place.kind === 'after') return null;
  const edge = lefts[place.index] ?? left;
  return edge - left < 0.5 ? null : { x: left, width: edge - left };
}

/** One cell per verdict in the column; of a bin every verdict shows, however rare, at least 2 px high. */
function cellsOf(column: RibbonColumn, index: number, left: number, columnWidth: number): Cell[] {
  const gap = Math.min(3, Math.max(0.5, columnWidth * 0.17));
  const present = verdicts.filter((verdict) => column.verdicts[verdict] > 0);
  const spare = 16 - present.length * 2;
  const sum = present.reduce((all, verdict) => all + column.verdicts[verdict], 0);
  let y = laneBox.versions[0] + 4;
  return present.map((verdict) => {
    const height = 2 + (spare * column.verdicts[verdict]) / Math.max(1, sum);
    const cell = { column: index, verdict, x: left + gap / 2, y, width: columnWidth - gap, height };
    y += height;
    return cell;
  });
}
