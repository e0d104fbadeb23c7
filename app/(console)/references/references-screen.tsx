'use client';
/** The fleet board of references, and of the intents to change them: one kind filter tells which. */
import { useMemo, useState } from 'react';
import { CorruptPanel } from '@/app/(console)/corrupt-panel';
import {
  type AskedSettlement,
  IntentActions,
  intentActionsColumn,
} from '@/app/(console)/datasets/[lake]/tabs/intent-actions';
import {
  type AskedReference,
  ReferenceActions,
  type ReferenceNotice,
  referenceActionsColumn,
} from '@/app/(console)/datasets/[lake]/tabs/reference-actions';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useListAddress } from '@/app/(console)/use-list-address';
import { useWatchedLakes } from '@/app/(console)/use-watched-lakes';
import type { Notice } from '@/components/actions/action-notice';
import { withFreshState } from '@/components/fleet/filter-state';
import { type FilterChoice, ListFilters } from '@/components/fleet/list-filters';
import { intentColumns } from '@/components/references/intent-columns';
import { referenceColumns } from '@/components/references/reference-columns';
import { useFleetIntents, useFleetReferences } from '@/lib/client/queries/fleet';
import type { IntentRow, ReferenceRow } from '@/lib/contracts/control';

const kinds: readonly FilterChoice[] = [
  { id: null, label: 'Every reference' },
  { id: 'tag', label: 'Tags', icon: 'tag' },
  { id: 'branch', label: 'Branches', icon: 'branch' },
  { id: 'state', label: 'States', icon: 'ref' },
  { id: 'termination', label: 'Terminations', icon: 'gone' },
  { id: 'intent', label: 'Intents', icon: 'intent' },
];

const referenceStates: readonly FilterChoice[] = [
  { id: null, label: 'All' },
  { id: 'visible', label: 'Visible', icon: 'check' },
  { id: 'invisible', label: 'Invisible', icon: 'dash' },
  { id: 'tombstone', label: 'Tombstone', icon: 'gone' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];

const intentStates: readonly FilterChoice[] = [
  { id: null, label: 'All' },
  { id: 'active', label: 'Active', icon: 'run' },
  { id: 'expired', label: 'Expired', icon: 'warn' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];

const sortable = [...referenceColumns, ...intentColumns].flatMap(({ id, sortBy }) => (sortBy ? [id] : []));
const keyOf = ({ lake, dataset, key }: ReferenceRow | IntentRow) => `${lake}/${dataset}/${key}`;

export function ReferencesScreen() {
  const address = useListAddress('/references', sortable);
  const ofIntents = address.filters.kind === 'intent';
  const { kind, ...withoutKind } = address.query;
  const references = useFleetReferences(address.query, !ofIntents);
  const intents = useFleetIntents(withoutKind, ofIntents);
  const lakes = useWatchedLakes();
  const [asked, setAsked] = useState<AskedReference | null>(null);
  const [notice, setNotice] = useState<ReferenceNotice | null>(null);
  const [settling, setSettling] = useState<AskedSettlement | null>(null);
  const [settled, setSettled] = useState<Notice | null>(null);
  const ofIntent = useMemo(() => [...intentColumns, intentActionsColumn(setSettling)], []);
  const columns = useMemo(
    () => [...referenceColumns, referenceActionsColumn({ onAsk: setAsked, onNotice: setNotice })],
    [],
  );
  return (
    <div className="stack">
      <div>
        <IntentActions asked={settling} notice={settled} onAsk={setSettling} onNotice={setSettled} />
        <ReferenceActions {...{ asked, notice }} onAsk={setAsked} onNotice={setNotice} />
        <ListFilters
          filters={address.filters}
          lakes={lakes}
          kinds={kinds}
          states={ofIntents ? intentStates : referenceStates}
          textLabel="Dataset or reference name"
          hrefOf={(change) => address.hrefOf(withFreshState(change))}
          onChange={(change) => address.onChange(withFreshState(change))}
        />
        {ofIntents ? (
          <PagedBoard
            title="Reference intents"
            caption="An intent holds its version until it is published, withdrawn or settled."
            query={intents}
            columns={ofIntent}
            keyOf={keyOf}
            noun="intent"
            empty="No dataset that was read holds a reference intent."
            address={address}
          />
        ) : (
          <PagedBoard
            title="References"
            caption="Every Lance cleaner keeps what a tag names; what it keeps for a branch depends on its release."
            query={references}
            columns={columns}
            keyOf={keyOf}
            noun="reference"
            empty="No dataset that was read has a tag, a branch or a reference state."
            address={address}
          />
        )}
      </div>
      <CorruptPanel pages={ofIntents ? intents.data?.pages : references.data?.pages} />
    </div>
  );
}
