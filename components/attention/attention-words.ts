/** How each kind of trouble is named and drawn; severity decides the tone, the kind decides the word. */
import type { IconName } from '@/components/ui/icon-paths';
import type { Tone } from '@/components/ui/tone';
import type { AttentionItem, AttentionKind } from '@/lib/contracts/attention';

interface Look {
  readonly icon: IconName;
  /** The word of a red row. */
  readonly stopped: string;
}

const looks: Readonly<Record<AttentionKind, Look>> = {
  lake_unreachable: { icon: 'lake', stopped: 'Unreachable' },
  dataset_damaged: { icon: 'dataset', stopped: 'Damaged' },
  abandoned_seal: { icon: 'seal', stopped: 'Refusing' },
  committed_unfinished: { icon: 'commit', stopped: 'Unfinished' },
  corrupt_control: { icon: 'gone', stopped: 'Corrupt' },
  stale_drain: { icon: 'drain', stopped: 'Abandoned' },
  expired_intent: { icon: 'intent', stopped: 'Expired' },
  lease_unguarded: { icon: 'lease', stopped: 'Unguarded' },
  lease_without_version: { icon: 'lease', stopped: 'Version gone' },
  dangling_tag: { icon: 'tag', stopped: 'Dangling' },
  zombie_branch: { icon: 'branch', stopped: 'Zombie' },
  foreign_root: { icon: 'dataset', stopped: 'Foreign root' },
  external_commits: { icon: 'dataset', stopped: 'Stopped' },
  cleanup_blocked: { icon: 'policy', stopped: 'Blocked' },
  not_read: { icon: 'dataset', stopped: 'Not read' },
  lock_two_owners: { icon: 'lock', stopped: 'Two owners' },
  lock_unusable: { icon: 'lock', stopped: 'Unusable' },
  lock_silent: { icon: 'lock', stopped: 'Silent' },
  lock_claimed: { icon: 'lock', stopped: 'Claimed' },
  lock_unknown: { icon: 'lock', stopped: 'Not known' },
  serving_down: { icon: 'serving', stopped: 'Not served' },
  serving_unwell: { icon: 'serving', stopped: 'Not well' },
  serving_unknown: { icon: 'serving', stopped: 'Not known' },
};

export function attentionIcon(kind: AttentionKind): IconName {
  return looks[kind].icon;
}

export function attentionBadge({ kind, severity }: Pick<AttentionItem, 'kind' | 'severity'>): {
  readonly tone: Tone;
  readonly word: string;
} {
  switch (severity) {
    case 'stop':
      return { tone: 'stop', word: looks[kind].stopped };
    case 'attention':
      return { tone: 'warn', word: 'Attention' };
    case 'unknown':
      return { tone: 'unk', word: 'Unknown' };
  }
}

/** `6 things need a decision`; what nobody could read is counted apart, since it may be fine. */
export function attentionTitle(items: readonly Pick<AttentionItem, 'severity'>[]): string {
  const decide = items.filter(({ severity }) => severity !== 'unknown').length;
  const unknown = items.length - decide;
  const unread = unknown === 0 ? '' : `${unknown} ${unknown === 1 ? 'is' : 'are'} unknown`;
  if (decide === 0) return unread === '' ? 'Nothing needs a decision' : capital(unread);
  const things = decide === 1 ? '1 thing needs a decision' : `${decide} things need a decision`;
  return unread === '' ? things : `${things}, ${unread}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
