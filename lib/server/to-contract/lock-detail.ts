/** The evidence behind a lock's verdict: record, beats, claim, owners and changes seen, and what storage cannot show (G.3). */

import type { z } from 'zod';
import { wallOf } from '@/lib/base/clock';
import { withoutSecrets } from '@/lib/base/secret-rules';
import type { lockReply } from '@/lib/contracts/locks';
import { excerptOf } from '@/lib/engine/control/excerpt';
import { lockKey } from '@/lib/engine/lock/lock-names';
import type { LeaseEvidence, LockSnapshot, RecordSeen } from '@/lib/engine/lock/lock-snapshot-rules';
import { causeSentences } from './lock-words';
import { iso } from './scalars';

type Detail = z.input<typeof lockReply>;
export type LockEvidencePart = Pick<
  Detail,
  'record' | 'lease' | 'evidence' | 'zombies' | 'owners' | 'transitions' | 'stockLocked'
>;

/** @param root key of the lock root below its store */
export function lockEvidenceOf(root: string, snapshot: LockSnapshot | null): LockEvidencePart {
  if (snapshot === null) {
    const nothing = { zombies: [], owners: [], transitions: [] };
    return { record: null, lease: null, evidence: null, ...nothing, stockLocked: null };
  }
  const { record, lease, evidence, zombies, owners, transitions, stockLocked } = snapshot;
  const { source, leaseMs, lateMs, silentMs, pollMs } = lease;
  return {
    record: record === null ? null : recordOf(root, record),
    lease: { source, leaseMs, lateMs, silentMs, pollMs },
    evidence: evidence === null ? null : evidenceOf(snapshot, evidence),
    zombies: zombies.map((one) => evidenceOf(snapshot, one)),
    owners: owners.toReversed().map(({ record: { lockId, operation, pid }, ...seen }) => ({
      ...{ lockId, operation, pid },
      firstSeenAt: iso(seen.firstSeenWallAt),
      lastSeenAt: iso(seen.lastSeenWallAt),
    })),
    transitions: transitions.toReversed().map(({ from, to, cause, wallAt }) => ({
      ...{ from, to, cause },
      sentence: causeSentences[cause],
      seenAt: iso(wallAt),
    })),
    stockLocked,
  };
}

function recordOf(root: string, record: RecordSeen): Detail['record'] {
  const { etag, size, storedAt, idMadeAt, extra, corrupt } = record;
  return {
    key: lockKey(root),
    etag,
    bytes: size,
    storedAt: iso(storedAt),
    idMadeAt: iso(idMadeAt),
    extra: [...extra],
    corrupt:
      corrupt === null ? null : { reason: corrupt.reason, excerpt: withoutSecrets(excerptOf(corrupt.bytes)) },
  };
}

function evidenceOf(snapshot: LockSnapshot, one: LeaseEvidence): NonNullable<Detail['evidence']> {
  const { lockId, seenBeats, claim, claimSeenAt, listings, answeredAt, silenceMs } = one;
  return {
    lockId,
    beats: seenBeats.map(({ name, seenWallAt }) => ({ name, seenAt: iso(seenWallAt) })),
    claim:
      claim === null && claimSeenAt === null
        ? null
        : {
            key: claim?.key ?? 'gone again since it was seen',
            storedAt: iso(claim?.storedAt ?? null),
            seenAt: claimSeenAt === null ? null : iso(wallOf(snapshot, claimSeenAt)),
          },
    listings,
    answeredAt: answeredAt === null ? null : iso(wallOf(snapshot, answeredAt)),
    silenceMs,
  };
}

/** What the latest answers prove; nothing where they no longer speak of the present. */
export function provenBy(snapshot: LockSnapshot | null): string[] {
  if (snapshot === null) return [];
  const { record, evidence, state } = snapshot;
  const proven: string[] = [];
  if (state === 'free') proven.push('No record was stored at the latest look.');
  if (record?.content) proven.push(`The record named ${record.content.lockId} at the latest look.`);
  if (record?.corrupt)
    proven.push('Bytes that are no record are stored; nobody may take them for a free lock.');
  if (state === 'held-beating') proven.push('A beat came after the first one seen: its writer ran then.');
  if (evidence !== null && evidence.silenceMs > 0 && (state === 'late' || state === 'silent')) {
    proven.push(
      `A listing sent ${Math.round(evidence.silenceMs / 1_000)} s after the newest beat was seen showed no newer one.`,
    );
  }
  if (evidence?.claim) proven.push('A claim on this id is stored: every owner that checks it stops.');
  return proven;
}

/** G.3, whatever the state. */
export const cannotProve: readonly string[] = [
  'That the owner has fenced itself, or that it is dead: it may be stopped with a stopped clock.',
  'That what it had accepted is done.',
  'On which host it runs: a process id names no host.',
  'Whether a successor watches: watching writes nothing.',
];
