/** One mark of a lane as drawn: flag, branch, lease bar with its time left, intent, or the marker's own glyph. */
import type { ReactElement } from 'react';
import { LeaseBar } from './lease-bar';
import { HEAD_Y } from './ribbon-cells';
import { laneBox } from './ribbon-layout';
import type { PlacedMark } from './ribbon-marks';

export function RibbonMarkView({ mark }: { readonly mark: PlacedMark }): ReactElement {
  const [top, bottom] = laneBox[mark.lane];
  const middle = (top + bottom) / 2;
  return (
    <g data-mark={mark.lane} className={`r-m ${mark.tone}`}>
      <Sign mark={mark} top={top} middle={middle} />
      {mark.label && (
        <text className="r-label" x={mark.label.x} y={middle + 4} textAnchor={mark.label.anchor}>
          {mark.label.text}
        </text>
      )}
    </g>
  );
}

interface SignProps {
  readonly mark: PlacedMark;
  readonly top: number;
  readonly middle: number;
}

function Sign({ mark, top, middle }: SignProps): ReactElement {
  const { x } = mark;
  switch (mark.lane) {
    case 'tags':
      return (
        <>
          <path className="r-tag" d={`M${x} ${top + 3}v24`} />
          <path className="r-flag" d={`M${x} ${top + 4}h8l-2.5 3.5 2.5 3.5h-8z`} />
        </>
      );
    case 'branches':
      return (
        <>
          <path className="r-branch" d={`M${x} ${HEAD_Y}V${middle - 4}q0 6 6 6h2`} />
          <circle className="r-mark" cx={x + 10} cy={middle + 2} r={2.6} />
        </>
      );
    case 'leases':
      return <LeaseBar mark={mark} y={top + 6} />;
    case 'intents':
      return <path className="r-intent" d={`M${x} ${middle - 6}l6 6-6 6-6-6z`} />;
    case 'retirement':
      return <MarkerSign state={mark.state} x={x} y={middle} />;
  }
}

/** Half-filled ring draining, double square sealed, filled disc with slash committed, else a plain ring. */
export function MarkerSign({
  state,
  x,
  y,
}: {
  readonly state: string;
  readonly x: number;
  readonly y: number;
}) {
  if (state === 'sealed') {
    return (
      <>
        <rect className="r-sign" x={x - 5} y={y - 5} width={10} height={10} rx={1} />
        <rect className="r-sign-fill" x={x - 2.2} y={y - 2.2} width={4.4} height={4.4} />
      </>
    );
  }
  if (state === 'committed') {
    return (
      <>
        <circle className="r-sign-fill" cx={x} cy={y} r={5.5} />
        <path className="r-slash" d={`M${x - 2.5} ${y + 2.5}l5-5`} />
      </>
    );
  }
  return (
    <>
      <circle className="r-sign" cx={x} cy={y} r={5.2} />
      {state === 'draining' && (
        <path className="r-sign-fill" d={`M${x - 5.2} ${y}h10.4a5.2 5.2 0 0 1-10.4 0z`} />
      )}
    </>
  );
}
