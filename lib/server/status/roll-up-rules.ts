/** One day's samples as one record: letters per target, and the last amounts that were known. */
import type { DayRecord, SampleRecord } from './sample-record';
import { emptyDay, letterOf, packDay, placeOf, slotName, withLetter } from './slot-rules';

/** @param samples of one day, in any order */
export function rollUp(
  day: string,
  samples: readonly SampleRecord[],
  made: { readonly at: string; readonly by: string },
): DayRecord {
  const ordered = samples.toSorted((a, b) => (a.slot < b.slot ? -1 : 1));
  const rows = new Map<
    string,
    { name: string; letters: string; versions: number | null; bytes: number | null }
  >();
  for (const { slot, targets } of ordered) {
    for (const { key, name, state, versions, bytes } of targets) {
      const before = rows.get(key);
      rows.set(key, {
        name,
        letters: withLetter(before?.letters ?? emptyDay, placeOf(Date.parse(slot)), letterOf(state)),
        versions: versions ?? before?.versions ?? null,
        bytes: bytes ?? before?.bytes ?? null,
      });
    }
  }
  return {
    ...{ format: 1, day, madeAt: made.at, by: made.by },
    samples: ordered.map(({ slot }) => slotName(Date.parse(slot))),
    targets: [...rows].map(([key, { letters, ...row }]) => ({ key, ...row, slots: packDay(letters) })),
  };
}
