/** What is true of one owner of one schedule, found out from its requests alone: when it proved itself last, what it looked at. */
import { decodeLockRecord } from '@/lib/engine/lock/lock-record';
import type { SentCall } from './virtual-network';
import type { VirtualProcess } from './virtual-world';

export interface Loss {
  /** True time. */
  readonly at: number;
  readonly how: 'taken over' | 'unlocked' | 'deleted' | 'wrongly deleted' | 'spoiled' | 'released';
  /** Whether a successor of the 0.14 line did it, which deletes the claim again. */
  readonly byOld: boolean;
  /** By the owner's own clock. */
  readonly ownerMono: number;
}

export class OwnerFacts {
  /** S_b by its own clock, and by true time. */
  provenMono: number;
  provenAt: number;
  /** The same by acknowledgements alone that the owner surely took: it may not be fenced as lapsed before this is too old. */
  surelyMono: number;
  /** Looks since the last acknowledged beat. */
  looks = 0;
  /** Of those, how many had an answer for the record and none for the claim. */
  unreadClaims = 0;
  loss: Loss | null = null;
  /** By its own clock, when a claim under its id landed. */
  claimedMono: number | null = null;
  /** How often the record that names it was sent. */
  sendings = 1;
  /** A look that shows the loss has been processed. */
  sawLoss = false;
  /** Start of the first attempt at the beat that comes next, by its own clock and by true time; null before its first look. */
  private start: { readonly mono: number; readonly at: number } | null = null;
  /** The beat that was sent last. */
  private sequence: number | null = null;
  /** The two reads of the latest look. */
  private claim: SentCall | null = null;
  private record: SentCall | null = null;

  constructor(
    readonly process: VirtualProcess,
    readonly lockId: string,
    /** Of the 0.14 line: looks at the claim only. */
    readonly old: boolean,
    readonly leaseMs: number,
    sent: SentCall,
  ) {
    this.provenMono = sent.sentMono;
    this.surelyMono = sent.sentMono;
    this.provenAt = sent.sentAt;
  }

  /** For how long its clock has stood still since it proved itself. */
  frozenMs(now: number): number {
    return now - this.provenAt - (this.process.elapsed - this.provenMono);
  }

  get pastDeadline(): boolean {
    return this.process.elapsed >= this.provenMono + (2 * this.leaseMs) / 3;
  }

  /** When the first attempt at the beat that comes next began, by its own clock. */
  get startMono(): number | null {
    return this.start?.mono ?? null;
  }

  reads(what: 'claim' | 'record', sent: SentCall): void {
    if (what === 'claim') {
      this.looks += 1;
      if (this.claim?.answeredAt === null && this.record?.answeredAt != null) this.unreadClaims += 1;
    }
    this.start ??= { mono: sent.sentMono, at: sent.sentAt };
    this[what] = sent;
  }

  /** After a read of it was answered: whether both show a loss that came before them. */
  noteAnswer(): void {
    const { claim, record, loss } = this;
    // A spoiled record has no answer in it: only the deadline ends an owner that reads one.
    if (record !== null && isSpoiled(record.answer)) return;
    if (
      loss === null ||
      loss.how === 'released' ||
      loss.how === 'spoiled' ||
      claim === null ||
      record === null
    )
      return;
    if (!this.inTime(claim) || !this.inTime(record)) return;
    const shows = this.old ? isFound(claim.answer) : (record.landedAt ?? 0) > loss.at;
    if (shows && claim.sentAt >= loss.at && record.sentAt >= loss.at) this.sawLoss = true;
  }

  /** Whether both reads of this attempt had their answers when its beat was sent. */
  get looked(): boolean {
    const { claim, record } = this;
    if (claim === null || claim.answeredAt === null) return false;
    return this.old || (record !== null && record.answeredAt !== null);
  }

  /** Each attempt at one beat looks anew. */
  beatSent(sequence: number): void {
    this.sequence = sequence;
    this.claim = null;
    this.record = null;
  }

  /** An answer the owner drops for being late counts here all the same: the ledger may believe more, never less. */
  acknowledged(sequence: number, sent: SentCall): void {
    if (this.start === null || this.sequence !== sequence) return;
    // One that comes after its deadline revives nobody.
    const alive = this.process.elapsed < this.surelyMono + (2 * this.leaseMs) / 3;
    if (alive && sent.call.verb === 'create' && this.inTime(sent)) this.surelyMono = this.start.mono;
    this.looks = 0;
    this.unreadClaims = 0;
    this.provenMono = this.start.mono;
    this.provenAt = this.start.at;
    this.start = null;
  }

  /** Whether the owner surely did not give the request up before its answer. */
  inTime({ answeredMono, sentMono }: SentCall): boolean {
    return answeredMono !== null && answeredMono - sentMono < this.leaseMs / 6;
  }
}

/** Whether this is the answer to a read of a record that is none. */
export function isSpoiled(answer: unknown): boolean {
  if (!isFound(answer)) return false;
  const { body } = answer as { readonly body?: unknown };
  return !(body instanceof Uint8Array) || decodeLockRecord(body).kind === 'corrupt';
}

function isFound(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'found';
}
