/** Writes one replica's report under the fence: an answer that was lost is settled by reading, never by writing over (E.4). */
import type { Clock } from '@/lib/base/clock';
import type { ETag, ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import { claimedEpoch, judgeLostWrite } from './fence-rules';
import { decodeReport } from './report-rules';
import { reportMaxBytes, type StatusReport } from './report-schema';

export type Fence = Pick<StatusReport['fence'], 'epoch' | 'seq'>;

/** `read_only`: the place was never claimed. `deposed`: another process has it now; serving goes on, writing does not. */
export type Standing = 'read_only' | 'owner' | 'deposed';

/** `unsettled`: no certain answer in the tries there are; the write may have landed or still land. */
export type ReportWrite = 'written' | 'unsettled' | 'deposed' | 'read_only';

export interface StatusWriterOptions {
  readonly store: ObjectStore;
  readonly key: string;
  readonly clock: Clock;
  readonly instanceId: string;
}

type Stored = { readonly report: StatusReport | null; readonly etag: ETag | null };
/** What is known of the stored object: its tag, that there is none (null), or nothing. */
type KnownTag = ETag | null | 'unknown';

const claimTries = 4;
const writeTries = 6;
const firstPauseMs = 50;

/** Callers wait for one write before the next: two at once would each lose to the other. */
export class StatusWriter {
  standing: Standing = 'read_only';
  /** Why the place could not be claimed. */
  refusal: string | null = null;
  private epoch = 0;
  private seq = 0;
  private tag: KnownTag = 'unknown';

  constructor(private readonly options: StatusWriterOptions) {}

  get fence(): Fence {
    return { epoch: this.epoch, seq: this.seq };
  }

  /**
   * Claims the next epoch. A report that cannot be understood is never overwritten: it may be of a later version.
   * @param begin called with what is stored on each try; composes the first report of this process
   */
  async claim(begin: (stored: StatusReport | null, fence: Fence) => StatusReport): Promise<Standing> {
    if (this.standing !== 'read_only') return this.standing;
    this.refusal = 'others kept claiming this replica';
    for (let tries = 1; tries <= claimTries; tries += 1) {
      if (tries > 1) await this.pause(tries);
      const stored = await this.read();
      if (stored === 'unreadable') return this.standing;
      if (stored === null) continue;
      const { report, etag } = stored;
      if (report !== null && report.instance_id === this.options.instanceId) {
        return this.own(report.fence, etag);
      }
      const fence = { epoch: claimedEpoch(report), seq: 1 };
      const answer = await this.send(begin(report, fence), etag);
      if (answer.kind === 'written') return this.own(fence, answer.etag);
    }
    return this.standing;
  }

  /** @param compose called for each try, so that a report always says what is so when it is sent */
  async write(compose: (fence: Fence) => StatusReport): Promise<ReportWrite> {
    if (this.standing !== 'owner') return this.standing;
    const firstSeq = this.seq + 1;
    for (let tries = 1; tries <= writeTries; tries += 1) {
      if (tries > 1) await this.pause(tries);
      if (this.tag === 'unknown') {
        const settled = await this.settle(firstSeq);
        if (settled === 'deposed' || settled === 'written') return settled;
        if (settled === 'unsettled') continue;
      }
      this.seq += 1;
      const before = this.tag;
      this.tag = 'unknown';
      const answer = await this.send(compose(this.fence), before === 'unknown' ? null : before);
      if (answer.kind !== 'written') continue;
      this.tag = answer.etag;
      return 'written';
    }
    return this.tag === 'unknown' ? this.lastLook(firstSeq) : 'unsettled';
  }

  private async lastLook(firstSeq: number): Promise<ReportWrite> {
    const settled = await this.settle(firstSeq);
    return settled === 'rebase' ? 'unsettled' : settled;
  }

  private async settle(firstSeq: number): Promise<'written' | 'deposed' | 'rebase' | 'unsettled'> {
    const stored = await this.read();
    if (stored === null || stored === 'unreadable') return 'unsettled';
    const own = { epoch: this.epoch, instanceId: this.options.instanceId };
    const verdict = judgeLostWrite(stored.report, own, firstSeq);
    if (verdict === 'deposed') {
      this.standing = 'deposed';
      return 'deposed';
    }
    this.tag = stored.etag;
    return verdict === 'adopted' ? 'written' : 'rebase';
  }

  private own(fence: Fence, etag: ETag | null): Standing {
    this.standing = 'owner';
    this.refusal = null;
    this.epoch = fence.epoch;
    this.seq = fence.seq;
    this.tag = etag;
    return this.standing;
  }

  private async send(report: StatusReport, before: ETag | null): Promise<WriteAnswer> {
    const { store, key } = this.options;
    const body = encodeReport(report);
    try {
      return before === null ? await store.create(key, body) : await store.replace(key, body, before);
    } catch (cause) {
      return { kind: 'unknown', cause };
    }
  }

  /** Null without an answer. */
  private async read(): Promise<Stored | null | 'unreadable'> {
    const { store, key } = this.options;
    const answer = await store.get(key, { maxBytes: reportMaxBytes }).catch(() => null);
    if (answer === null) return null;
    if (answer.kind === 'absent') return { report: null, etag: null };
    if (answer.kind === 'too_large') return this.cannotRead('the stored report is too large');
    const reading = decodeReport(answer.body);
    if (reading.kind !== 'read') return this.cannotRead(`the stored report is ${reading.kind}`);
    return { report: reading.report, etag: answer.meta.etag };
  }

  private cannotRead(refusal: string): 'unreadable' {
    this.refusal = refusal;
    return 'unreadable';
  }

  private pause(tries: number): Promise<void> {
    return this.options.clock.sleep(firstPauseMs * 2 ** (tries - 2));
  }
}

export function encodeReport(report: StatusReport): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(report));
}
