/** The verdict cells and the head's line of commits: one cell per verdict and column, one sign per column. */
import type { ReactElement } from 'react';
import type { Verdict } from '@/lib/contracts/protection';
import { glyphOf, OperationGlyph } from './operation-glyph';
import { laneBox, type RibbonLayout } from './ribbon-layout';

export const cellClass: Readonly<Record<Verdict, string>> = {
  latest: 'r-mark full',
  held: 'r-held',
  policy: 'r-policy',
  reclaimable: 'r-free',
  unknown: 'r-unknown',
};

/** Middle of the head's lane. */
export const HEAD_Y = (laneBox.head[0] + laneBox.head[1]) / 2;

export function RibbonCells({ layout }: { readonly layout: RibbonLayout }): ReactElement {
  const rx = layout.columnWidth < 8 ? 0.5 : 2;
  return (
    <>
      {layout.cells.map((cell) => (
        <rect
          key={`${cell.column} ${cell.verdict}`}
          className={cellClass[cell.verdict]}
          data-mark="cell"
          x={cell.x}
          y={cell.y}
          width={cell.width}
          height={cell.height}
          rx={rx}
        />
      ))}
    </>
  );
}

export function RibbonHead({ layout }: { readonly layout: RibbonLayout }): ReactElement {
  const { glyphs, columnWidth } = layout;
  const newest = glyphs.at(-1);
  const start = layout.stub?.x ?? layout.left;
  return (
    <>
      {newest && <path className="r-head" d={`M${start} ${HEAD_Y}H${newest.x}`} />}
      {glyphs.slice(0, -1).map((glyph) => (
        <OperationGlyph
          key={glyph.column}
          kind={glyph.binned ? 'unread' : glyphOf(glyph.operation)}
          x={glyph.x}
          y={HEAD_Y}
          narrow={columnWidth < 10}
        />
      ))}
      {newest && (
        <g data-mark="head" className="r-newest">
          <circle className="r-ring" cx={newest.x} cy={HEAD_Y} r={8} />
          <circle className="r-mark full" cx={newest.x} cy={HEAD_Y} r={5} />
        </g>
      )}
    </>
  );
}
