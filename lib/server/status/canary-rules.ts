/** What the canary tries next, and what its answers come to. */
import type { Verification } from '@/lib/contracts/verification';
import { sha256Hex } from '../auth/secret-digest';
import type { Chosen } from './canary-choice-rules';
import { type Proof, type ProofRecord, provenAtOnce } from './proof-record';

const hourMs = 3_600_000;

type Named = Pick<Chosen, 'name' | 'newest'>;

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

/** Versions of one target in one round: the newest each time, of the others those whose turn it is, by name. */
export function roundOf<One extends Named>(chosen: readonly One[], before: Proof | null): readonly One[] {
  const after = before?.pass?.after ?? '';
  const newest = chosen.filter((one) => one.newest);
  const due = others(chosen).filter(({ name }) => name > after);
  return [...newest, ...due.slice(0, provenAtOnce - newest.length)];
}

export interface Answer extends Named {
  readonly verdict: Verification['verdict'];
  /** ISO 8601; null where the store states no time. */
  readonly provenAt: string | null;
}

/**
 * Proven is what every chosen version is, over as many rounds as that takes; what could not be asked changes nothing that
 * was known before.
 * @param answers to the first of a round, in its order
 */
export function proofOf(
  key: string,
  { chosen, answers }: { readonly chosen: readonly Named[]; readonly answers: readonly Answer[] },
  before: Proof | null,
  triedAt: string,
): Proof {
  const pass = before?.pass ?? { after: '', asked: digestOf([]), oldest: null, whole: true };
  const until = (last: string) => others(chosen).filter(({ name }) => name <= last);
  const after = answers.findLast(({ newest }) => !newest)?.name ?? pass.after;
  // One that came meanwhile among those that were asked was not asked.
  const unchanged = pass.asked === digestOf(until(pass.after));
  const whole = pass.whole && unchanged && answers.every(({ verdict }) => verdict === 'restorable');
  const times = answers.map(({ provenAt }) => provenAt ?? triedAt);
  const oldest = [...times, ...(pass.oldest === null ? [] : [pass.oldest])].sort()[0] ?? null;
  const askedNewest = chosen.every(({ newest, name }) => !newest || answers.some((one) => one.name === name));
  const ended = askedNewest && until(after).length === others(chosen).length;
  return {
    ...{ key, triedAt, missing: missingNow(chosen, answers, before) },
    provenAt: ended && whole ? (oldest ?? triedAt) : (before?.provenAt ?? null),
    pass: ended ? null : { after, asked: digestOf(until(after)), oldest, whole },
  };
}

/** Whether objects of what is chosen now were missing when it was last asked for: a version that left is none of it. */
export function missingOf(proof: Proof | null, chosen: readonly Named[]): 'none' | 'newest' | 'older' {
  const missing = chosen.filter(({ name }) => proof?.missing.includes(name) === true);
  if (missing.length === 0) return 'none';
  return missing.some(({ newest }) => newest) ? 'newest' : 'older';
}

function missingNow(chosen: readonly Named[], answers: readonly Answer[], before: Proof | null): string[] {
  const verdicts = new Map(answers.map(({ name, verdict }) => [name, verdict]));
  const was = new Set(before?.missing ?? []);
  const isMissing = ({ name }: Named) => {
    const verdict = verdicts.get(name) ?? 'unknown';
    return verdict === 'unknown' ? was.has(name) : verdict === 'missing';
  };
  return chosen
    .filter(isMissing)
    .map(({ name }) => name)
    .slice(0, provenAtOnce);
}

function others<One extends Named>(chosen: readonly One[]): readonly One[] {
  return chosen.filter(({ newest }) => !newest).sort((a, b) => (a.name < b.name ? -1 : 1));
}

function digestOf(asked: readonly Named[]): string {
  return sha256Hex(JSON.stringify(asked.map(({ name }) => name)));
}
