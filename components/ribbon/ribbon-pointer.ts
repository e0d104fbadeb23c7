/** Which version a point of the ribbon means: the mark it touches, else the newest of the column below it. */
import { laneBox, type RibbonLayout } from './ribbon-layout';
import { halfWidth, lanes } from './ribbon-marks';

/** @returns null where the point means no version: the lane names, the stub of what was not listed */
export function versionAt(layout: RibbonLayout, x: number, y: number): bigint | null {
  const lane = lanes.find((each) => y >= laneBox[each][0] && y < laneBox[each][1]);
  const mark = layout.marks.find(
    (each) =>
      each.lane === lane &&
      ((x >= each.x - halfWidth[each.lane] && x <= each.x + halfWidth[each.lane]) ||
        (each.label !== null && x >= each.label.left && x <= each.label.right)),
  );
  const marked = mark?.versions.at(-1);
  if (marked !== undefined) return marked;
  if (x < layout.left || layout.columnWidth === 0) return null;
  const index = Math.floor((x - layout.left) / layout.columnWidth);
  return layout.columns[Math.min(index, layout.columns.length - 1)]?.to ?? null;
}
