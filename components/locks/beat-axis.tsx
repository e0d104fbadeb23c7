/** Beats as dots on a time axis with the thresholds 2L/3 and 1.5L after the newest; the same in words below. */
import { Age } from '@/components/ui/age';
import { formatDuration } from '@/components/ui/format-duration';
import type { LockEvidence, LockLease } from '@/lib/contracts/locks';
import { beatAxisOf } from './beat-axis-rules';

const width = 1000;
const height = 64;
const line = 40;

export interface BeatAxisProps {
  readonly evidence: LockEvidence;
  readonly lease: LockLease;
}

export function BeatAxis({ evidence, lease }: BeatAxisProps) {
  const axis = beatAxisOf(evidence, lease);
  if (axis === null) return <p className="panel-body">No beat has been seen under this id.</p>;
  const newest = evidence.beats.at(-1);
  return (
    <figure className="lock-axis">
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        <line className="axis" x1={0} x2={width} y1={line} y2={line} />
        <line
          className="quiet"
          x1={(axis.beats.at(-1)?.x ?? 0) * width}
          x2={axis.quiet * width}
          y1={line}
          y2={line}
        />
        <line className="late" x1={axis.late * width} x2={axis.late * width} y1={6} y2={height} />
        <line className="silent" x1={axis.silent * width} x2={axis.silent * width} y1={6} y2={height} />
        {axis.beats.map(({ name, x }) => (
          <line key={name} className="beat" x1={x * width} x2={x * width} y1={line - 0.1} y2={line + 0.1} />
        ))}
      </svg>
      <figcaption className="caption">
        {evidence.beats.length} beats seen, the newest <Age at={newest?.seenAt ?? null} />. Silence is proven
        for {formatDuration(evidence.silenceMs)}; late (2L/3) from {formatDuration(lease.lateMs)}, silent
        (1.5L) from {formatDuration(lease.silentMs)}. {leaseText(lease)}
      </figcaption>
    </figure>
  );
}

function leaseText({ source, leaseMs }: LockLease): string {
  if (leaseMs === null) return 'The lease is not known: late is judged as for 30 s, silent as for 600 s.';
  const length = formatDuration(leaseMs);
  return source === 'beat'
    ? `The lease is ${length}, as the beats state.`
    : `The lease is ${length} by the configuration; the beats do not state it.`;
}
