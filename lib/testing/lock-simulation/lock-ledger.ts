/**
 * What is true of a lock in one schedule, kept from every request and its effect, and the invariants of owners: nobody
 * acts past the deadline, beside a successor, or after having seen its loss; no id returns; every beat follows two looks.
 */
import { beatSequence, claimName, lockKey } from '@/lib/engine/lock/lock-names';
import { decodeLockRecord } from '@/lib/engine/lock/lock-record';
import { isSpoiled, type Loss, OwnerFacts } from './owner-facts';
import type { NetworkObserver, SentCall } from './virtual-network';
import type { VirtualProcess, VirtualWorld } from './virtual-world';
import { Windows, windowOf } from './windows';

export type Role =
  | 'server'
  | 'old owner'
  | 'old successor'
  | 'operator'
  | 'stock operator'
  | 'spoiler'
  | 'observer';

/** Where the work that a lock guards is written: below this, under the id of the lock. */
export const workFolder = 'data/';

export class LockLedger implements NetworkObserver {
  violation: string | null = null;
  readonly trace: string[] = [];
  readonly windows: Windows;
  faults = 0;
  /** The id the record names as holder; null for none. */
  holder: string | null = null;
  /** The same, released or not. */
  private named: string | null = null;
  readonly owners = new Map<string, OwnerFacts>();
  readonly roles = new Map<VirtualProcess, Role>();
  /** True times at which beats of an id landed. */
  readonly beatsLanded = new Map<string, number[]>();
  /** True times of the first claims. */
  private readonly claimsSent = new Map<string, number>();
  private readonly claimers = new Map<string, VirtualProcess>();
  /** The id a stock operator read, or a guarded one typed. */
  readonly meant = new Map<VirtualProcess, string>();
  private readonly lastListing = new Map<VirtualProcess, SentCall>();
  /** By each process's own clock. */
  private readonly troubleAt = new Map<VirtualProcess, number>();

  constructor(
    private readonly world: VirtualWorld,
    private readonly leaseMs: number,
  ) {
    this.windows = new Windows(leaseMs);
  }

  noteFault(what: string): void {
    this.faults += 1;
    this.note(`! ${what}`);
  }

  /** A request of this process is not answered well, or it stands still: what it does next may take longer. */
  noteTrouble(process: VirtualProcess): void {
    this.troubleAt.set(process, process.elapsed);
  }

  note(what: string): void {
    this.trace.push(`${this.world.now} ${what}`);
  }

  violate(what: string): void {
    this.violation ??= `at ${this.world.now}: ${what}`;
    this.note(`VIOLATION ${what}`);
  }

  sent(sent: SentCall): void {
    const { call, process } = sent;
    this.note(`${process.name} ${call.verb} ${call.key}`);
    if (call.key.startsWith(workFolder)) {
      this.effect(sent);
      return;
    }
    const { lockId, name } = parts(call.key);
    const owner = lockId === null ? undefined : this.owners.get(lockId);
    if (name === claimName && call.verb === 'create' && lockId !== null) this.claiming(sent, lockId);
    if (owner?.process === process && name === claimName && call.verb === 'get') owner.reads('claim', sent);
    const sequence = beatSequence(name);
    if (owner?.process === process && call.verb === 'create' && sequence !== null) this.beat(owner, sequence);
    if (call.key === lockKey('')) this.recordAsked(sent);
  }

  private recordAsked(sent: SentCall): void {
    const { call, process } = sent;
    if (call.verb === 'getRange') {
      for (const owner of this.owners.values()) if (owner.process === process) owner.reads('record', sent);
    }
    const named = call.body === null ? null : decodeLockRecord(call.body);
    if (named?.kind !== 'held') return;
    const { lockId } = named.record;
    const known = this.owners.get(lockId);
    if (known !== undefined) known.sendings += 1;
    if (known !== undefined) return;
    const old = this.roles.get(process) === 'old owner';
    this.owners.set(lockId, new OwnerFacts(process, lockId, old, this.leaseMs, sent));
  }

  private beat(owner: OwnerFacts, sequence: number): void {
    if (!owner.looked) this.violate(`${owner.process.name} beats without an answer to both its looks`);
    owner.beatSent(sequence);
  }

