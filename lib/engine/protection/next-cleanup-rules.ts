/** Answers 'why would the next cleanup free nothing?': what each step selects and the first thing that stops it (5.4). */
import type { Hold, HolderIndex } from './holder-rules';
import { windowOf } from './policy-window-rules';
import type { CleanerFacts, Protection, VersionFact } from './protection-facts';
import { ranksOf, type VersionPage } from './protection-rules';
import type { EffectivePolicy } from './retention-policy';

export type NextCleanupVerdict =
  | 'frees'
  | 'nothing_selected'
  | 'old_tag_fails'
  | 'held'
  | 'guard_7_days'
  | 'no_policy'
  | 'refuses'
  | 'unknown';

export interface CleanupStep {
  readonly step: string;
  readonly result: string;
  readonly stops: boolean;
}

export interface NextCleanup {
  readonly selected: number | null;
  /** Of the selected, those that something keeps. */
  readonly kept: number | null;
  readonly freesBytes: number | null;
  readonly verdict: NextCleanupVerdict;
  /** One sentence: the answer. */
  readonly sentence: string;
  readonly steps: readonly CleanupStep[];
}

export interface NextCleanupFacts {
  /** Every attached version. */
  readonly page: VersionPage;
  /** Whether the page holds them all. */
  readonly versionsInFull: boolean;
  readonly holders: HolderIndex;
  readonly cleaner: CleanerFacts;
  /**
   * How the dataset's own auto cleanup runs, when the policy is its: `never` without an interval. Null: the policy is
   * this console's, which keeps tagged versions instead of failing on them.
   */
  readonly released: { readonly runs: string } | null;
  /** Bytes by reason under this policy; null when the storage was not counted. */
  readonly storage: {
    readonly reclaimableBytes: number;
    readonly orphanedBytes: number;
    readonly unverifiedBytes: number;
    /** False while some manifest was not read: then the bytes are not known. */
    readonly needsKnown: boolean;
  } | null;
}

export function explainNextCleanup(facts: NextCleanupFacts): NextCleanup {
  const { cleaner, holders, released } = facts;
  const steps: CleanupStep[] = [];
  const end = (verdict: NextCleanupVerdict, sentence: string, counts: Counts = uncounted): NextCleanup => {
    const stops = verdict !== 'frees';
    // What a cleanup would not even select is stopped there, whatever the later steps then found.
    const at = verdict === 'nothing_selected' ? stepOf(steps, 'Selection') : steps.length - 1;
    const told = steps.map((step, place) => (place === at ? { ...step, stops } : step));
    return { ...counts, verdict, sentence, steps: told };
  };
  const note = (step: string, result: string) => steps.push({ step, result, stops: false });

  note('Policy', policyWords(cleaner.policy));
  if (cleaner.policy.unknownBecause !== null) {
    const verdict = cleaner.policy.source === 'none' ? 'no_policy' : 'refuses';
    return end(verdict, `Nothing is cleaned: ${cleaner.policy.unknownBecause}.`);
  }
  if (released !== null) note('When', released.runs);

  const refusal = holders.facts.refusals[0] ?? facts.page.versions.find(hasFlags)?.flagReasons[0];
  if (refusal !== undefined) {
    note('Format', refusal);
    return end('refuses', `Nothing is cleaned here: ${refusal}.`);
  }
  const missing = holders.facts.unreadable[0];
  if (missing !== undefined && released === null) {
    note('Evidence', `${missing.subject} could not be read`);
    return end('refuses', `Nothing is cleaned while ${missing.subject} cannot be read.`);
  }

  const choice = select(facts);
  if (choice === null) {
    note('Selection', 'not known: ages or places of versions could not be established');
    return end('unknown', 'Which versions are old enough is not known yet.');
  }
  const { selected, estimated } = choice;
  note(
    'Selection',
    `${counted(selected.length, 'version')} of ${facts.page.versions.length}${estimated ? ', estimated' : ''}`,
  );
  const counts = { selected: selected.length, kept: null, freesBytes: null };

  if (released !== null && selected.length > 0) {
    const tagged = selected.find(({ version }) => (holders.tagNames.get(version)?.length ?? 0) > 0);
    if (tagged !== undefined) {
      const tag = holders.tagNames.get(tagged.version)?.[0] ?? '';
      note('Old tags', `tag ${tag} on version ${tagged.version}`);
      return end(
        'old_tag_fails',
        `Tag ${tag} holds version ${tagged.version}, which is old enough to go: released cleanup fails on that and frees nothing.`,
        counts,
      );
    }
    note('Old tags', 'none on the selected versions');
  }

  const { kept, overlooked, first } = holdersOf(selected, holders, released !== null);
  const words = `${counted(kept, 'version')} kept`;
  note(
    'Holders',
    overlooked === 0 ? words : `${words}; ${overlooked} held only by what released cleanup overlooks`,
  );
  const remaining = selected.length - kept;
  if (selected.length > 0 && remaining === 0 && first !== null) {
    const rest = { ...counts, kept };
    return end(
      'held',
      `Every selected version is held; the first by ${first.kind.replace('_', ' ')} ${first.subject}.`,
      rest,
    );
  }
  return freed(facts, { ...counts, kept }, remaining, note, end);
}

