/**
 * One sample per slot for all replicas: whoever comes first makes it, the others take it as their own. A day that ended
 * is rolled up once; its samples are removed two days after that.
 */
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { Clock } from '@/lib/base/clock';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { Random } from '@/lib/base/random';
import { unlessAborted } from '@/lib/base/unless-aborted';
import type { StoreTime } from '@/lib/engine/store/object-store';
import type { Records } from './records';
import { rollUp } from './roll-up-rules';
import { type DayRecord, type SampleRecord, sampleBounds } from './sample-record';
import type { SampleStore } from './sample-store';
import { dayMs, dayOf, lastSlot, mayRecord, slotMs, slotOf, startOf } from './slot-rules';

export interface SamplerParts {
  readonly store: SampleStore;
  readonly records: Records;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  /** Names this process in what it records. */
  readonly id: string;
  /** What there is now to say of every target; reads nothing that the console does not keep anyway. */
  readonly collect: (slot: number, signal: AbortSignal) => Promise<SampleRecord>;
  /** Told when this process made the sample of a slot: it alone goes on with what is done once per slot. */
  readonly onMade: (slot: number, signal: AbortSignal) => Promise<void>;
}

/** Replicas part their starts within this much of a slot. */
const jitterMs = 20_000;
const retryMs = 15_000;
/** So long after its end a day is rolled up: samples of replicas whose clocks differ are in by then. */
export const rollUpGraceMs = 15 * 60_000;
export const samplesStayMs = 2 * dayMs;
const daysPerSweep = 14;
const concurrency = 8;

export class Sampler {
  /** What was recorded before this process began has been read. */
  loaded = false;
  private sweptIn = -1;
  private readonly failing = new Set<string>();

  constructor(private readonly parts: SamplerParts) {}

  /** Goes on until it is aborted, and waits then for no store that does not answer. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    const { clock, random } = this.parts;
    while (!signal.aborted) {
      const done = await this.attempt('sampling failed', async () => {
        await unlessAborted(this.turn(signal), signal);
      });
      const now = clock.wall();
      const wait = done ? slotOf(now) + slotMs - now + ((random.bytes(1)[0] ?? 0) / 256) * jitterMs : retryMs;
      await clock.sleep(wait, signal).catch(() => undefined);
    }
  }

  /** One sample, and what is due beside it. */
  async turn(signal: AbortSignal): Promise<void> {
    if (!this.loaded) await this.load();
    if (signal.aborted) return;
    const now = this.parts.clock.wall();
    this.parts.records.forgetAfter(lastSlot(now));
    const slot = slotOf(now);
    const made = await this.sample(slot, signal);
    if (signal.aborted) return;
    if (this.sweptIn !== Math.floor(slot / 3_600_000)) {
      await this.attempt('rolling up samples failed', () => this.sweep());
      this.sweptIn = Math.floor(slot / 3_600_000);
    }
    if (made && !signal.aborted)
      await this.attempt('the canary failed', () => this.parts.onMade(slot, signal));
  }

  /** Everything that is shown: roll-ups of the days before, and samples of the days that have none yet. */
  private async load(): Promise<void> {
    const { store, records, clock } = this.parts;
    const today = startOf(dayOf(clock.wall()));
    const limit = pLimit(concurrency);
    const days = Array.from({ length: sampleBounds.days - 1 }, (_, back) =>
      dayOf(today - (back + 1) * dayMs),
    );
    const found = await Promise.all(days.map((day) => limit(() => this.findDay(day))));
    const read = found.filter((one) => one !== null && one !== 'corrupt');
    for (const one of read) records.addDay(one);
    const rolledUp = new Set(read.map(({ day }) => day));
    const oldest = days.at(-1) ?? '';
    const open = (await store.daysWithSamples()).days.filter((day) => day >= oldest && !rolledUp.has(day));
    for (const day of open.slice(-daysPerSweep)) await this.readDay(day);
    this.loaded = true;
  }

  /** @returns whether this process made it */
  private async sample(slot: number, signal: AbortSignal): Promise<boolean> {
    const { store, records, collect, clock } = this.parts;
    // What others recorded while this process did not look.
    if (!records.has(slot - slotMs)) await this.readDay(dayOf(slot - slotMs));
    if (records.has(slot)) return false;
    const found = await store.findSample(slot);
    if (found.value !== null) {
      records.addSample(found.value);
      return false;
    }
    this.requireStoreTime(slot, found.storeTime);
    const sample = await collect(slot, signal);
    // Too late to speak of that slot.
    if (signal.aborted || slotOf(clock.wall()) !== slot) return false;
    const kept = await store.keepSample(sample);
    if (kept.kind !== 'unknown') records.addSample(kept.value);
    return kept.kind === 'ours';
  }

  /** A clock that is wrong would record what is seen now as what was then, or will be. @throws `unavailable` */
  private requireStoreTime(slot: number, storeTime: StoreTime): void {
    if (mayRecord(slot, storeTime)) return;
    const times = { here: this.parts.clock.wall(), store: storeTime };
    throw new VamplateError('unavailable', 'The clock here is not that of the control store.', times);
  }

  private async readDay(day: string): Promise<void> {
    const { store, records, clock } = this.parts;
    const last = lastSlot(clock.wall());
    const { samples, corrupt } = await store.samplesOf(day, (slot) => slot <= last && !records.has(slot));
    for (const sample of samples) records.addSample(sample);
    if (corrupt.length > 0) this.parts.log.warn({ day, samples: corrupt }, 'samples are not in their form');
  }

  /** Rolls up days that ended, and removes samples whose time is over. */
  async sweep(): Promise<void> {
    const { store, records, clock } = this.parts;
    const { days, storeTime } = await store.daysWithSamples();
    // A replica whose clock is ahead would roll up a day that others still record.
    const now = Math.min(clock.wall(), storeTime ?? Number.POSITIVE_INFINITY);
    const ended = days.filter((day) => startOf(day) + dayMs + rollUpGraceMs <= now);
    for (const day of ended.slice(-daysPerSweep)) {
      const found = await this.findDay(day);
      const record = found === 'corrupt' ? null : (found ?? (await this.makeDay(day)));
      if (record === null) continue;
      records.addDay(record);
      if (Date.parse(record.madeAt) + samplesStayMs <= now) await store.removeSamples(record);
    }
    records.forgetBefore(now);
  }

  private async makeDay(day: string): Promise<DayRecord | null> {
    const { store, clock, id } = this.parts;
    const { samples } = await store.samplesOf(day, () => true);
    if (samples.length === 0) return null;
    const at = new Date(clock.wall()).toISOString();
    const kept = await store.keepDay(rollUp(day, samples, { at, by: id }));
    return kept.kind === 'unknown' ? null : kept.value;
  }

  /** A roll-up that is not in its form is left alone: that day shows what samples of it are left, and they stay. */
  private async findDay(day: string): Promise<DayRecord | 'corrupt' | null> {
    try {
      return await this.parts.store.findDay(day);
    } catch (error) {
      if (!isVamplateError(error) || error.kind !== 'corrupt') throw error;
      this.parts.log.warn({ day }, 'a roll-up is not in its form');
      return 'corrupt';
    }
  }

  private async attempt(failure: string, work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      this.failing.delete(failure);
      return true;
    } catch (error) {
      // A store that is gone is said once, not every few seconds.
      if (!this.failing.has(failure)) this.parts.log.warn({ error }, failure);
      this.failing.add(failure);
      return false;
    }
  }
}
