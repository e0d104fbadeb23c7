'use client';
/** The three clocks of a set on one time axis, each with its question at the left and its reading at the right. */
import type { ReactNode } from 'react';
import { plural } from '@/components/ui/format-count';
import { formatTime } from '@/components/ui/format-instant';
import { useZone } from '@/components/ui/preferences';
import type { ReplicaDetail } from '@/lib/contracts/serving-report';
import { type ClockAxis, type ClockLane, clockAxisOf } from './clock-axis-rules';

export interface ThreeClocksProps {
  readonly replicas: readonly ReplicaDetail[];
  /** When the answer was read, ISO 8601. */
  readonly readAt: string;
}

const width = 794;
const left = 92;
const laneHeight = 24;
const span = width - left - 12;
const x = (share: number) => left + share * span;

/** Now is at the right end; what was is scrolled to. */
function startAtNow(scroller: HTMLElement | null): void {
  if (scroller !== null) scroller.scrollLeft = scroller.scrollWidth;
}

export function ThreeClocks({ replicas, readAt }: ThreeClocksProps) {
  const zone = useZone();
  const axis = clockAxisOf(replicas, Date.parse(readAt));
  return (
    <>
      <section
        ref={startAtNow}
        className="clock-scroll"
        aria-label="Three clocks on one time axis"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        tabIndex={0}
      >
        <ClockRow
          title="Import identity"
          ask={['Which source is this data?', 'Ticks on every import.']}
          axis={axis}
          lanes={axis.imports}
        >
          <Imports replicas={replicas} />
        </ClockRow>
        <ClockRow
          title="Physical history"
          ask={['Which versions exist?', 'Ticks on every commit.']}
          axis={axis}
          lanes={axis.history}
        >
          <Heads replicas={replicas} />
        </ClockRow>
        <ClockRow
          title="Replica progress"
          ask={['How far has each copy got?', 'Ticks on every proof.']}
          axis={axis}
          lanes={axis.replicas}
        >
          <Served replicas={replicas} />
        </ClockRow>
        <div className="clock-row axis">
          <div className="ask" />
          <figure>
            <svg className="chart" viewBox={`0 0 ${width} 18`} role="presentation">
              {axis.ticks.map(({ at, x: share }) =>
                share > 0.94 ? null : (
                  <text key={at} x={x(share)} y={12} textAnchor="middle">
                    {formatTime(at, zone).slice(0, 5)}
                  </text>
                ),
              )}
              <text className="t-acc" x={x(1)} y={12} textAnchor="end">
                now
              </text>
            </svg>
          </figure>
          <div className="reads" />
        </div>
      </section>
      <p className="panel-foot">
        A bar begins where a report dates it.
        {axis.more > 0 ? ` ${plural(axis.more, 'more replica')} in the table below.` : ''}
      </p>
    </>
  );
}

interface ClockRowProps {
  readonly title: string;
  readonly ask: readonly [string, string];
  readonly axis: ClockAxis;
  readonly lanes: readonly ClockLane[];
  readonly children: ReactNode;
}

function ClockRow({ title, ask, axis, lanes, children }: ClockRowProps) {
  const height = Math.max(2, lanes.length) * laneHeight + 12;
  return (
    <div className="clock-row">
      <div className="ask">
        <h3>{title}</h3>
        <small>{ask[0]}</small>
        <small>{ask[1]}</small>
      </div>
      <figure>
        <svg
          className="chart"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={`${title}: ${spoken(lanes)}`}
        >
          {axis.ticks.map(({ at, x: share }) => (
            <path key={at} className="hair" d={`M${x(share)} 0V${height}`} />
          ))}
          {lanes.map((lane, index) => (
            <Lane key={`${lane.name} ${lane.bars[0]?.label}`} lane={lane} top={6 + index * laneHeight} />
          ))}
          {axis.marks.map((share) => (
            <path key={share} className="clock-mark" d={`M${x(share)} 0V${height}`} />
          ))}
          <path className="clock-now" d={`M${x(1)} 0V${height}`} />
        </svg>
      </figure>
      <div className="reads">{children}</div>
    </div>
  );
}

