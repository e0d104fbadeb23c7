/** What the canary tries next, and what its answers come to. */
import type { Verification } from '@/lib/contracts/verification';
import type { Proof, ProofRecord } from './proof-record';

const hourMs = 3_600_000;

/** Versions of one target in one round: the newest, then tags. */
export const maxVersions = 20;

/** The beginning of the hour, and what is left of its requests. */
export function budgetOf(record: ProofRecord | null, now: number, perHour: number) {
  const hour = new Date(Math.floor(now / hourMs) * hourMs).toISOString();
  const used = record?.hour === hour ? record.used : 0;
  return { hour, left: Math.max(0, perHour - used) };
}

/** Those never tried, then those tried longest ago. */
export function inTurn(keys: Iterable<string>, proofs: ReadonlyMap<string, Proof>): readonly string[] {
  const triedAt = (key: string) => proofs.get(key)?.triedAt ?? '';
  return [...new Set(keys)].sort((a, b) => {
    const [left, right] = [triedAt(a) || '0', triedAt(b) || '0'];
    return left < right ? -1 : left > right ? 1 : a < b ? -1 : 1;
  });
}

export interface Answer {
  readonly verdict: Verification['verdict'];
  /** ISO 8601; null where the store states no time. */
  readonly provenAt: string | null;
  /** Of the newest version, or the served one. */
  readonly newest: boolean;
}

/** Proven is what every chosen version is; what could not be asked changes nothing that was known before. */
export function proofOf(
  key: string,
  answers: readonly Answer[],
  before: Proof | null,
  triedAt: string,
): Proof {
  const missing = answers.filter(({ verdict }) => verdict === 'missing');
  const provenBefore = before?.provenAt ?? null;
  if (missing.length > 0) {
    const newest = missing.some((one) => one.newest);
    return { key, triedAt, provenAt: provenBefore, missing: newest ? 'newest' : 'older' };
  }
  if (answers.length === 0 || answers.some(({ verdict }) => verdict !== 'restorable')) {
    return { key, triedAt, provenAt: provenBefore, missing: before?.missing ?? 'none' };
  }
  const oldest = answers.map(({ provenAt }) => provenAt ?? triedAt).sort()[0] ?? triedAt;
  return { key, triedAt, provenAt: oldest, missing: 'none' };
}
