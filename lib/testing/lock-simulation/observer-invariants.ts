/** What an observer may say of a lock, held against what is true: never free while it is held, never silent while its owner may act. */
import type { LockSnapshot } from '@/lib/engine/lock/lock-snapshot-rules';
import type { LockLedger } from './lock-ledger';
import type { SentCall } from './virtual-network';
import type { VirtualProcess } from './virtual-world';

export class ObserverInvariants {
  /** What the record named when the observer's latest read of it had its effect. */
  private named: { readonly lockId: string | null; readonly known: boolean } = { lockId: null, known: false };
  private beganAt = 0;
  /** Answered listings of its latest look, by the id whose folder they are of. */
  private readonly listings = new Map<string, SentCall>();

  constructor(
    private readonly observer: VirtualProcess,
    private readonly ledger: LockLedger,
  ) {}

  sent({ process, call, sentAt }: SentCall): void {
    if (process !== this.observer || call.key !== '__cluster/lock.json') return;
    this.beganAt = sentAt;
    this.named = { lockId: null, known: false };
    this.listings.clear();
  }

  landed({ process, call }: SentCall): void {
    if (process === this.observer && call.key === '__cluster/lock.json')
      this.named = { lockId: this.ledger.holder, known: true };
  }

  answered(sent: SentCall): void {
    // What an earlier look asked for, and gave up, is no part of this one.
    if (sent.process !== this.observer || sent.call.verb !== 'list' || sent.sentAt < this.beganAt) return;
    const [, lockId = ''] = /\/lease\/([^/]+)\/$/.exec(sent.call.key) ?? [];
    this.listings.set(lockId, sent);
  }

  check(snapshot: LockSnapshot, now: number): void {
    const { ledger, named } = this;
    const { state, record } = snapshot;
    ledger.windows.hit(`seen ${state}`);
    for (const flag of snapshot.flags) ledger.windows.hit(`flag ${flag}`);
    const lockId = record?.content?.lockId ?? null;
    if (state !== 'unreadable' && !named.known)
      ledger.violate(`the observer says ${state} without an answer`);
    if ((state === 'free' || state === 'released') && named.lockId !== null)
      ledger.violate(`the observer says ${state} while ${named.lockId} is named`);
    const owner = lockId === null ? undefined : ledger.owners.get(lockId);
    const listing = this.listings.get(lockId ?? '');
    if (state !== 'silent' || owner === undefined || listing === undefined) return;
    if (!ledger.isSilent(owner.lockId, listing.sentAt, listing.landedAt ?? 0))
      ledger.violate(`the observer says silent though ${owner.lockId} was not`);
    const later = (ledger.beatsLanded.get(owner.lockId) ?? []).some((at) => at > (listing.landedAt ?? 0));
    const mayAct = owner.process.mode === 'running' && !owner.pastDeadline && owner.frozenMs(now) <= 0;
    if (mayAct && owner.loss === null && !later)
      ledger.violate(`the observer says silent while ${owner.process.name} may act`);
  }
}
