'use client';
/** How old a panel's facts are and what reading them cost the store; amber and said in words past a minute. */
import { useCallback } from 'react';
import { formatRelative } from '@/lib/base/format-duration';
import type { ReplyMeta } from '@/lib/contracts/meta';
import { useTimeText } from './clock';
import { formatBytes } from './format-bytes';
import { plural } from './format-count';
import { formatInstant } from './format-instant';
import { Icon } from './icon';
import { useZone } from './preferences';

export const OLD_MS = 60_000;

export type ReadMeta = Pick<ReplyMeta, 'readAt' | 'storeTime' | 'requests' | 'bytes' | 'complete' | 'notes'>;

/** `read 4 s ago, 12 requests` */
export function ReadAge({ meta, source }: { readonly meta: ReadMeta; readonly source?: string }) {
  const zone = useZone();
  const age = useTimeText(
    useCallback((now) => (now === null ? '' : formatRelative(Date.parse(meta.readAt), now)), [meta.readAt]),
  );
  const old = useTimeText(
    useCallback((now) => (now !== null && isOld(meta.readAt, now) ? 'old' : ''), [meta.readAt]),
  );
  return (
    <span className={`age ${old}`} data-tip={detailOf(meta, zone)}>
      {old ? <Icon name="warn" size="sm" /> : <Icon name="clock" size="sm" />}
      <span>
        {old ? 'old data, ' : ''}read <b>{age}</b>
        {source ? (
          <span className="more">
            {' '}
            from <span className={source.includes('://') ? 'id' : undefined}>{source}</span>
          </span>
        ) : null}
        <span className="cost">, {plural(meta.requests, 'request')}</span>
        {meta.complete ? '' : ', not complete'}
      </span>
    </span>
  );
}

export function isOld(readAt: string, nowMs: number): boolean {
  return nowMs - Date.parse(readAt) > OLD_MS;
}

function detailOf(meta: ReadMeta, zone: 'utc' | 'local'): string {
  const parts = [
    `Read ${formatInstant(meta.readAt, zone)}: ${plural(meta.requests, 'request')}, ${formatBytes(meta.bytes)}.`,
  ];
  parts.push(
    meta.storeTime === null
      ? 'The store states no time of its own.'
      : `The store's own time was ${formatInstant(meta.storeTime, zone)}.`,
  );
  return [...parts, ...meta.notes].join(' ');
}
