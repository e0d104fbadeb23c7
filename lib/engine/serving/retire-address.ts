/**
 * An admin states that what answered at a configured address is gone for good (D14). The word stands while nothing answers
 * there. Once anything does, be it a refusal, that word has ended for good: another silence needs another one.
 */
import { createHash } from 'node:crypto';
import { VamplateError } from '@/lib/base/errors';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { FetchedReport } from './fetch-report';
import { listRetired, type RetiredReplica, recordRetirement } from './retire-replica';
import { retiredPrefix } from './retired-rules';

/** Every key that was listed, with what it says; null where that could not be read. */
type Known = ReadonlyMap<string, RetiredReplica | null>;

/** Whether nothing answered there at all. Any status, a redirect and bytes that are no report are answers. */
export function isSilent(reading: FetchedReport): boolean {
  return reading.kind === 'unreadable' && reading.because === 'no_answer';
}

/** The word that stands of an address as it was just found: names alone tell whether it has ended. */
export function standingRetirement(
  known: Known | null,
  env: string,
  { url, reading }: { readonly url: string; readonly reading: FetchedReport },
): RetiredReplica | null {
  if (known === null || !isSilent(reading)) return null;
  const key = openKey(known.keys(), env, url);
  return key === null ? null : (known.get(key) ?? null);
}

/**
 * @returns the record that stands: an earlier one that has not ended stays as it is
 * @throws as `recordRetirement` and `listRetired`
 */
export async function retireAddress(
  store: ObjectStore,
  env: string,
  url: string,
  record: Omit<RetiredReplica, 'schema'>,
): Promise<RetiredReplica> {
  const keys = await listRetired(store, env);
  const key = openKey(keys, env, url) ?? numberedKey(env, url, lastNumber(keys, env, url) + 1);
  return recordRetirement(store, key, record);
}

/** Ends what stands of an address where something answered. @throws as `recordRetirement` */
export async function endRetirement(
  store: ObjectStore,
  known: Known,
  env: string,
  { url, reading }: { readonly url: string; readonly reading: FetchedReport },
  at: string,
): Promise<void> {
  const key = isSilent(reading) ? null : openKey(known.keys(), env, url);
  if (key === null) return;
  await recordRetirement(store, endKey(key), { actor: 'console', reason: 'It answered again.', at });
}

/** The newest record that was not ended. */
function openKey(keys: Iterable<string>, env: string, url: string): string | null {
  const all = new Set(keys);
  const last = lastNumber(all, env, url);
  const key = numberedKey(env, url, last);
  return last === 0 || all.has(endKey(key)) ? null : key;
}

function lastNumber(keys: Iterable<string>, env: string, url: string): number {
  const folder = addressFolder(env, url);
  let last = 0;
  for (const key of keys) {
    const [, digits] = key.startsWith(folder) ? (/^(\d{6})\.json$/.exec(key.slice(folder.length)) ?? []) : [];
    if (digits !== undefined) last = Math.max(last, Number(digits));
  }
  return last;
}

function numberedKey(env: string, url: string, number: number): string {
  if (number > 999_999) throw new VamplateError('refused', 'This address was given up too often.', { url });
  return `${addressFolder(env, url)}${String(number).padStart(6, '0')}.json`;
}

function endKey(key: string): string {
  return key.replace(/\.json$/, '.answered.json');
}

/** An address may be longer than any key: its digest stands for it. No lineage has a second part of this form. */
function addressFolder(env: string, url: string): string {
  const digest = createHash('sha256').update(new URL(url).href).digest('hex');
  return `${retiredPrefix(env)}addresses/${digest}/`;
}
