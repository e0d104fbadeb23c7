/** How a reason to live is called, drawn and toned: one place for the card, the chips and the detail page. */

import type { IconName } from '@/components/ui/icon-paths';
import type { EarliestReclaim, HonouredBy, Protection, ProtectionKind } from '@/lib/contracts/protection';

/** Neutral by rule: amber or red only when the holder itself is in trouble, grey when it cannot be judged. */
export function toneOfProtection({
  standing,
}: Pick<Protection, 'standing'>): 'warn' | 'stop' | 'unk' | undefined {
  if (standing === 'abandoned') return 'stop';
  if (standing === 'expired') return 'warn';
  return standing === 'unknown' ? 'unk' : undefined;
}

const icons: Readonly<Record<Exclude<ProtectionKind, 'retirement'>, IconName>> = {
  latest: 'head',
  tag: 'tag',
  branch: 'branch',
  lease: 'lease',
  intent: 'intent',
  reference_state: 'ref',
  policy: 'policy',
  detached: 'version',
  unsupported: 'unk',
  unreadable: 'unk',
  outside: 'lock',
};
const markerIcons: Readonly<Record<string, IconName>> = {
  draining: 'drain',
  sealed: 'seal',
  committed: 'commit',
};

export function iconOfProtection({ kind, subject }: Pick<Protection, 'kind' | 'subject'>): IconName {
  return kind === 'retirement' ? (markerIcons[subject] ?? 'retire') : icons[kind];
}

/** `{ words: 'Tag', subject: 'stable' }`: the subject is foreign text and always shown as text. */
export function titleOfProtection({ kind, subject, standing }: Protection): {
  readonly words: string;
  readonly subject: string;
  /** Ids are set in mono, names are not. */
  readonly id: boolean;
} {
  switch (kind) {
    case 'latest':
      return { words: 'Head, the latest version', subject: '', id: false };
    case 'tag':
      return { words: 'Tag', subject, id: false };
    case 'branch':
      return { words: 'Branch', subject, id: false };
    case 'lease':
      return { words: standing === 'expired' ? 'Expired lease' : 'Lease', subject, id: true };
    case 'intent':
      return { words: standing === 'expired' ? 'Expired intent' : 'Intent', subject, id: false };
    case 'reference_state':
      return { words: 'Reference state', subject, id: false };
    case 'retirement':
      return { words: standing === 'abandoned' ? 'Abandoned retirement' : 'Retirement', subject, id: false };
    case 'policy':
      return { words: standing === 'unknown' ? 'Policy not known:' : 'Policy', subject, id: false };
    case 'detached':
      return { words: 'Detached version', subject: '', id: false };
    case 'unsupported':
      return { words: 'Not understood', subject, id: false };
    case 'unreadable':
      return { words: 'Evidence not readable', subject, id: false };
    case 'outside':
      return { words: 'Held outside the dataset', subject, id: false };
  }
}

const held: readonly ProtectionKind[] = [
  'tag',
  'branch',
  'lease',
  'intent',
  'reference_state',
  'retirement',
  'outside',
];

/** Who holds it, as a sentence; null where nobody can: a head, a policy. */
export function holderWords({ kind, holder }: Pick<Protection, 'kind' | 'holder'>): string | null {
  if (holder !== null) return `Held by ${holder}.`;
  return held.includes(kind) ? 'Holder not recorded.' : null;
}

export const honouredWords: Readonly<Record<HonouredBy, string>> = {
  every: 'every cleaner honours it',
  lease_aware: 'only lease-aware cleaners honour it',
  release_dependent: 'whether a cleaner honours it depends on its release',
  unknown: 'not known who honours it',
};

/** A short word for a chip: `v12 stable`, `lease`, `sealed`. */
export function chipWords(protection: Protection): string {
  const { kind, subject, standing } = protection;
  if (kind === 'lease') return `lease ${shortId(subject)}`;
  if (kind === 'latest') return 'head';
  if (kind === 'retirement') return standing === 'active' ? subject : `${subject}, ${standing}`;
  if (kind === 'policy' && standing === 'unknown') return 'policy not known';
  if (kind === 'detached') return 'detached';
  if (kind === 'unsupported') return 'not understood';
  if (kind === 'unreadable') return 'not readable';
  const words = subject === '' ? kind.replace('_', ' ') : subject;
  return standing === 'active' ? words : `${words}, ${standing}`;
}

/** The first eight of a long id; the whole one stands in its tooltip and on the detail page. */
export function shortId(id: string): string {
  return id.length <= 12 ? id : `${id.slice(0, 8)}…`;
}

/** The lead of the answer; an instant follows it for `at`. */
export function earliestWords(earliest: EarliestReclaim): string {
  switch (earliest.kind) {
    case 'now':
      return earliest.estimated ? 'Now, as far as its listing tells' : 'Now: nothing keeps it';
    case 'never':
      return `No date: ${earliest.because}`;
    case 'unknown':
      return `Not known: ${earliest.because}`;
    case 'at':
      return earliest.estimated ? 'About' : 'On';
  }
}

export const atRiskWords = 'A released cleaner would delete it; a tag would hold it.';
