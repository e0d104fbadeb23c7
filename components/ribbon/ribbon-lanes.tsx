/** The ground of the ribbon: lane names, lane lines, the tinted band below the policy horizon, and both axes. */
import type { ReactElement } from 'react';
import { CHART_HEIGHT, laneBox, type RibbonLayout } from './ribbon-layout';
import { MarkerSign } from './ribbon-mark-view';

const names = {
  versions: 'Versions',
  head: 'Head',
  tags: 'Tags',
  branches: 'Branches',
  leases: 'Leases',
  intents: 'Intents',
  retirement: 'Retirement',
} as const;
type Named = keyof typeof names;
const named = Object.keys(names) as Named[];

/** Signs of the lanes, drawn around their own middle, 14 px. */
const signs: Readonly<Record<Exclude<Named, 'versions' | 'retirement'>, string>> = {
  head: 'M-6 0h5M1.5-3a3 3 0 1 1 0 6a3 3 0 1 1 0-6z',
  tags: 'M-5-5h4.6l5.4 5.4-4.6 4.6-5.4-5.4zM-2.4-2.4h.01',
  branches:
    'M-3-1.5v4M3-3c0 3-4 2-6 5M-3-4.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 0 1 0-3zM-3 2.5a1.5 1.5 0 1 1 0 3a1.5 1.5 0 0 1 0-3zM3-5.5a1.3 1.3 0 1 1 0 2.6a1.3 1.3 0 0 1 0-2.6z',
  leases: 'M-4-5.5h8M-4 5.5h8M-3-5.5v2.4l3 3.1 3-3.1v-2.4M-3 5.5v-2.4l3-3.1 3 3.1v2.4',
  intents: 'M0-5.5l5.5 5.5-5.5 5.5-5.5-5.5z',
};

export function RibbonLanes({ layout }: { readonly layout: RibbonLayout }): ReactElement {
  const { width, band, stub } = layout;
  const bottom = laneBox.retirement[1];
  const top = laneBox.versions[0];
  const short = width < 560;
  return (
    <>
      {band && <rect className="r-band" x={band.x} y={top} width={band.width} height={bottom - top} />}
      {stub && <rect className="r-stub" x={stub.x} y={top} width={stub.width} height={bottom - top} />}
      {named.map((lane) => (
        <LaneName key={lane} lane={lane} short={short} width={width} />
      ))}
    </>
  );
}

function LaneName({
  lane,
  short,
  width,
}: {
  readonly lane: Named;
  readonly short: boolean;
  readonly width: number;
}) {
  const [top, bottom] = laneBox[lane];
  const middle = (top + bottom) / 2;
  return (
    <>
      <path className="r-lane" d={`M0 ${bottom}H${width}`} />
      {lane !== 'versions' && (
        <g className="r-lane-sign" transform={`translate(${short ? 14 : 23} ${middle})`}>
          {lane === 'retirement' ? (
            <MarkerSign state="draining" x={0} y={0} />
          ) : (
            <path className={lane === 'intents' ? 'dashed' : undefined} d={signs[lane]} />
          )}
        </g>
      )}
      {!short && (
        <text
          className={lane === 'versions' ? 't-2 t-12 t-500' : 't-2 t-12'}
          x={lane === 'versions' ? 16 : 36}
          y={middle + 4}
        >
          {names[lane]}
        </text>
      )}
    </>
  );
}

/** @param policyWords what the policy keeps, in words; null where there is none or it is not known */
export function RibbonAxes({
  layout,
  policyWords,
}: {
  readonly layout: RibbonLayout;
  readonly policyWords: string | null;
}): ReactElement {
  const { width, band, stub, timeTicks, right } = layout;
  const first = layout.columns[0];
  const edge = band === null ? null : band.x + band.width;
  return (
    <>
      {edge !== null && (
        <path className="r-horizon" d={`M${edge} ${laneBox.versions[0]}V${laneBox.versions[1] - 4}`} />
      )}
      {band !== null && band.width > 290 && (
        <text className="t-acc" x={band.x + 8} y={22}>
          below the policy horizon: kept only while held
        </text>
      )}
      {edge !== null && policyWords !== null && right - edge > policyWords.length * 6 + 90 && (
        <text className="t-2" x={edge + 6} y={22}>
          kept by policy: {policyWords}
        </text>
      )}
      {stub !== null && width >= 560 && first !== undefined && first.from > 0n && (
        <text x={stub.x + 9} y={44} textAnchor="end">
          ≤{String(first.from - 1n)}
        </text>
      )}
      {timeTicks.map((tick) => (
        <g key={`${tick.x} ${tick.label}`}>
          <path className="axis" d={`M${tick.x} ${laneBox.time[0]}v5`} />
          <text x={tick.x + 3} y={CHART_HEIGHT - 8}>
            {tick.label}
          </text>
        </g>
      ))}
    </>
  );
}
