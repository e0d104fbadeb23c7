/** Ninety days in which every table worked, as a console that ran so long would have recorded them: the longest walk back. */
import pLimit from 'p-limit';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { targetKey } from '@/lib/server/status/page-rules';
import { sampleBounds } from '@/lib/server/status/sample-record';
import { SampleStore } from '@/lib/server/status/sample-store';
import { dayMs, dayOf, packDay, slotMs, slotOf, slotsPerDay, startOf } from '@/lib/server/status/slot-rules';
import { putVersion } from '@/lib/testing/lake-stage';

const concurrency = 8;
const by = 'bench';
const always = packDay('w'.repeat(slotsPerDay));
const iso = (ms: number) => new Date(ms).toISOString();

/** Tables of one version each, so that the console itself says that they work. */
export async function putTables(lake: ObjectStore, ids: readonly string[]): Promise<void> {
  const limit = pLimit(concurrency);
  await Promise.all(ids.map((id) => limit(() => putVersion(lake, id, 1n))));
}

/** Roll-ups of the days before today, and the samples of today up to the slot that `now` lies in, which is left out. */
export async function putHistory(
  control: ObjectStore,
  { lake, ids }: { readonly lake: string; readonly ids: readonly string[] },
  now: number,
): Promise<void> {
  const store = new SampleStore(control);
  const limit = pLimit(concurrency);
  const today = startOf(dayOf(now));
  const named = ids.map((id) => ({
    key: targetKey({ kind: 'dataset', lake, id }),
    ...{ name: id, versions: 1, bytes: null },
  }));
  const days = Array.from({ length: sampleBounds.days - 1 }, (_, back) => today - (back + 1) * dayMs);
  const slots = Array.from({ length: (slotOf(now) - today) / slotMs }, (_, place) => today + place * slotMs);
  const rolledUp = named.map((one) => ({ ...one, slots: always }));
  const sampled = named.map((one) => ({
    ...one,
    ...({ state: 'working', code: 'working', lastCommitAt: null, lastProvenAt: null } as const),
    retention: null,
  }));
  await Promise.all([
    ...days.map((day) =>
      limit(() =>
        store.keepDay({
          ...{ format: 1, day: dayOf(day), madeAt: iso(day + dayMs), by, samples: [], targets: rolledUp },
        }),
      ),
    ),
    ...slots.map((slot) =>
      limit(() =>
        store.keepSample({
          ...{ format: 1, slot: iso(slot), at: iso(slot), by, targets: sampled },
          lakes: [{ id: lake, complete: true, leftOut: 0 }],
        }),
      ),
    ),
  ]);
}