function spoken(lanes: readonly ClockLane[]): string {
  if (lanes.length === 0) return 'nothing is told';
  return lanes
    .map(
      ({ name, bars }) =>
        `${name === null ? '' : `${name}: `}${bars.map(({ label }) => label).join(', then ')}`,
    )
    .join('; ');
}

/** Letters of the chart's 11 px face are about this wide. */
const letterWidth = 6;

function Lane({ lane: { name, bars }, top }: { readonly lane: ClockLane; readonly top: number }) {
  return (
    <g>
      {name === null ? null : (
        <text className="t-2" x={8} y={top + 13}>
          {name.length > 13 ? `${name.slice(0, 12)}…` : name}
        </text>
      )}
      {bars.map(({ kind, from, to, label }) => {
        const start = x(from);
        const wide = Math.max(3, x(to) - start);
        const letters = Math.floor((wide - 12) / letterWidth);
        // Where the bar is too short for its words they stand before it, if there is room.
        const outside = letters < Math.min(label.length, 4);
        const fits = outside ? label : label.length > letters ? `${label.slice(0, letters - 1)}…` : label;
        return (
          <g key={`${kind} ${label}`}>
            <rect className={`clock-${kind}`} x={start} y={top} width={wide} height={18} rx={3} />
            <text
              className={outside ? 't-2' : `clock-${kind}-text`}
              x={outside ? start - 6 : start + 8}
              y={top + 13}
              textAnchor={outside ? 'end' : 'start'}
            >
              {outside && start - left < label.length * letterWidth ? '' : fits}
            </text>
          </g>
        );
      })}
    </g>
  );
}

function Imports({ replicas }: { readonly replicas: readonly ReplicaDetail[] }) {
  const active = distinct(replicas.map(({ activeImport }) => activeImport));
  const source = replicas.find(({ report }) => report?.imports.active?.identity)?.report?.imports.active
    ?.identity;
  if (active.length === 0) return <Reading says="none" small="no import is served" />;
  if (active.length > 1)
    return <Reading says={`${active.length} imports`} small="replicas serve different ones" />;
  return (
    <Reading
      says={<code className="id">{active[0]}</code>}
      small={source?.sourceId ?? 'unsealed: no identity'}
    />
  );
}

function Heads({ replicas }: { readonly replicas: readonly ReplicaDetail[] }) {
  const heads = distinct(replicas.map(({ observedHead }) => observedHead));
  const clean = distinct(replicas.map(({ cleanVersion }) => cleanVersion));
  return <Reading says={rangeOf(heads, 'not known')} small={`clean ${rangeOf(clean, 'not known')}`} />;
}

function Served({ replicas }: { readonly replicas: readonly ReplicaDetail[] }) {
  const served = distinct(replicas.map(({ servingVersion }) => servingVersion));
  const atHead = replicas.filter(
    ({ servingVersion, observedHead }) => servingVersion !== null && servingVersion === observedHead,
  );
  return (
    <Reading
      says={rangeOf(served, 'none')}
      small={`${atHead.length} of ${replicas.length} serve the head they see`}
    />
  );
}

function Reading({ says, small }: { readonly says: ReactNode; readonly small: string }) {
  return (
    <>
      <b>{says}</b>
      <small>{small}</small>
    </>
  );
}

function distinct(values: readonly (string | null)[]): readonly string[] {
  return [...new Set(values.filter((one) => one !== null))];
}

function rangeOf(versions: readonly string[], none: string): string {
  const sorted = [...versions].sort((a, b) => Number(BigInt(a) - BigInt(b)));
  const [first] = sorted;
  const last = sorted.at(-1);
  if (first === undefined) return none;
  return first === last ? `v${first}` : `v${first} to v${last}`;
}
