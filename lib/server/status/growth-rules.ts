/** Sums of a day over all datasets: of those whose amount is known, and how many those are. */
import type { GrowthDay } from '@/lib/contracts/growth';
import type { DayAmounts } from './records';
import { dayMs, dayOf, startOf } from './slot-rules';

export const growthDays = 30;

/** @param amounts by target and day; serving sets and roots have none @param now milliseconds of the last day */
export function growthOf(
  amounts: ReadonlyMap<string, ReadonlyMap<string, DayAmounts>>,
  now: number,
): GrowthDay[] {
  const today = startOf(dayOf(now));
  const datasets = [...amounts].filter(([key]) => key.startsWith('["dataset",')).map(([, days]) => days);
  return Array.from({ length: growthDays }, (_, place) => {
    const day = dayOf(today - (growthDays - 1 - place) * dayMs);
    const recorded = datasets.flatMap((days) => days.get(day) ?? []);
    const versions = recorded.flatMap((one) => one.versions ?? []);
    const bytes = recorded.flatMap((one) => one.bytes ?? []);
    return {
      ...{ day, datasets: recorded.length },
      ...{ versions: sumOf(versions), versionsOf: versions.length },
      ...{ bytes: sumOf(bytes), bytesOf: bytes.length },
    };
  });
}

/** null for nothing, and for what a JSON number does not hold exactly. */
function sumOf(amounts: readonly number[]): number | null {
  const sum = amounts.reduce((total, one) => total + one, 0);
  return amounts.length === 0 || !Number.isSafeInteger(sum) ? null : sum;
}
