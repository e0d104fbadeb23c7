/** A cleanup's policy as somebody types it and as the address holds it; what is wrong is said at its field, never guessed. */
import { parseDuration } from '@/lib/base/duration-rules';
import type { CleanupPolicyView } from '@/lib/contracts/plans';

export const policyFields = [
  'branch',
  'older',
  'retain',
  'before',
  'versions',
  'keep',
  'tagged',
  'young',
  'attest',
] as const;
export type PolicyField = (typeof policyFields)[number];
/** Null or empty: not stated. */
export type PolicyText = Readonly<Record<PolicyField, string | null>>;

export type PolicyReading =
  | { readonly kind: 'policy'; readonly policy: CleanupPolicyView }
  /** Nothing is wrong, and nothing is selected. */
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong'; readonly problems: Readonly<Partial<Record<PolicyField, string>>> };

const maxVersion = 2n ** 64n - 1n;
const hourMs = 3_600_000;

export function readPolicy(text: PolicyText): PolicyReading {
  const problems: Partial<Record<PolicyField, string>> = {};
  const stated = (field: PolicyField) => (text[field] ?? '').trim();
  const read = <T>(field: PolicyField, absent: T, parse: (value: string) => T | string): T => {
    const value = stated(field);
    if (value === '') return absent;
    const parsed = parse(value);
    if (typeof parsed !== 'string' || field === 'attest' || field === 'before') return parsed as T;
    problems[field] = parsed;
    return absent;
  };
  const olderThanMs = read<number | null>('older', null, ageOf);
  const retainVersions = read<number | null>('retain', null, countOf);
  const youngGuardMs = read<number>('young', hourMs, ageOf);
  const versions = read<string[] | null>('versions', null, versionsOf);
  const before = stated('before');
  if (before !== '' && !isVersion(before)) problems.before = 'A version is a whole number.';
  const attest = stated('attest');
  if (attest !== '' && attest.length < 3) problems.attest = 'State it in a few words.';
  if (Object.keys(problems).length > 0) return { kind: 'wrong', problems };
  if (olderThanMs === null && retainVersions === null && before === '' && versions === null)
    return { kind: 'empty' };
  return {
    kind: 'policy',
    policy: {
      branch: stated('branch') === '' ? null : stated('branch'),
      ...{ olderThanMs, retainVersions, versions, youngGuardMs },
      beforeVersion: before === '' ? null : before,
      keepTags: stated('keep')
        .split(/[\s,]+/)
        .filter(Boolean),
      taggedVersions: stated('tagged') === 'refuse' ? 'refuse' : 'keep',
      deleteUnverified: attest === '' ? null : { attestation: attest },
    },
  };
}

function ageOf(text: string): number | string {
  const read = parseDuration(text);
  return read.kind === 'duration' ? read.ms : 'Write an age such as 14days or 12h 30m.';
}

function countOf(text: string): number | string {
  const count = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= 1_000_000_000 ? count : 'Write how many, at least 1.';
}

function versionsOf(text: string): string[] | string {
  const versions = text.split(/[\s,]+/).filter(Boolean);
  if (versions.length > 1_000) return 'At most 1,000 versions.';
  return versions.every(isVersion) ? [...new Set(versions)] : 'Write whole numbers, separated by commas.';
}

function isVersion(text: string): boolean {
  return /^(?:0|[1-9]\d{0,19})$/.test(text) && BigInt(text) <= maxVersion;
}
