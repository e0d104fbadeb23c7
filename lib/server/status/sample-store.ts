/** Samples and roll-ups in the `control` store: each is created once, by whichever replica comes first, and read by all. */
import pLimit from 'p-limit';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { z } from '@/lib/contracts/zod';
import type { ObjectStore, StoreTime } from '@/lib/engine/store/object-store';
import {
  type DayRecord,
  dayKey,
  dayRecord,
  type SampleRecord,
  sampleBounds,
  sampleKey,
  samplePrefix,
  sampleRecord,
} from './sample-record';
import { dayOf, slotName, slotNamed } from './slot-rules';

const timeoutMs = 20_000;
const concurrency = 8;

export type Kept<T> = { readonly kind: 'ours' | 'theirs'; readonly value: T } | { readonly kind: 'unknown' };

export interface Found<T> {
  readonly value: T | null;
  readonly storeTime: StoreTime;
}

export interface DaySamples {
  readonly samples: readonly SampleRecord[];
  /** Names whose object no sample of that slot is in: nobody removes them. */
  readonly corrupt: readonly string[];
}

export class SampleStore {
  constructor(private readonly store: ObjectStore) {}

  /** The sample of a slot, or null, and when the store said so by its own clock. */
  findSample(slot: number): Promise<Found<SampleRecord>> {
    return this.find(sampleKey(dayOf(slot), slotName(slot)), sampleRecord);
  }

  /** Keeps it unless another replica's is there: then that one is the sample of this slot. */
  keepSample(sample: SampleRecord): Promise<Kept<SampleRecord>> {
    const slot = Date.parse(sample.slot);
    return this.keep(sampleKey(dayOf(slot), slotName(slot)), sample, sampleRecord);
  }

  async findDay(day: string): Promise<DayRecord | null> {
    const { value } = await this.find(dayKey(day), dayRecord);
    return value;
  }

  keepDay(record: DayRecord): Promise<Kept<DayRecord>> {
    return this.keep(dayKey(record.day), record, dayRecord);
  }

  /** Days that still have samples, oldest first, and when the store said so by its own clock. */
  async daysWithSamples(): Promise<{ readonly days: readonly string[]; readonly storeTime: StoreTime }> {
    const page = await this.store.list({
      prefix: samplePrefix,
      delimiter: '/',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const days = page.prefixes.flatMap((prefix) => /\/(\d{4}-\d{2}-\d{2})\/$/.exec(prefix)?.[1] ?? []);
    return { days: days.sort(), storeTime: page.storeTime };
  }

  /** @throws `unavailable` when one of them cannot be read */
  async samplesOf(day: string, wanted: (slot: number) => boolean): Promise<DaySamples> {
    const names = (await this.namesOf(day)).filter((name) => {
      const slot = slotNamed(day, name);
      return slot !== null && wanted(slot);
    });
    const limit = pLimit(concurrency);
    const read = await Promise.all(names.map((name) => limit(() => this.readOne(day, name))));
    return {
      samples: read.filter((one) => typeof one === 'object' && one !== null),
      corrupt: read.filter((one) => typeof one === 'string'),
    };
  }

  /** Removes samples that this roll-up names, and nothing else. @returns how many were there */
  async removeSamples({ day, samples }: DayRecord): Promise<number> {
    const named = new Set(samples);
    const keys = (await this.namesOf(day))
      .filter((name) => named.has(name))
      .map((name) => sampleKey(day, name));
    if (keys.length > 0) await this.store.deleteBatch(keys);
    return keys.length;
  }

  private async namesOf(day: string): Promise<string[]> {
    const prefix = `${samplePrefix}${day}/`;
    const page = await this.store.list({ prefix, delimiter: '/', signal: AbortSignal.timeout(timeoutMs) });
    return page.objects.flatMap(({ key }) => /^(\d{4})\.json$/.exec(key.slice(prefix.length))?.[1] ?? []);
  }

  /** The name alone for what is no sample of that slot; null for what is gone. */
  private async readOne(day: string, name: string): Promise<SampleRecord | string | null> {
    try {
      const { value: sample } = await this.find(sampleKey(day, name), sampleRecord);
      if (sample === null) return null;
      return Date.parse(sample.slot) === slotNamed(day, name) ? sample : name;
    } catch (error) {
      if (isVamplateError(error) && error.kind === 'corrupt') return name;
      throw error;
    }
  }

  private async keep<T>(key: string, value: T, schema: z.ZodType<T>): Promise<Kept<T>> {
    const body = new TextEncoder().encode(`${JSON.stringify(value)}\n`);
    const answer = await this.store.create(key, body);
    if (answer.kind === 'written') return { kind: 'ours', value };
    // What lies there counts, whoever wrote it; after an uncertain write it may be our own.
    const { value: found } = await this.find(key, schema);
    return found === null ? { kind: 'unknown' } : { kind: 'theirs', value: found };
  }

  /** @throws `corrupt` for what is not in its form, `unavailable` */
  private async find<T>(key: string, schema: z.ZodType<T>): Promise<Found<T>> {
    const { bytes: maxBytes } = sampleBounds;
    const answer = await this.store.get(key, { maxBytes, signal: AbortSignal.timeout(timeoutMs) });
    if (answer.kind === 'absent') return { value: null, storeTime: answer.storeTime };
    if (answer.kind === 'too_large') throw corruptAt(key);
    const parsed = schema.safeParse(parseJson(key, answer.body));
    if (!parsed.success) throw corruptAt(key);
    return { value: parsed.data, storeTime: answer.storeTime };
  }
}

function parseJson(key: string, body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    throw corruptAt(key);
  }
}

function corruptAt(key: string): VamplateError {
  return new VamplateError('corrupt', 'What was recorded is not in its form.', { key });
}
