/** What the frame says of the fleet, from answers alone: a tally only where something is wrong, nothing before a read. */
import type { Noun } from '@/components/shell/nouns';
import type { Tally } from '@/components/shell/rail';
import { plural } from '@/components/ui/format-count';
import type { AttentionItem, AttentionKind, AttentionReply } from '@/lib/contracts/attention';
import type { ChangeEvent } from '@/lib/contracts/events';
import type { Lake } from '@/lib/contracts/lakes';

/** The noun where each kind of trouble is looked at. */
const nounOfKind: Readonly<Record<AttentionKind, Noun['id']>> = {
  lake_unreachable: 'settings',
  dataset_damaged: 'datasets',
  abandoned_seal: 'retirement',
  committed_unfinished: 'retirement',
  corrupt_control: 'datasets',
  stale_drain: 'retirement',
  expired_intent: 'references',
  lease_unguarded: 'leases',
  lease_without_version: 'leases',
  dangling_tag: 'references',
  zombie_branch: 'references',
  foreign_root: 'datasets',
  external_commits: 'datasets',
  cleanup_blocked: 'datasets',
  not_read: 'datasets',
  lock_two_owners: 'locks',
  lock_unusable: 'locks',
  lock_silent: 'locks',
  lock_claimed: 'locks',
  lock_unknown: 'locks',
  serving_down: 'serving',
  serving_unwell: 'serving',
  serving_unknown: 'serving',
};

/** Counts what is red where anything is, what is amber otherwise; what is unknown is no alarm and no all-clear. */
export function talliesOf(
  reply: Pick<AttentionReply, 'items'> | undefined,
): Partial<Record<Noun['id'], Tally>> {
  const tallies: Partial<Record<Noun['id'], Tally>> = {};
  for (const severity of ['attention', 'stop'] as const) {
    for (const [noun, items] of byNoun(reply?.items ?? [], severity)) {
      const word = severity === 'stop' ? 'refusing or damaged' : 'to look at';
      tallies[noun] = { count: items, tone: severity === 'stop' ? 'stop' : 'warn', word };
    }
  }
  return tallies;
}

function byNoun(
  items: readonly AttentionItem[],
  severity: AttentionItem['severity'],
): Map<Noun['id'], number> {
  const counts = new Map<Noun['id'], number>();
  for (const item of items) {
    if (item.severity !== severity) continue;
    const noun = nounOfKind[item.kind];
    counts.set(noun, (counts.get(noun) ?? 0) + 1);
  }
  return counts;
}

const MOST_LAKES = 3;

export function railFoot(
  lakes: readonly Lake[],
): readonly { readonly name: string; readonly text: string }[] {
  const shown = lakes.slice(0, MOST_LAKES).map((lake) => ({
    name: lake.id,
    text: lake.datasets === null ? 'not read yet' : plural(lake.datasets, 'dataset'),
  }));
  const rest = lakes.length - shown.length;
  return rest === 0 ? shown : [...shown, { name: `${rest} more`, text: 'in Settings' }];
}

/** The one lake's address, or how many there are. */
export function sourceOf(lakes: readonly Lake[]): string | undefined {
  const [first] = lakes;
  return lakes.length > 1 ? `${lakes.length} lakes` : first?.uri;
}

function changedName(part: ChangeEvent['part']): string | null {
  if (part === 'locks') return 'A lock';
  if (part === 'serving') return 'A serving replica';
  return part === 'runs' ? 'A run' : null;
}

/** For the live region: what changed. */
export function changesText(events: readonly ChangeEvent[]): string {
  const names = [...new Set(events.map(({ lake, dataset, part }) => changedName(part) ?? dataset ?? lake))];
  const [first] = names;
  if (first === undefined) return '';
  return names.length === 1
    ? `${first} changed and was read again.`
    : `${names.length} things changed and were read again.`;
}
