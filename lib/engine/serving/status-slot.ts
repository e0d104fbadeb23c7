/** Where one replica's report is kept: one object under conditional replace, or a row of objects that are never replaced (E.4). */
import type { ETag, ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import { compareFences } from './fence-rules';
import { lastStatus } from './last-status';
import { decodeReport } from './report-rules';
import { reportMaxBytes, type StatusReport } from './report-schema';
import type { ReplicaPlaces } from './serving-names';
import { newestStatusKey, statusFence, statusName, statusVersionKey } from './status-versions';

/**
 * `fenced`: the store replaces on condition. `versioned`: it only creates on condition. `unfenced`: not even that, and
 * the report is had over HTTP alone.
 */
export type StatusWriting = 'fenced' | 'versioned' | 'unfenced';

export interface StoredStatus {
  readonly report: StatusReport | null;
  /** What the next write is conditional on; null for nothing stored. */
  readonly tag: ETag | null;
}
/** `no_answer`: nobody can tell what is stored now. */
export type SlotReading =
  | { readonly kind: 'read'; readonly stored: StoredStatus }
  | { readonly kind: 'no_answer' }
  | { readonly kind: 'unreadable'; readonly because: string };

export interface StatusSlot {
  read(): Promise<SlotReading>;
  /** @param before the tag of what it follows */
  write(report: StatusReport, before: ETag | null): Promise<WriteAnswer>;
}

export function statusSlot(
  store: ObjectStore,
  places: Pick<ReplicaPlaces, 'status' | 'statusVersions'>,
  writing: StatusWriting,
): StatusSlot {
  const write =
    writing === 'versioned' ? createdAbove(store, places.statusVersions) : replaced(store, places);
  return { read: () => readLast(store, places, writing), write };
}

/**
 * Both ways of writing are read, whichever is written: a store may have offered less or more before. The later report
 * counts, under the greatest epoch there is, so that the next claim goes above both.
 */
async function readLast(
  store: ObjectStore,
  places: Pick<ReplicaPlaces, 'status' | 'statusVersions'>,
  writing: StatusWriting,
): Promise<SlotReading> {
  try {
    const last = await lastStatus(store, places.statusVersions);
    const one = await readStatus(store, places.status);
    if (one.kind !== 'read') return one;
    const named = last === null ? null : await readStatus(store, last.counts);
    if (named !== null && named.kind !== 'read') return named;
    const tag = writing === 'versioned' ? (last?.newest ?? null) : one.stored.tag;
    if (last === null || named === null) return { kind: 'read', stored: { report: one.stored.report, tag } };
    // It was listed, so something is there.
    if (named.stored.report === null) return { kind: 'no_answer' };
    const report = laterReport(one.stored.report, named.stored.report);
    const epoch = Math.max(report.fence.epoch, statusFence(places.statusVersions, last.newest)?.epoch ?? 0);
    return { kind: 'read', stored: { report: { ...report, fence: { ...report.fence, epoch } }, tag } };
  } catch {
    return { kind: 'no_answer' };
  }
}

function laterReport(one: StatusReport | null, named: StatusReport): StatusReport {
  return one !== null && compareFences(one.fence, named.fence) > 0 ? one : named;
}

function replaced(store: ObjectStore, { status }: Pick<ReplicaPlaces, 'status'>): StatusSlot['write'] {
  return async (report, before) => {
    const body = encodeReport(report);
    try {
      return before === null ? await store.create(status, body) : await store.replace(status, body, before);
    } catch (cause) {
      return { kind: 'unknown', cause };
    }
  };
}

/**
 * Every report is a name of its own, and its tag is that name. Creating says nothing about what else is there, so each
 * write looks before and after: one that is not the newest then counts as refused, and so does a claim with a report
 * between it and what it was composed upon, which it names for those who read it later.
 */
function createdAbove(store: ObjectStore, folder: string): StatusSlot['write'] {
  const refused: WriteAnswer = { kind: 'conflict', storeTime: null };
  return async (report, before) => {
    const { epoch, seq } = report.fence;
    const key = statusVersionKey(folder, epoch, seq);
    const upon = before === null ? null : statusName(folder, before);
    const told = seq === 1 ? { ...report, fence: { ...report.fence, upon } } : report;
    try {
      if ((await newestStatusKey(store, folder)) !== before) return refused;
      const answer = await store.create(key, encodeReport(told));
      if (answer.kind !== 'written') return answer;
      const last = await lastStatus(store, folder);
      return last?.newest === key && last.counts === key ? { ...answer, etag: key } : refused;
    } catch (cause) {
      return { kind: 'unknown', cause };
    }
  };
}

async function readStatus(store: ObjectStore, key: string): Promise<SlotReading> {
  const answer = await store.get(key, { maxBytes: reportMaxBytes }).catch(() => null);
  if (answer === null) return { kind: 'no_answer' };
  if (answer.kind === 'absent') return { kind: 'read', stored: { report: null, tag: null } };
  if (answer.kind === 'too_large') return { kind: 'unreadable', because: 'the stored report is too large' };
  const reading = decodeReport(answer.body);
  if (reading.kind !== 'read') {
    return { kind: 'unreadable', because: `the stored report is ${reading.kind}` };
  }
  return { kind: 'read', stored: { report: reading.report, tag: answer.meta.etag } };
}

export function encodeReport(report: StatusReport): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(report));
}
