/** A lease as a bar whose fill is the time left, counting down by the server's clock. */
import { useCallback } from 'react';
import { useTimeText } from '@/components/ui/clock';
import { formatDuration } from '@/lib/base/format-duration';
import { halfWidth, type PlacedMark } from './ribbon-marks';

const WIDTH = 2 * halfWidth.leases - 2;

/**
 * What is left of a lease: fill in px and words, as one text so that a tick draws only bars that change.
 * @param nowMs null before the browser's clock is known
 */
export function leaseLeft(since: string | null, until: string | null, nowMs: number | null): string {
  if (until === null) return '0|no end';
  if (nowMs === null) return '0|…';
  const left = Date.parse(until) - nowMs;
  if (left <= 0) return '0|ended';
  const whole = since === null ? left : Date.parse(until) - Date.parse(since);
  const share = whole <= 0 ? 0 : Math.min(1, left / whole);
  return `${Math.round(share * WIDTH)}|${shortLeft(left)}`;
}

/** Several leases share a bar: how many; its fill is that of the one that ends first. */
function folded(count: number): string {
  return count < 1000 ? `${count} leases` : `${Math.floor(count / 1000)}k leases`;
}

/** The bar has room for the largest unit or two. */
function shortLeft(ms: number): string {
  const words = formatDuration(ms);
  return words.length <= 8 ? words : words.split(' ').slice(0, 2).join(' ');
}

export function LeaseBar({ mark, y }: { readonly mark: PlacedMark; readonly y: number }) {
  const { since, until, x } = mark;
  const text = useTimeText(useCallback((now: number | null) => leaseLeft(since, until, now), [since, until]));
  const [fill = '0', words = ''] = text.split('|');
  const left = x - WIDTH / 2;
  return (
    <>
      <rect className="r-lease" x={left} y={y} width={Number(fill)} height={20} rx={2} />
      <rect className="r-lease-edge" x={left} y={y} width={WIDTH} height={20} rx={2} />
      <text className="r-left" x={x} y={y + 14} textAnchor="middle">
        {mark.count > 1 ? folded(mark.count) : words}
      </text>
    </>
  );
}
