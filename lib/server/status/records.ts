/** What this process knows of all samples and roll-ups; every replica that read the same objects knows the same. */
import type { Recorded } from './recorded';
import type { DayRecord, SampleRecord } from './sample-record';
import { sampleBounds } from './sample-record';
import { dayMs, dayOf, emptyDay, letterOf, placeOf, startOf, unpackDay, withLetter } from './slot-rules';

/** Last known of one day, for growth. */
export interface DayAmounts {
  readonly versions: number | null;
  readonly bytes: number | null;
}

export class Records {
  private newest: Recorded['newest'] = null;
  private readonly days = new Map<string, Map<string, string>>();
  private readonly amounts = new Map<string, Map<string, DayAmounts>>();
  private readonly slots = new Set<number>();

  /** Another instance never says the same as this one did before. */
  generation = 0;

  has(slot: number): boolean {
    return this.slots.has(slot);
  }

  addSample(sample: SampleRecord): void {
    const slot = Date.parse(sample.slot);
    if (this.slots.has(slot)) return;
    this.slots.add(slot);
    this.generation += 1;
    const day = dayOf(slot);
    const isNewest = this.newest === null || slot > this.newest.slot;
    for (const { key, state, versions, bytes } of sample.targets) {
      this.keep(
        key,
        day,
        withLetter(this.days.get(key)?.get(day) ?? emptyDay, placeOf(slot), letterOf(state)),
      );
      this.keepAmounts(key, day, { versions, bytes }, isNewest);
    }
    if (!isNewest) return;
    this.newest = {
      ...{ slot, at: Date.parse(sample.at) },
      targets: new Map(sample.targets.map((one) => [one.key, one])),
      wholeLakes: new Set(sample.lakes.flatMap(({ id, complete }) => (complete ? [id] : []))),
      leftOut: new Map(sample.lakes.map(({ id, leftOut }) => [id, leftOut])),
    };
  }

  /** Takes the place of that day's samples. */
  addDay({ day, targets }: DayRecord): void {
    this.generation += 1;
    for (const { key, slots, versions, bytes } of targets) {
      const letters = unpackDay(slots);
      if (letters === null) continue;
      this.keep(key, day, letters);
      this.keepAmounts(key, day, { versions, bytes }, true);
    }
  }

  /** Forgets what a clock that was ahead recorded: it stands for no slot before `last`, in milliseconds, is reached. */
  forgetAfter(last: number): void {
    for (const slot of this.slots) if (slot > last) this.slots.delete(slot);
    if (this.newest === null || this.newest.slot <= last) return;
    this.newest = null;
    // Read anew: which of them is the newest is known no more.
    this.slots.clear();
    this.generation += 1;
  }

  /** Forgets days that nobody is shown any more. */
  forgetBefore(now: number): void {
    const oldest = dayOf(startOf(dayOf(now)) - sampleBounds.days * dayMs);
    for (const kept of [this.days, this.amounts]) {
      for (const [key, days] of kept) {
        for (const day of days.keys()) if (day < oldest) days.delete(day);
        if (days.size === 0) kept.delete(key);
      }
    }
    for (const slot of this.slots) if (slot < now - 3 * dayMs) this.slots.delete(slot);
  }

  recorded(): Recorded {
    return { newest: this.newest, days: this.days };
  }

  /** Of every target by key: what was known last on each day. */
  growth(): ReadonlyMap<string, ReadonlyMap<string, DayAmounts>> {
    return this.amounts;
  }

  private keep(key: string, day: string, letters: string): void {
    const days = this.days.get(key) ?? new Map<string, string>();
    this.days.set(key, days.set(day, letters));
  }

  /** A sample that knows no amount leaves the one before. */
  private keepAmounts(key: string, day: string, { versions, bytes }: DayAmounts, later: boolean): void {
    const days = this.amounts.get(key) ?? new Map<string, DayAmounts>();
    const before = days.get(day) ?? { versions: null, bytes: null };
    const [first, second] = later ? [{ versions, bytes }, before] : [before, { versions, bytes }];
    const kept = { versions: first.versions ?? second.versions, bytes: first.bytes ?? second.bytes };
    this.amounts.set(key, days.set(day, kept));
  }
}
