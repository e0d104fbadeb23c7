'use client';
/** Beats as dots on a time axis, with what did not come, the thresholds 2L/3 and 1.5L, and the silence that is proven. */
import { useEffect, useId, useRef } from 'react';
import { Age } from '@/components/ui/age';
import { formatTime } from '@/components/ui/format-instant';
import { useZone } from '@/components/ui/preferences';
import { formatDuration } from '@/lib/base/format-duration';
import type { LockEvidence, LockLease } from '@/lib/contracts/locks';
import { type BeatAxis as Axis, beatAxisOf } from './beat-axis-rules';

const fullWidth = 1150;
const left = 118;
const width = fullWidth - left - 16;
const px = (share: number) => Math.round((left + share * width) * 10) / 10;

export interface BeatAxisProps {
  readonly evidence: LockEvidence;
  readonly lease: LockLease;
}

export function BeatAxis({ evidence, lease }: BeatAxisProps) {
  const axis = beatAxisOf(evidence, lease);
  const scroller = useRef<HTMLElement>(null);
  const newestX = axis?.beats.at(-1)?.x;
  const begun = useRef(false);
  // Where the axis is wider than the screen it begins at the newest beat; from then on it is whoever scrolls it.
  useEffect(() => {
    const frame = scroller.current;
    if (begun.current || frame === null || newestX === undefined) return;
    begun.current = true;
    frame.scrollLeft = (px(newestX) / fullWidth) * frame.scrollWidth - frame.clientWidth / 4;
  }, [newestX]);
  if (axis === null) return <p className="panel-body">No beat has been seen under this id.</p>;
  const newest = evidence.beats.at(-1);
  return (
    <figure className="track-chart">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className="track-scroll" aria-label="Time axis of beats" tabIndex={0} ref={scroller}>
        <Chart axis={axis} evidence={evidence} lease={lease} />
      </section>
      <figcaption className="caption">
        {evidence.beats.length} {evidence.beats.length === 1 ? 'beat' : 'beats'} seen, the newest{' '}
        <Age at={newest?.seenAt ?? null} />. Silence is proven for {formatDuration(evidence.silenceMs)}; late
        (2L/3) from {formatDuration(lease.lateMs)}, silent (1.5L) from {formatDuration(lease.silentMs)}.{' '}
        {leaseText(lease)}
      </figcaption>
    </figure>
  );
}

interface ChartProps extends BeatAxisProps {
  readonly axis: Axis;
}

function Chart({ axis, evidence, lease }: ChartProps) {
  const id = useId();
  const zone = useZone();
  const newest = axis.beats.at(-1);
  const newestX = px(newest?.x ?? 0);
  const [late, silent, quiet] = [px(axis.late), px(axis.silent), px(axis.quiet)];
  const dead = lease.leaseMs === null ? '' : ` = ${formatDuration(lease.lateMs)}`;
  const takeable = lease.leaseMs === null ? '' : ` = ${formatDuration(lease.silentMs)}`;
  return (
    <svg className="chart" viewBox={`0 0 ${fullWidth} 168`} role="img" aria-labelledby={id}>
      <title id={id}>
        {`Beats of this lock: ${evidence.beats.length} seen, silence proven for ${formatDuration(evidence.silenceMs)}`}
      </title>
      <rect className="lock-late" x={late} y={40} width={silent - late} height={88} />
      <rect className="lock-silent" x={silent} y={40} width={left + width - silent} height={88} />
      {[40, 84].map((y) => (
        <path key={y} className="hair" d={`M0 ${y}H${left + width}`} />
      ))}
      <path className="axis" d={`M0 128H${left + width}`} />
      <text className="t-2 t-12" x={0} y={66}>
        Owner’s beats
      </text>
      <text className="t-2 t-12" x={0} y={110}>
        Proven silence
      </text>
      {axis.ticks.map(({ at, x }) => (
        <g key={at}>
          <path className="axis" d={`M${px(x)} 128v4`} />
          <text x={px(x)} y={145} textAnchor="middle">
            {formatTime(at, zone)}
          </text>
        </g>
      ))}
      <path className="lock-late-line" d={`M${late} 32V128`} />
      <path className="lock-silent-line" d={`M${silent} 32V128`} />
      <text className="t-warn t-12" x={late + 6} y={18}>
        2L/3{dead}
      </text>
      <text className="t-2" x={late + 6} y={32}>
        the owner must have stopped
      </text>
      <text className="t-ink t-12" x={silent + 6} y={18}>
        1.5L{takeable}
      </text>
      <text className="t-2" x={silent + 6} y={32}>
        a claim is allowed
      </text>
      <path className="lock-beats" d={`M${px(axis.beats[0]?.x ?? 0)} 60H${newestX}`} />
      {axis.beats.map(({ name, x }) => (
        <circle key={name} className="lock-beat" cx={px(x)} cy={60} r={4.5} />
      ))}
      {axis.missed.map((x) => (
        <circle key={x} className="lock-missed" cx={px(x)} cy={60} r={4} />
      ))}
      {newest === undefined ? null : (
        <>
          <text className="t-ink t-12" x={newestX} y={18} textAnchor="end">
            newest beat
          </text>
          <text className="t-2" x={newestX} y={32} textAnchor="end">
            seen {formatTime(newest.seenAt, zone)}
          </text>
        </>
      )}
      {axis.missedCount === 0 ? null : (
        <text className="t-2 lock-halo" x={newestX + 8} y={79}>
          {axis.missedCount} missed
        </text>
      )}
      {quiet <= newestX ? null : (
        <>
          <path className="lock-quiet" d={`M${newestX} 106H${quiet}`} />
          {axis.quiet < 1 ? <path className="lock-quiet" d={`M${quiet} 100v12`} /> : null}
          <text className="t-2 lock-halo" x={newestX + 2} y={121}>
            no newer beat for {formatDuration(evidence.silenceMs)}
          </text>
        </>
      )}
    </svg>
  );
}

function leaseText({ source, leaseMs }: LockLease): string {
  if (leaseMs === null) return 'The lease is not known: late is judged as for 30 s, silent as for 600 s.';
  const length = formatDuration(leaseMs);
  return source === 'beat'
    ? `The lease is ${length}, as the beats state.`
    : `The lease is ${length} by the configuration; the beats do not state it.`;
}
