/** Everything of the ribbon that does not move with the crosshair; drawn again only when facts or width change. */
import { memo, type ReactElement } from 'react';
import { RibbonCells, RibbonHead } from './ribbon-cells';
import { RibbonAxes } from './ribbon-lanes';
import type { RibbonLayout } from './ribbon-layout';
import { RibbonMarkView } from './ribbon-mark-view';

export const RibbonPicture = memo(function RibbonPicture({
  layout,
  policyWords,
}: {
  readonly layout: RibbonLayout;
  readonly policyWords: string | null;
}): ReactElement {
  return (
    <>
      <RibbonAxes layout={layout} policyWords={policyWords} />
      <RibbonCells layout={layout} />
      <RibbonHead layout={layout} />
      {layout.marks.map((mark) => (
        <RibbonMarkView key={`${mark.lane} ${mark.x}`} mark={mark} />
      ))}
    </>
  );
});
