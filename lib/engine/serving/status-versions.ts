/** Names of reports that are never replaced, for stores without conditional replace, and how the newest is found (E.4). */
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';

/** A report's number is epoch and sequence number in ten digits each: the order of names is the order of writes. */
const digits = 10;
const greatest = 10 ** digits - 1;
/** Requests one look may cost; a store whose listing is not ordered can only be read through. */
const maxRequests = 120;
const maxPages = 20;

/** @param folder ends with `/` */
export function statusVersionKey(folder: string, epoch: number, seq: number): string {
  if (epoch > greatest || seq > greatest) throw new RangeError('a fence of more than ten digits');
  return keyOf(folder, BigInt(epoch) * 10n ** 10n + BigInt(seq));
}

function keyOf(folder: string, number: bigint): string {
  const text = number.toString().padStart(2 * digits, '0');
  return `${folder}${text.slice(0, digits)}-${text.slice(digits)}.json`;
}

function numberOf(folder: string, key: string): bigint | null {
  const [, epoch, seq] = /^(\d{10})-(\d{10})\.json$/.exec(key.slice(folder.length)) ?? [];
  return epoch === undefined ? null : BigInt(`${epoch}${seq}`);
}

/** What a name says; null for one that is no report's. */
export function statusFence(folder: string, key: string): { epoch: number; seq: number } | null {
  const number = numberOf(folder, key);
  if (number === null) return null;
  return { epoch: Number(number / 10n ** 10n), seq: Number(number % 10n ** 10n) };
}

/** A name without its folder and ending, as a claim tells what it was composed upon; and the key of it. */
export function statusName(folder: string, key: string): string {
  return key.slice(folder.length, -'.json'.length);
}
export function statusKeyOf(folder: string, name: string): string {
  return `${folder}${name}.json`;
}

/**
 * The greatest name, found without reading the history before it where listings are ordered.
 * @param below only names before this key count
 * @throws `unavailable` without a definite listing, or when there are more names than are looked through
 */
export async function newestStatusKey(
  store: ObjectStore,
  folder: string,
  below: string = keyOf(folder, 10n ** 20n - 1n),
): Promise<string | null> {
  const end = numberOf(folder, below) ?? 0n;
  const within = (number: bigint | null): number is bigint => number !== null && number < end;
  return store.ordered ? searched(store, folder, end) : readThrough(store, folder, within);
}

async function searched(store: ObjectStore, folder: string, end: bigint): Promise<string | null> {
  // The newest is `low` or between the two, `high` itself excluded.
  let [low, high] = [-1n, end];
  let step = 1_000n;
  let next: string | null = null;
  for (let requests = 0; requests < maxRequests; requests += 1) {
    const from = low < 0n ? null : high === end && low + step < end ? low + step : (low + high - 1n) / 2n;
    const startAfter = from === null ? {} : { startAfter: keyOf(folder, from) };
    const page = await store.list({ prefix: folder, ...(next === null ? startAfter : { next }) });
    // Foreign names may stand anywhere and say nothing of where reports end.
    const numbers = page.objects.flatMap(({ key }) => numberOf(folder, key) ?? []);
    const last = numbers.filter((one) => one < end).at(-1);
    const ended = page.next === null || numbers.some((one) => one >= end);
    if (last === undefined && !ended) {
      next = page.next;
      continue;
    }
    next = null;
    if (last !== undefined) {
      low = last;
      step *= 2n;
      if (ended) return keyOf(folder, low);
    } else if (from === null) return null;
    else high = from + 1n;
    if (low >= 0n && high - low <= 1n) return keyOf(folder, low);
  }
  throw tooMany(folder);
}

async function readThrough(
  store: ObjectStore,
  folder: string,
  within: (number: bigint | null) => number is bigint,
): Promise<string | null> {
  let newest: bigint | null = null;
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page = await store.list({ prefix: folder, ...(next === null ? {} : { next }) });
    for (const { key } of page.objects) {
      const number = numberOf(folder, key);
      if (within(number) && (newest === null || number > newest)) newest = number;
    }
    next = page.next;
    if (next === null) return newest === null ? null : keyOf(folder, newest);
  }
  throw tooMany(folder);
}

function tooMany(folder: string): VamplateError {
  return new VamplateError('unavailable', 'There are more reports than are looked through.', { folder });
}
