/** The crosshair through one version, its flag, and the leader that joins it to the card. */
import type { ReactElement } from 'react';
import { placeOf } from './ribbon-columns';
import { textWidth } from './ribbon-labels';
import { CHART_HEIGHT, laneBox, type RibbonLayout } from './ribbon-layout';

/** The centre of the column that shows the version; null when none does. */
export function crosshairX(layout: RibbonLayout, version: bigint): number | null {
  const place = placeOf(layout.columns, version);
  if (place.kind === 'in') return layout.xs[place.index] ?? null;
  return place.kind === 'hole' ? (layout.xs[place.index] ?? 0) - layout.columnWidth / 2 : null;
}

/** The tinted column under everything else. */
export function RibbonSelection({
  layout,
  version,
}: {
  readonly layout: RibbonLayout;
  readonly version: bigint;
}): ReactElement | null {
  const x = crosshairX(layout, version);
  if (x === null) return null;
  const half = Math.max(layout.columnWidth, 3) / 2;
  const [top] = laneBox.versions;
  return (
    <rect className="r-select" x={x - half} y={top} width={2 * half} height={laneBox.retirement[1] - top} />
  );
}

export function RibbonCrosshair({
  layout,
  version,
}: {
  readonly layout: RibbonLayout;
  readonly version: bigint;
}): ReactElement | null {
  const x = crosshairX(layout, version);
  if (x === null) return null;
  const text = `v${version}`;
  const flag = textWidth(text) + 14;
  const left = Math.min(Math.max(x - flag / 2, 0), layout.width - flag);
  const bottom = laneBox.retirement[1];
  return (
    <g className="r-crosshair" data-version={String(version)}>
      <path className="r-cross faint" d={`M${x} 47V${bottom}`} />
      <path className="r-cross r-leader-right" d={`M${x} 30V6H${layout.width}`} />
      <path className="r-cross r-leader-below" d={`M${x} ${bottom}V${CHART_HEIGHT}`} />
      <rect className="r-flagged" x={left} y={29} width={flag} height={18} rx={4} />
      <text className="t-on" x={left + flag / 2} y={42} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}

/** The version numbers; one under the crosshair's flag steps aside. */
export function RibbonVersionTicks({
  layout,
  cursor,
}: {
  readonly layout: RibbonLayout;
  readonly cursor: bigint | null;
}): ReactElement {
  const x = cursor === null ? null : crosshairX(layout, cursor);
  const flag = textWidth(`v${cursor}`) + 14;
  const free = layout.versionTicks.filter(
    (tick) => x === null || Math.abs(tick.x - x) > (flag + textWidth(tick.label)) / 2,
  );
  return (
    <>
      {free.map((tick) => (
        <text key={tick.label} x={tick.x} y={44} textAnchor="middle">
          {tick.label}
        </text>
      ))}
    </>
  );
}
