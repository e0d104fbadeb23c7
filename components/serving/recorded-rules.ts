/** How long a set was recorded in each state over its last day, and where each span stands on the strip. */
import { stateWord } from '@/components/status-page/state-words';
import { formatDuration } from '@/lib/base/format-duration';
import type { RecordedSpan } from '@/lib/contracts/recorded-states';
import { statusState } from '@/lib/contracts/status-document';

export interface TimeSpent {
  readonly state: RecordedSpan['state'];
  readonly ms: number;
}

/** Worst first, what was not recorded last; states with no time are left out. */
export function timeSpent(spans: readonly RecordedSpan[]): readonly TimeSpent[] {
  return [...statusState.options, null].flatMap((state) => {
    const ms = spans.filter((span) => span.state === state).reduce((sum, span) => sum + lengthOf(span), 0);
    return ms === 0 ? [] : [{ state, ms }];
  });
}

/** Shares of the strip's width, 0 to 1. */
export function placesOf(
  spans: readonly RecordedSpan[],
): readonly (RecordedSpan & { readonly at: number; readonly wide: number })[] {
  const total = spans.reduce((sum, span) => sum + lengthOf(span), 0);
  const start = Date.parse(spans[0]?.from ?? '');
  return spans.map((span) => ({
    ...span,
    at: (Date.parse(span.from) - start) / total,
    wide: lengthOf(span) / total,
  }));
}

export function recordedWord(state: RecordedSpan['state']): string {
  return state === null ? 'Not recorded' : stateWord[state];
}

/** The strip for those who hear it. */
export function spokenOf(spans: readonly RecordedSpan[]): string {
  const spent = timeSpent(spans).map(({ state, ms }) => `${recordedWord(state)} ${formatDuration(ms)}`);
  return `Last 24 hours: ${spent.join(', ')}`;
}

function lengthOf({ from, until }: RecordedSpan): number {
  return Date.parse(until) - Date.parse(from);
}
