'use client';
/** The corrupt rows that came with a board's pages, each once; no panel when there are none. */
import { CorruptList } from '@/components/fleet/corrupt-list';
import { plural } from '@/components/ui/format-count';
import { Panel } from '@/components/ui/panel';
import { uniqueBy } from '@/lib/client/paged-answer';
import type { CorruptRow } from '@/lib/contracts/control';

export interface CorruptPanelProps {
  readonly pages: readonly { readonly corrupt: readonly CorruptRow[] }[] | undefined;
}

export function CorruptPanel({ pages }: CorruptPanelProps) {
  const rows = uniqueBy(
    (pages ?? []).flatMap(({ corrupt }) => corrupt),
    ({ lake, dataset, key }) => `${lake} ${dataset} ${key}`,
  );
  if (rows.length === 0) return null;
  return (
    <Panel
      title={plural(rows.length, 'corrupt control file')}
      caption="Shown as found. Cleanup refuses on a dataset that has one: its holder cannot be told."
    >
      <CorruptList rows={rows} />
    </Panel>
  );
}
