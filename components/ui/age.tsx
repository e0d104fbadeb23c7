'use client';
/** Times for people: how long ago or how long left, with the absolute instant on hover, focus and copy. */
import { useCallback } from 'react';
import { formatDuration, formatRelative, formatRemaining } from '@/lib/base/format-duration';
import { useTimeText } from './clock';
import { Exact } from './exact';
import { formatInstant, formatShortInstant } from './format-instant';
import { useZone } from './preferences';

export interface AtProps {
  /** ISO 8601, or null where it is not known. */
  readonly at: string | null;
}

const NOT_KNOWN = <span className="faint">not known</span>;

function useRelativeText(at: string, format: (atMs: number, nowMs: number) => string): string {
  const zone = useZone();
  return useTimeText(
    useCallback(
      (nowMs) => (nowMs === null ? formatInstant(at, zone) : format(Date.parse(at), nowMs)),
      [at, zone, format],
    ),
  );
}

function Told({ at, format }: { readonly at: string; readonly format: (at: number, now: number) => string }) {
  const zone = useZone();
  const text = useRelativeText(at, format);
  return (
    <Exact exact={formatInstant(at, zone)} copy={at}>
      <time dateTime={at}>{text}</time>
    </Exact>
  );
}

const since = (at: number, now: number) => formatDuration(now - at);

/** `4 s ago`, `in 9 m`. */
export function Age({ at }: AtProps) {
  return at === null ? NOT_KNOWN : <Told at={at} format={formatRelative} />;
}

/** `3 h 1 m`: how long something has been so. */
export function Since({ at }: AtProps) {
  return at === null ? NOT_KNOWN : <Told at={at} format={since} />;
}

/** `9 m 12 s left`, `ended 3 m ago`: counts down. */
export function Remaining({ at }: AtProps) {
  return at === null ? NOT_KNOWN : <Told at={at} format={formatRemaining} />;
}

/** `12 Jun 14:02`: the instant itself, short, in the chosen zone. */
export function Instant({ at }: AtProps) {
  const zone = useZone();
  const text = useTimeText(
    useCallback(
      (nowMs) => {
        if (at === null) return '';
        return nowMs === null ? formatInstant(at, zone) : formatShortInstant(at, zone, nowMs);
      },
      [at, zone],
    ),
  );
  if (at === null) return NOT_KNOWN;
  return (
    <Exact exact={formatInstant(at, zone)} copy={at}>
      <time dateTime={at}>{text}</time>
    </Exact>
  );
}
