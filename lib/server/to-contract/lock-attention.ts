/** Which locks need an operator: who waits for one names the lock, and a lock of which nothing is known is said to be so. */
import type { z } from 'zod';
import type { attentionItem } from '@/lib/contracts/attention';
import type { LockRowInput } from './lock-rows';

type Item = z.input<typeof attentionItem>;
type Trouble = Pick<Item, 'kind' | 'severity' | 'problem' | 'evidence'>;

/** None or one: the worst that is known of this lock. A lock whose cluster keeps its state elsewhere guards nothing. */
export function lockItems(row: LockRowInput): Item[] {
  const trouble = row.backend === 'external' ? null : troubleOf(row);
  if (trouble === null) return [];
  return [
    {
      ...trouble,
      lake: row.lake,
      dataset: null,
      object: row.root,
      detail: 'lock',
      version: null,
      since: row.since,
      href: `/locks/${encodeURIComponent(row.root)}`,
      action: 'Show lock',
    },
  ];
}

function troubleOf({ state, sentence, flags }: LockRowInput): Trouble | null {
  const paged = flags.find(({ severity }) => severity === 'stop');
  if (paged !== undefined) {
    const problem = 'Two owners may be writing under this lock';
    return { kind: 'lock_two_owners', severity: 'stop', problem, evidence: paged.sentence };
  }
  switch (state) {
    case 'corrupt':
    case 'oversize': {
      const problem = 'The lock record cannot be read, so no writer gets the lock';
      return { kind: 'lock_unusable', severity: 'stop', problem, evidence: sentence };
    }
    case 'silent': {
      const problem = 'The owner of this lock is silent';
      return { kind: 'lock_silent', severity: 'attention', problem, evidence: sentence };
    }
    case 'claimed': {
      const problem = 'A successor claimed this lock and does not hold it yet';
      return { kind: 'lock_claimed', severity: 'attention', problem, evidence: sentence };
    }
    case 'unreadable':
    case 'unwatched': {
      const problem = 'Nothing is known of this lock now';
      return { kind: 'lock_unknown', severity: 'unknown', problem, evidence: sentence };
    }
    default:
      return null;
  }
}