  /** C.4: no beat landed in the 1.5L before the listing on which a claim rests was sent. */
  private claiming({ process }: SentCall, lockId: string): void {
    const listing = this.lastListing.get(process);
    if (listing === undefined || !this.isSilent(lockId, listing.sentAt, listing.landedAt ?? 0))
      this.violate(`${process.name} claims ${lockId}, which was not silent`);
    if (!this.claimsSent.has(lockId)) this.claimsSent.set(lockId, this.world.now);
    const other = this.claimers.get(lockId);
    if (other !== undefined && other !== process && other.mode !== 'dead') this.windows.hit('F12');
    // The first one is remembered: whether it lived to take over is what F11 is about.
    if (other === undefined) this.claimers.set(lockId, process);
  }

  /** Whether nothing of an id landed in the 1.5L before a listing was sent, up to its own effect. */
  isSilent(lockId: string, sentAt: number, landedAt: number): boolean {
    const before = (this.beatsLanded.get(lockId) ?? []).filter((at) => at <= landedAt);
    return sentAt - Math.max(...before, Number.NEGATIVE_INFINITY) >= 1.5 * this.leaseMs;
  }

  landed(sent: SentCall): void {
    const { call, process } = sent;
    if (call.mutates && !isConflict(sent.answer))
      this.note(`  ${process.name} ${call.verb} ${call.key} landed`);
    const { lockId, name } = parts(call.key);
    if (lockId !== null && call.verb === 'create' && isWritten(sent.answer)) {
      const owner = this.owners.get(lockId);
      if (name === claimName) {
        if (owner !== undefined) owner.claimedMono = owner.process.elapsed;
      } else {
        this.beatsLanded.set(lockId, [...(this.beatsLanded.get(lockId) ?? []), this.world.now]);
        if (owner?.process.mode === 'dead' || owner?.pastDeadline) this.windows.hit('F9');
      }
    }
    if (call.key === lockKey('') && call.mutates && !isConflict(sent.answer)) this.recordChanged(sent);
  }

  private recordChanged({ call, process }: SentCall): void {
    const content = call.body === null ? null : decodeLockRecord(call.body);
    const next = content?.kind === 'held' ? content.record.lockId : null;
    const before = this.holder;
    const role = this.roles.get(process);
    if (role === 'operator' && this.named !== this.meant.get(process))
      this.violate(`an unlock of ${this.meant.get(process)} removed ${this.named}`);
    this.named = content === null || content.kind === 'corrupt' ? null : content.record.lockId;
    if (before !== null && before !== next) this.lose(before, next, process, content?.kind === 'released');
    if (next !== null && this.owners.get(next)?.loss) this.violate(`${next} returns to the record`);
    if (next !== null && before === null && this.owners.get(next)?.process.mode === 'dead')
      this.windows.hit('dead id');
    this.holder = next;
  }

  private lose(lockId: string, next: string | null, by: VirtualProcess, released: boolean): void {
    const owner = this.owners.get(lockId);
    if (owner === undefined || owner.loss !== null) return;
    const role = this.roles.get(by);
    const how = (): Loss['how'] => {
      if (next !== null) return 'taken over';
      if (role === 'spoiler') return 'spoiled';
      if (released) return owner.process === by ? 'released' : 'unlocked';
      if (role === 'stock operator') return this.meant.get(by) === lockId ? 'deleted' : 'wrongly deleted';
      return 'unlocked';
    };
    const ownerMono = owner.process.elapsed;
    owner.loss = { at: this.world.now, how: how(), byOld: role === 'old successor', ownerMono };
    this.note(`  ${lockId} is ${owner.loss.how} by ${by.name}`);
    const claimer = this.claimers.get(lockId);
    if (owner.loss.how === 'taken over' && claimer !== by && claimer?.mode === 'dead')
      this.windows.hit('F11');
  }

  answered(sent: SentCall): void {
    const { call, process } = sent;
    // An answer to one that was given up long ago is heard by nobody.
    if (call.verb === 'list' && sent.sentAt >= (this.lastListing.get(process)?.sentAt ?? 0))
      this.lastListing.set(process, sent);
    if (call.verb === 'getRange' && isSpoiled(sent.answer)) this.noteTrouble(process);
    const { lockId, name } = parts(call.key);
    const mine = (one: OwnerFacts) => one.process === process;
    if (call.verb === 'getRange' || (name === claimName && call.verb === 'get'))
      for (const owner of this.owners.values()) if (mine(owner)) owner.noteAnswer();
    const sequence = beatSequence(name);
    if (lockId === null || sequence === null) return;
    const owner = this.owners.get(lockId);
    const acknowledged = call.verb === 'create' ? isWritten(sent.answer) : call.verb === 'get';
    if (owner !== undefined && mine(owner) && acknowledged) owner.acknowledged(sequence, sent);
  }

