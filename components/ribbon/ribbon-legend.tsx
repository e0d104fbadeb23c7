/** What the ribbon's signs mean; only signs that can be seen right now are explained. */
import type { ReactElement, ReactNode } from 'react';
import { glyphKinds, glyphOf, glyphWords, OperationGlyph } from './operation-glyph';
import { cellClass } from './ribbon-cells';
import { verdicts } from './ribbon-columns';
import type { RibbonLayout } from './ribbon-layout';
import { MarkerSign } from './ribbon-mark-view';

const verdictWords = {
  latest: 'head',
  held: 'held',
  policy: 'kept by policy',
  reclaimable: 'reclaimable',
  unknown: 'unknown',
} as const;

export function RibbonLegend({ layout }: { readonly layout: RibbonLayout }): ReactElement {
  const shown = verdicts.filter((verdict) => layout.cells.some((cell) => cell.verdict === verdict));
  const glyphs = new Set(
    layout.glyphs.filter((glyph) => !glyph.binned).map((glyph) => glyphOf(glyph.operation)),
  );
  const markers = new Set(
    layout.marks.filter((mark) => mark.lane === 'retirement').map((mark) => mark.state),
  );
  return (
    <>
      <div className="legend">
        <b>Versions</b>
        {shown.map((verdict) => (
          <Entry key={verdict} words={verdictWords[verdict]}>
            <rect className={cellClass[verdict]} x={1.5} y={1.5} width={11} height={11} rx={2} />
          </Entry>
        ))}
        {markers.size > 0 && <b>Retirement</b>}
        {['draining', 'sealed', 'committed']
          .filter((state) => markers.has(state))
          .map((state) => (
            <Entry key={state} words={state}>
              <g className="r-m">
                <MarkerSign state={state} x={7} y={7} />
              </g>
            </Entry>
          ))}
      </div>
      <div className="legend">
        <b>Head</b>
        {glyphKinds
          .filter((kind) => glyphs.has(kind))
          .map((kind) => (
            <Entry key={kind} words={glyphWords[kind]}>
              <OperationGlyph kind={kind} x={7} y={7} />
            </Entry>
          ))}
        {layout.glyphs.some((glyph) => glyph.binned) && (
          <span>older versions share a column; its cells show their verdicts by share</span>
        )}
        {layout.marks.some((mark) => mark.lane === 'leases') && (
          <>
            <b>Leases</b>
            <Entry words="fill = time left">
              <rect className="r-lease" x={0} y={2} width={9} height={10} />
              <rect className="r-lease-edge" x={0.5} y={2} width={13} height={10} rx={2} />
            </Entry>
          </>
        )}
      </div>
    </>
  );
}

function Entry({ words, children }: { readonly words: string; readonly children: ReactNode }) {
  return (
    <span>
      <svg viewBox="0 0 14 14" aria-hidden="true">
        {children}
      </svg>
      {words}
    </span>
  );
}
