/**
 * Counts how often a schedule met the windows of section F in which nothing may happen at all: their bound is an
 * invariant of the ledger, and a schedule that never came near it proves nothing of it.
 */
import { beatSequence } from '@/lib/engine/lock/lock-names';
import type { LockLedger } from './lock-ledger';
import type { OwnerFacts } from './owner-facts';
import type { NetworkObserver, SentCall } from './virtual-network';

export class Meetings implements NetworkObserver {
  constructor(
    private readonly ledger: LockLedger,
    private readonly leaseMs: number,
  ) {}

  /** F8: time went by between the look and the beat; it is charged to the owner. */
  sent({ process, call }: SentCall): void {
    const owner = this.ledger.ownerOf(process, call);
    if (owner === null || call.verb !== 'create' || beatSequence(nameOf(call.key)) === null) return;
    if (process.elapsed - (owner.startMono ?? process.elapsed) > this.leaseMs / 6)
      this.ledger.windows.hit('F8');
  }

  answered(sent: SentCall): void {
    const { process, call } = sent;
    if (call.verb === 'list') this.listed(sent);
    const owner = this.ledger.ownerOf(process, call);
    if (owner === null || call.verb !== 'create' || beatSequence(nameOf(call.key)) === null) return;
    // F16: the owner gave it up, so it is no acknowledgement.
    if (!owner.inTime(sent)) this.ledger.windows.hit('F16');
    // F7: looked more than once for one beat, and holds.
    else if (owner.looks > 1 && !owner.pastDeadline) this.ledger.windows.hit('F7');
  }

  /** F4: silent by the time of the answer, and not by the time of the sending. */
  private listed({ process, call, sentAt, landedAt, answeredAt }: SentCall): void {
    if (this.ledger.roles.get(process) === 'observer' || landedAt === null || answeredAt === null) return;
    const [, lockId = ''] = /\/lease\/([^/]+)\/$/.exec(call.key) ?? [];
    const { ledger } = this;
    if (!ledger.isSilent(lockId, sentAt, landedAt) && ledger.isSilent(lockId, answeredAt, landedAt))
      ledger.windows.hit('F4');
  }

  /** @param refused whether the guard refused the effect before the lease's own task knew of the fence */
  ended(owner: OwnerFacts, reason: 'lapsed' | 'superseded', refused: boolean): void {
    const { windows } = this.ledger;
    windows.hit(`fenced ${reason}`);
    if (reason === 'superseded') return;
    // F3: a process went on after its deadline, and the work came first.
    if (refused) windows.hit('F3');
    if (owner.unreadClaims > 0) windows.hit('F6');
  }
}

function nameOf(key: string): string {
  return key.slice(key.lastIndexOf('/') + 1);
}