  /** The owner whose lease folder a request of this process goes to; null for another's folder, or none. */
  ownerOf(process: VirtualProcess, { key }: Pick<SentCall['call'], 'key'>): OwnerFacts | null {
    const owner = this.owners.get(parts(key).lockId ?? '');
    return owner?.process === process ? owner : null;
  }

  /** F7: nobody is fenced without a cause: a claim, a loss, or a deadline that is over. */
  fenced(owner: OwnerFacts, reason: 'lapsed' | 'superseded'): void {
    const { process, surelyMono, claimedMono, loss } = owner;
    const early = process.elapsed < surelyMono + (2 * this.leaseMs) / 3;
    if (reason === 'lapsed' && early) this.violate(`${process.name} is fenced before its deadline`);
    if (reason === 'superseded' && claimedMono === null && loss === null)
      this.violate(`${process.name} is fenced though neither claim nor record says so`);
  }

  /** One effect of the work that a lock guards, at the moment it is sent. */
  private effect({ call, process }: SentCall): void {
    const owner = this.owners.get(call.key.slice(workFolder.length));
    if (owner === undefined) return;
    const who = `${process.name} (${owner.lockId})`;
    if (owner.pastDeadline) this.violate(`${who} acts past its deadline`);
    // By its own clock, like everything that bounds it; what was before its last proof is long forgotten then.
    const troubledMono = this.troubleAt.get(process) ?? Number.NEGATIVE_INFINITY;
    const troubled = troubledMono >= process.elapsed - this.leaseMs;
    this.besideClaim(owner, who, troubled);
    const { loss } = owner;
    if (loss === null || this.world.now <= loss.at) return;
    // Known to have no end: an owner of 0.14 sees neither an unlock nor a take-over that clears its folder.
    if (owner.old && (loss.how !== 'taken over' || loss.byOld)) return;
    if (loss.how === 'released') this.violate(`${who} acts after it released the lock`);
    if (owner.sawLoss) this.violate(`${who} acts after it saw its loss`);
    // It may have beaten once more between the successor's last listing and its claim: its clock stood still before that.
    const claimedAt = this.claimsSent.get(owner.lockId) ?? loss.at;
    if (loss.how === 'taken over' && process.frozenUntil < claimedAt - 2 * this.leaseMs)
      this.violate(`${who} acts beside its successor, though its clock never stood still`);
    const over = this.windows.overlap(windowOf(loss, troubled), process.elapsed - loss.ownerMono, troubled);
    if (over !== null) this.violate(`${who} acts after its loss for ${over}`);
  }

  /** A claim stops an owner as a loss does, though the record still names it. */
  private besideClaim({ claimedMono, process, loss }: OwnerFacts, who: string, troubled: boolean): void {
    if (claimedMono === null || loss !== null) return;
    const window = troubled ? 'claim without answers' : 'claim';
    const over = this.windows.overlap(window, process.elapsed - claimedMono, troubled);
    if (over !== null) this.violate(`${who} acts beside a claim for ${over}`);
  }

  /** An acquisition succeeded. */
  holds({ name }: VirtualProcess, lockId: string, tookOverFrom: string | null): void {
    this.note(`${name} holds ${lockId}`);
    if (tookOverFrom === null) return;
    this.windows.hit('take-over');
    if ((this.owners.get(lockId)?.sendings ?? 0) > 1) this.windows.hit('F10');
  }
}

/** The lock id and the name of a key in a lease folder. */
function parts(key: string): { readonly lockId: string | null; readonly name: string } {
  const [, lockId = null, name = ''] = /^__cluster\/lease\/([^/]+)\/(.*)$/.exec(key) ?? [];
  return { lockId, name };
}

function isWritten(answer: unknown): boolean {
  return kindOf(answer) === 'written';
}

function isConflict(answer: unknown): boolean {
  return kindOf(answer) === 'conflict';
}

function kindOf(answer: unknown): unknown {
  return typeof answer === 'object' && answer !== null && 'kind' in answer ? answer.kind : null;
}
