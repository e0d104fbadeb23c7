/** Writes one replica's report under the fence: an answer that was lost is settled by reading, never by writing over (E.4). */
import type { Clock } from '@/lib/base/clock';
import type { ETag, ObjectStore } from '@/lib/engine/store/object-store';
import { claimedEpoch, judgeLostWrite, unfencedEpoch } from './fence-rules';
import type { StatusReport } from './report-schema';
import type { ReplicaPlaces } from './serving-names';
import { type StatusSlot, type StatusWriting, type StoredStatus, statusSlot } from './status-slot';

export type Fence = Pick<StatusReport['fence'], 'epoch' | 'seq'>;

/**
 * `read_only`: the place was never claimed. `deposed`: another process has it now; serving goes on, writing does not.
 * `unfenced`: the store cannot fence anybody, so nothing is written there.
 */
export type Standing = StatusReport['fence']['standing'];

/** `unsettled`: no certain answer in the tries there are; the write may have landed or still land. */
export type ReportWrite =
  | 'written'
  | 'unsettled'
  | 'deposed'
  | 'read_only'
  /** Unfenced: the report is had over HTTP and nowhere else. */
  | 'shown';

export interface StatusWriterOptions {
  readonly store: ObjectStore;
  readonly places: Pick<ReplicaPlaces, 'status' | 'statusVersions'>;
  readonly clock: Clock;
  readonly instanceId: string;
  /** What the store offers; null while nobody can tell. Asked when the place is claimed. */
  readonly writing: () => Promise<StatusWriting | null>;
  /** Epoch of the pointer where this replica wrote it, else 0. */
  readonly publishedEpoch: () => Promise<number>;
}

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
  private slot: StatusSlot | null = null;

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
    const writing = await this.options.writing().catch(() => null);
    if (writing === null) {
      this.refusal = 'what the store offers could not be told';
      return this.standing;
    }
    this.slot = statusSlot(this.options.store, this.options.places, writing);
    const published = await this.options.publishedEpoch().catch(() => 0);
    if (writing === 'unfenced') return this.goUnfenced(begin, published);
    this.refusal = 'others kept claiming this replica';
    for (let tries = 1; tries <= claimTries; tries += 1) {
      if (tries > 1) await this.pause(tries);
      const stored = await this.read();
      if (stored === 'unreadable') return this.standing;
      if (stored === null) continue;
      const { report, tag } = stored;
      if (report !== null && report.instance_id === this.options.instanceId) {
        return this.own(report.fence, tag);
      }
      const fence = { epoch: claimedEpoch(report, published), seq: 1 };
      const answer = await this.slot.write(begin(report, fence), tag);
      if (answer.kind === 'written') return this.own(fence, answer.etag);
    }
    return this.standing;
  }

  /** @param compose called for each try, so that a report always says what is so when it is sent */
  async write(compose: (fence: Fence) => StatusReport): Promise<ReportWrite> {
    if (this.standing === 'unfenced') {
      this.seq += 1;
      compose(this.fence);
      return 'shown';
    }
    if (this.standing !== 'owner' || this.slot === null) {
      return this.standing === 'deposed' ? 'deposed' : 'read_only';
    }
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
      const answer = await this.slot.write(compose(this.fence), before === 'unknown' ? null : before);
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
    this.tag = stored.tag;
    return verdict === 'adopted' ? 'written' : 'rebase';
  }

  private async goUnfenced(
    begin: (stored: null, fence: Fence) => StatusReport,
    published: number,
  ): Promise<Standing> {
    const stored = await this.read();
    const report = stored === null || stored === 'unreadable' ? null : stored.report;
    const now = this.options.clock.wall();
    this.epoch = unfencedEpoch(report, published, now);
    this.seq = 1;
    // A start that follows within the same second would have the same epoch.
    await this.options.clock.sleep(1_000 - (now % 1_000));
    this.standing = 'unfenced';
    this.refusal = null;
    begin(null, this.fence);
    return this.standing;
  }

  private own(fence: Fence, tag: ETag | null): Standing {
    this.standing = 'owner';
    this.refusal = null;
    this.epoch = fence.epoch;
    this.seq = fence.seq;
    this.tag = tag;
    return this.standing;
  }

  /** Null without an answer. */
  private async read(): Promise<StoredStatus | null | 'unreadable'> {
    const reading = await this.slot?.read();
    if (reading?.kind === 'read') return reading.stored;
    if (reading?.kind !== 'unreadable') return null;
    this.refusal = reading.because;
    return 'unreadable';
  }

  private pause(tries: number): Promise<void> {
    return this.options.clock.sleep(firstPauseMs * 2 ** (tries - 2));
  }
}