function stepOf(steps: readonly CleanupStep[], name: string): number {
  return steps.findIndex(({ step }) => step === name);
}

interface Counts {
  readonly selected: number | null;
  readonly kept: number | null;
  readonly freesBytes: number | null;
}
const uncounted: Counts = { selected: null, kept: null, freesBytes: null };

function freed(
  { storage }: NextCleanupFacts,
  counts: Counts,
  remaining: number,
  note: (step: string, result: string) => void,
  end: (verdict: NextCleanupVerdict, sentence: string, counts: Counts) => NextCleanup,
): NextCleanup {
  const nothing = 'No version is old enough and beyond the number kept.';
  if (storage === null || !storage.needsKnown) {
    note('Files', storage === null ? 'not counted yet' : 'not known: some manifests were not read');
    if (remaining === 0) return end('nothing_selected', nothing, counts);
    return end(
      'unknown',
      `It would take ${counted(remaining, 'version')}; how many bytes is not known yet.`,
      counts,
    );
  }
  const freesBytes = storage.orphanedBytes + (remaining > 0 ? storage.reclaimableBytes : 0);
  const all = { ...counts, freesBytes };
  note(
    'Files',
    `${sized(freesBytes)} freed; ${sized(storage.unverifiedBytes)} that no version needs, younger than 7 days, stay`,
  );
  if (remaining > 0)
    return end(
      'frees',
      `It would remove ${counted(remaining, 'version')} and free ${sized(freesBytes)}.`,
      all,
    );
  if (freesBytes > 0)
    return end('frees', `No version would go, but ${sized(freesBytes)} that none needs.`, all);
  if (storage.unverifiedBytes > 0) {
    return end(
      'guard_7_days',
      'No version would go, and the files that none needs are younger than 7 days.',
      all,
    );
  }
  return end('nothing_selected', nothing, all);
}

/** Versions that the policy lets go; null when that is not known of some and none is known to go. */
function select({ page, versionsInFull, holders, cleaner, released }: NextCleanupFacts): {
  readonly selected: readonly VersionFact[];
  readonly estimated: boolean;
} | null {
  const ranks = ranksOf(page);
  const selected: VersionFact[] = [];
  let unknown = !versionsInFull || page.latest === null;
  for (const [index, version] of page.versions.entries()) {
    if (version.detached || version.version === page.latest) continue;
    if (released === null && holders.retiring.has(version.version)) {
      selected.push(version);
      continue;
    }
    const tags = holders.tagNames.get(version.version) ?? [];
    const rank = ranks[index] ?? { kind: 'unknown' };
    const window = windowOf(cleaner.policy, version, rank, tags, holders.facts.storeTime);
    if (window.keeps.length > 0) continue;
    if (window.unknownBecause === null) selected.push(version);
    else unknown = true;
  }
  if (unknown && selected.length === 0) return null;
  return { selected, estimated: unknown || selected.some((version) => version.read !== 'read') };
}

/** @param released whether the cleaner is a released one, which sees tags and (by release) branches, and nothing else */
function holdersOf(
  selected: readonly VersionFact[],
  holders: HolderIndex,
  released: boolean,
): { readonly kept: number; readonly overlooked: number; readonly first: Protection | null } {
  let kept = 0;
  let overlooked = 0;
  let first: Protection | null = null;
  for (const { version } of selected) {
    const protections = (holders.byVersion.get(version) ?? [])
      .filter((hold) => released || !isOpenRetirement(hold))
      .map((hold) => hold.protection);
    const seen = protections.filter(
      ({ honouredBy }) => honouredBy === 'every' || honouredBy === 'release_dependent',
    );
    const [reason] = released ? seen : protections;
    if (reason === undefined) {
      if (protections.length > 0) overlooked += 1;
      continue;
    }
    first ??= reason;
    kept += 1;
  }
  return { kept, overlooked, first };
}

/** A seal or commit is what the next cleanup resumes, whatever the policy: it holds nothing against it (E). */
function isOpenRetirement({ end, protection }: Hold): boolean {
  return protection.kind === 'retirement' && end === 'next_cleanup';
}

function policyWords(policy: EffectivePolicy): string {
  if (policy.unknownBecause !== null) return policy.unknownBecause;
  const parts: string[] = [];
  if (policy.olderThan !== null) parts.push(`older than ${policy.olderThan}`);
  if (policy.retainVersions !== null) parts.push(`beyond the last ${policy.retainVersions}`);
  return parts.join(' and ');
}

function hasFlags(version: VersionFact): boolean {
  return version.flagReasons.length > 0;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Decimal units, one digit: a figure for a sentence, the exact one stands beside it. */
function sized(bytes: number): string {
  const units = ['kB', 'MB', 'GB', 'TB', 'PB'];
  let size = bytes;
  let unit = '';
  for (const next of units) {
    if (size < 1_000) break;
    size /= 1_000;
    unit = next;
  }
  return unit === '' ? counted(size, 'byte') : `${size.toFixed(1)} ${unit}`;
}
