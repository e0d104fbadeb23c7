/** Where one replica's report is kept: one object under conditional replace, or a row of objects that are never replaced (E.4). */
import type { ETag, ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import { decodeReport } from './report-rules';
import { reportMaxBytes, type StatusReport } from './report-schema';
import type { ReplicaPlaces } from './serving-names';
import { newestStatusKey, statusVersionKey } from './status-versions';

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
  return writing === 'versioned' ? new VersionedSlot(store, places) : fencedSlot(store, places.status);
}

function fencedSlot(store: ObjectStore, key: string): StatusSlot {
  return {
    read: () => readStatus(store, key),
    async write(report, before) {
      const body = encodeReport(report);
      try {
        return before === null ? await store.create(key, body) : await store.replace(key, body, before);
      } catch (cause) {
        return { kind: 'unknown', cause };
      }
    },
  };
}

/**
 * Every report is a name of its own, and its tag is that name. Creating says nothing about what else is there, so each
 * write looks before and after: one that is not the newest then counts as refused. Its object stays; it lies below the
 * newest and nobody reads it.
 */
class VersionedSlot implements StatusSlot {
  /** Claims of this process, and the report each was composed upon. */
  private readonly claims = new Map<string, string | null>();

  constructor(
    private readonly store: ObjectStore,
    private readonly places: Pick<ReplicaPlaces, 'status' | 'statusVersions'>,
  ) {}

  async read(): Promise<SlotReading> {
    try {
      const newest = await this.newest();
      const last = await this.lastWord(newest);
      // Without a name there may be one object, from a time when the store could do more.
      const reading = await readStatus(this.store, last ?? this.places.status);
      if (reading.kind !== 'read') return reading;
      const { report } = reading.stored;
      if (report === null || newest === null || last === newest) {
        return { kind: 'read', stored: { report, tag: newest } };
      }
      // The next claim goes above every claim there is, and takes over what was said last.
      const fence = { ...report.fence, epoch: Math.max(report.fence.epoch, epochIn(newest)) };
      return { kind: 'read', stored: { report: { ...report, fence }, tag: newest } };
    } catch {
      return { kind: 'no_answer' };
    }
  }

  async write(report: StatusReport, before: ETag | null): Promise<WriteAnswer> {
    const { epoch, seq } = report.fence;
    const key = statusVersionKey(this.places.statusVersions, epoch, seq);
    const refused: WriteAnswer = { kind: 'conflict', storeTime: null };
    try {
      if ((await this.newest()) !== before) return refused;
      if (seq === 1) this.claims.set(key, before);
      const answer = await this.store.create(key, encodeReport(report));
      if (answer.kind !== 'written') return answer;
      const stands = (await this.newest()) === key && !(await this.wasOvertaken(key));
      return stands ? { ...answer, etag: key } : refused;
    } catch (cause) {
      return { kind: 'unknown', cause };
    }
  }

  private async lastWord(newest: string | null): Promise<string | null> {
    let key = newest;
    while (key !== null && (await this.wasOvertaken(key))) key = await this.newest(key);
    return key;
  }

  /** Whether another process reported between what a claim was composed upon and the claim: it took over too little. */
  private async wasOvertaken(key: string): Promise<boolean> {
    const before = this.claims.get(key);
    return before !== undefined && (await this.newest(key)) !== before;
  }

  private newest(below?: string): Promise<string | null> {
    return newestStatusKey(this.store, this.places.statusVersions, below);
  }
}

function epochIn(key: string): number {
  return Number(/(\d{10})-\d{10}\.json$/.exec(key)?.[1] ?? 0);
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
