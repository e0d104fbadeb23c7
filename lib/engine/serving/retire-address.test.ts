/** A word that an address is gone: it stands while nothing is told there, ends when something is, and is never taken for another silence. */
import { beforeEach, expect, it } from 'vitest';
import { openMemoryStore } from '@/lib/engine/store/memory-store';
import { healthy, reportBytes } from '@/lib/testing/serving-simulation/report-builders';
import type { FetchedReport } from './fetch-report';
import { decodeReport, unreadable } from './report-rules';
import { endRetirement, isSilent, retireAddress, standingRetirement } from './retire-address';
import { listRetired, type RetiredReplica, readRecord } from './retire-replica';

const url = 'https://eu.example/serving/v1/status';
const record = { actor: 'ada', reason: 'its machine is gone', at: '2026-01-01T00:00:00Z' };
const silent: FetchedReport = unreadable('no_answer', 'no whole answer within 5000 ms');
const answering: FetchedReport = decodeReport(reportBytes(healthy));
let store: ReturnType<typeof openMemoryStore>;

beforeEach(() => {
  store = openMemoryStore();
});

async function known(): Promise<Map<string, RetiredReplica>> {
  const keys = [...(await listRetired(store, 'prod'))];
  return new Map(await Promise.all(keys.map(async (key) => [key, await readRecord(store, key)] as const)));
}
const standing = async (reading: FetchedReport = silent, of = url) =>
  standingRetirement(await known(), 'prod', { url: of, reading });

it('stands of this address while nothing is told there, and is told once', async () => {
  expect(await standing()).toBeNull();
  await retireAddress(store, 'prod', url, record);
  expect(await standing()).toMatchObject(record);
  expect(await retireAddress(store, 'prod', url, { ...record, actor: 'bob' })).toMatchObject({
    actor: 'ada',
  });
  expect(await standing(answering)).toBeNull();
  expect(await standing(silent, `${url}2`)).toBeNull();
  expect(standingRetirement(await known(), 'test', { url, reading: silent })).toBeNull();
});

it('does not stand where nobody could read the records', () => {
  expect(standingRetirement(null, 'prod', { url, reading: silent })).toBeNull();
});

it('ends for good when something answers: the next silence needs a word of its own', async () => {
  await retireAddress(store, 'prod', url, record);
  await endRetirement(store, await known(), 'prod', { url, reading: silent }, record.at);
  expect(await standing()).not.toBeNull();
  await endRetirement(store, await known(), 'prod', { url, reading: answering }, record.at);
  expect(await standing()).toBeNull();
  await retireAddress(store, 'prod', url, { ...record, actor: 'bob' });
  expect(await standing()).toMatchObject({ actor: 'bob' });
});

it.each<[string, FetchedReport, boolean]>([
  ['no answer', silent, true],
  ['an answer without a report', unreadable('unavailable', 'it answered 503'), false],
  ['bytes that are no report', unreadable('not_json', 'not JSON'), false],
  ['a report of a later schema', unreadable('unknown_schema', 'lance-serving-status/2'), false],
  ['a report', answering, false],
])('%s is told to be silent or not', (_, reading, expected) => expect(isSilent(reading)).toBe(expected));
