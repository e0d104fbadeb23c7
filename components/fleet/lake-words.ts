/** A lake's state and grant in words. */
import type { Tone } from '@/components/ui/tone';
import type { Lake } from '@/lib/contracts/lakes';

export const lakeStates: Readonly<Record<Lake['state'], { readonly tone: Tone; readonly word: string }>> = {
  read: { tone: 'ok', word: 'Read' },
  reading: { tone: 'run', word: 'Reading' },
  unreachable: { tone: 'stop', word: 'Unreachable' },
};

export const grantWords: Readonly<Record<Lake['gc'], string>> = {
  none: 'nothing: this console only reads',
  protect: 'creating tags and taking leases',
  retire: 'creating tags, taking leases and cleanup',
};

/** `every 15 s, 120 requests per hour at this rate` */
export function rateText({ watchIntervalMs, requestsPerHourNow }: Lake): string {
  const rate = Math.round(requestsPerHourNow).toLocaleString('en-US');
  return `every ${Math.round(watchIntervalMs / 1000)} s while watched, ${rate} requests per hour now`;
}
