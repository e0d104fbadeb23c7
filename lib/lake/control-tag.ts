/** A tag of one control reading: it changes when a row comes, goes, changes, or begins to mean something else. */
import type { BodyOf, ControlState, ListedEntry } from '@/lib/engine/control/control-entries';
import { judgeLease } from '@/lib/engine/leases/lease-rules';
import { judgeOwnership } from '@/lib/engine/retirement/ownership-rules';
import { Fingerprint } from './fingerprint';

/** A lease that only grew older is no change; one that expired is. */
export function controlTag(control: ControlState): string {
  const tag = new Fingerprint();
  const add = (row: ListedEntry, body: BodyOf<unknown> | null, standing: string) =>
    tag.add(`${row.entry}|${row.etag}|${row.storedAt}|${body?.kind ?? ''}|${standing}`);
  for (const lease of control.leases) add(lease, null, judgeLease(lease, lease.listedAt));
  for (const row of [...control.markers, ...control.intents]) {
    add(row, row.body, judgeOwnership(row.storedAt, row.listedAt));
  }
  for (const row of [...control.states, ...control.tags, ...control.branches]) add(row, row.body, '');
  for (const row of [...control.terminations, ...control.corrupt]) add(row, null, '');
  tag.add(`${control.listedUpTo}|${control.foreignRoot}|${control.proposals.length}`);
  for (const note of control.notes) tag.add(note);
  return tag.toString();
}
