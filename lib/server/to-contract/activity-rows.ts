/** A line of the journal as the wire says it. */
import type { z } from 'zod';
import type { activityRow } from '@/lib/contracts/activity';
import type { JournalRow } from '@/lib/engine/operations/journal-entry';
import { iso } from './scalars';

type ActivityRowInput = z.input<typeof activityRow>;

export function activityRowOf(lake: string, row: JournalRow): ActivityRowInput {
  const { key } = row;
  if (row.kind === 'unreadable') return { lake, key, ...nothing, at: iso(row.at), sentence: row.reason };
  const { entry } = row;
  const { actor, role, action, target, reason, planHash, requestId, askedBy = null } = entry;
  return {
    ...{ lake, key, kind: entry.kind, at: iso(entry.at) },
    ...{ actor, role, action, target, reason, planHash, requestId, askedBy },
    intent: entry.kind === 'intent' ? entry.id : entry.intent,
    result: entry.kind === 'outcome' ? entry.result : null,
    sentence: entry.kind === 'outcome' ? entry.sentence : null,
  };
}

const nothing = {
  kind: 'unreadable',
  ...{ actor: null, role: null, action: null, target: null },
  ...{ reason: null, planHash: null, requestId: null, askedBy: null, intent: null, result: null },
} as const;
