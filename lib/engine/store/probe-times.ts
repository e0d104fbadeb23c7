/** The part of the probe that looks at times: those of objects (A5) and those of answers (A6), and how coarse each is. */
import type { StorageInstant } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { Finding } from './capability-rules';
import type { StoreTime } from './object-store';
import type { ProbeContext } from './probe-context';

export interface TimeFindings {
  readonly storageTime: Finding;
  readonly answerTime: Finding;
  readonly listPrecisionMs: number | null;
  readonly headPrecisionMs: number | null;
  readonly storeClockSkewMs: number | null;
  readonly probedAt: StoreTime;
}

interface Sample {
  readonly listed: StorageInstant;
  readonly head: StorageInstant;
  readonly answered: StoreTime;
}

const samples = 6;
/** Times are cut to whole seconds in some answers; two that agree differ by less than two seconds. */
const agreementMs = 2_000;

/** @param caveat what the backend itself knows against its clock */
export async function probeTimes(
  { store, clock }: ProbeContext,
  caveat: string | null,
): Promise<TimeFindings> {
  const seen: Sample[] = [];
  for (let i = 0; i < samples; i += 1) {
    const key = `t-${i}`;
    if ((await store.create(key, new Uint8Array())).kind !== 'written') throw notRead();
    const page = await store.list({ prefix: key });
    const head = await store.head(key);
    const listed = page.objects[0]?.storedAt;
    if (head.kind !== 'found' || listed === undefined) throw notRead();
    seen.push({ listed, head: head.meta.storedAt, answered: page.storeTime });
    // An odd pause, so that whole-second and millisecond times can be told apart.
    await clock.sleep(7);
  }
  const before = clock.wall();
  const { storeTime } = await store.list({ prefix: 't-', limit: 1 });
  const host = (before + clock.wall()) / 2;
  return {
    storageTime: storageTimeOf(seen, caveat),
    answerTime: answerTimeOf(seen),
    listPrecisionMs: precisionOf(seen.map(({ listed }) => listed)),
    headPrecisionMs: precisionOf(seen.map(({ head }) => head)),
    storeClockSkewMs: storeTime === null ? null : Math.round(storeTime - host),
    probedAt: storeTime,
  };
}

function storageTimeOf(seen: readonly Sample[], caveat: string | null): Finding {
  const backwards = seen.some((sample, i) => sample.listed < (seen[i - 1]?.listed ?? sample.listed));
  if (backwards) return { answer: 'no', evidence: 'An object stored later carried an earlier time.' };
  const apart = seen.some(({ listed, head }) => Math.abs(listed - head) >= agreementMs);
  if (apart) return { answer: 'no', evidence: 'A listing and a HEAD gave one object two different times.' };
  const strange = seen.some(
    ({ listed, answered }) => answered !== null && Math.abs(answered - listed) >= 60_000,
  );
  if (strange) return { answer: 'no', evidence: "Objects carry times that are not near the store's own." };
  if (caveat !== null) return { answer: 'unknown', evidence: caveat };
  return {
    answer: 'yes',
    evidence: `${seen.length} objects stored one after another carried times in that order.`,
  };
}

function answerTimeOf(seen: readonly Sample[]): Finding {
  return seen.every(({ answered }) => answered !== null)
    ? { answer: 'yes', evidence: "Every answer stated the store's own time." }
    : { answer: 'no', evidence: "Answers did not state the store's own time." };
}

/** 1,000 when all times are whole seconds, else 1: with six samples milliseconds are mistaken once in 10^18. */
function precisionOf(times: readonly number[]): number {
  return times.every((time) => time % 1_000 === 0) ? 1_000 : 1;
}

function notRead(): VamplateError {
  return new VamplateError('unavailable', 'An object just written could not be read back.');
}
