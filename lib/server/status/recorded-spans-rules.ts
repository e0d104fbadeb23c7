/** The last day of one target as spans of one recorded state; where no sample stands, the span says so. */
import type { RecordedSpan } from '@/lib/contracts/recorded-states';
import { iso } from '../to-contract/scalars';
import type { RecordedDays } from './history-rules';
import { dayOf, missing, placeOf, slotMs, slotOf, slotsPerDay, stateOfLetter } from './slot-rules';

/**
 * @param recorded letters of the days on which the target was recorded
 * @param now milliseconds; the slot it lies in counts once its sample is there, since until then none is due
 * @returns 288 slots, oldest first, joined where neighbours say the same
 */
export function recordedSpans(recorded: RecordedDays, now: number): RecordedSpan[] {
  const current = slotOf(now);
  const letterAt = (slot: number) => recorded.get(dayOf(slot))?.[placeOf(slot)] ?? missing;
  const last = letterAt(current) === missing ? current - slotMs : current;
  const spans: { state: RecordedSpan['state']; from: number; until: number }[] = [];
  for (let slot = last - (slotsPerDay - 1) * slotMs; slot <= last; slot += slotMs) {
    const letter = letterAt(slot);
    // A letter of a later version was recorded, and is not known here.
    const state = letter === missing ? null : (stateOfLetter(letter) ?? 'unknown');
    const before = spans.at(-1);
    if (before?.state === state) before.until = slot + slotMs;
    else spans.push({ state, from: slot, until: slot + slotMs });
  }
  return spans.map(({ state, from, until }) => ({ state, from: iso(from), until: iso(until) }));
}
