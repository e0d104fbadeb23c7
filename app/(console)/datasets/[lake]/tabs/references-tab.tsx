'use client';
/** Tags, branches and their states, then the intents that are about to change them; corrupt names below. */
import { useMemo, useState } from 'react';
import { CorruptPanel } from '@/app/(console)/corrupt-panel';
import { PagedBoard } from '@/app/(console)/paged-board';
import { useGate } from '@/app/(console)/use-gate';
import { type ListAddress, useListAddress } from '@/app/(console)/use-list-address';
import type { Notice } from '@/components/actions/action-notice';
import { type Choice, ChoiceFilters } from '@/components/dataset/choice-filters';
import { withFreshState } from '@/components/fleet/filter-state';
import { intentColumns } from '@/components/references/intent-columns';
import { referenceColumns } from '@/components/references/reference-columns';
import { Button } from '@/components/ui/button';
import { useIntents, useReferences } from '@/lib/client/queries/control';
import { useDataset } from '@/lib/client/queries/datasets';
import type { IntentRow, ReferenceRow } from '@/lib/contracts/control';
import type { DatasetAddress } from '../use-dataset-address';
import { type AskedSettlement, IntentActions } from './intent-actions';
import {
  type AskedReference,
  ReferenceActions,
  type ReferenceNotice,
  referenceActionsColumn,
} from './reference-actions';
import { sortableOf, tabColumns } from './tab-columns';

const kinds: readonly Choice[] = [
  { id: null, label: 'Every reference' },
  { id: 'tag', label: 'Tags', icon: 'tag' },
  { id: 'branch', label: 'Branches', icon: 'branch' },
  { id: 'state', label: 'States', icon: 'ref' },
  { id: 'termination', label: 'Terminations', icon: 'gone' },
  { id: 'intent', label: 'Intents', icon: 'intent' },
];
const intentStates: readonly Choice[] = [
  { id: null, label: 'All' },
  { id: 'active', label: 'Active', icon: 'run' },
  { id: 'expired', label: 'Expired', icon: 'warn' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];
const states: readonly Choice[] = [
  { id: null, label: 'All' },
  { id: 'visible', label: 'Visible', icon: 'check' },
  { id: 'invisible', label: 'Invisible', icon: 'dash' },
  { id: 'tombstone', label: 'Tombstone', icon: 'gone' },
  { id: 'unknown', label: 'Unknown', icon: 'unk' },
];
const referenceTab = tabColumns<ReferenceRow>(referenceColumns, 'target', (row) => ({
  version: row.targetVersion,
  branch: row.targetBranch,
}));
const intentTab = tabColumns<IntentRow>(intentColumns, 'version', ({ version, branch }) => ({
  version,
  branch,
}));
const sortable = [...sortableOf(referenceTab), ...sortableOf(intentTab)];

export function ReferencesTab({ address }: { readonly address: DatasetAddress }) {
  const list = useListAddress(address.hrefOfTab('references'), sortable);
  const { kind, state } = list.query;
  const gate = useGate(address.place.lake);
  const dataset = useDataset(address.place);
  const [asked, setAsked] = useState<AskedReference | null>(null);
  const [notice, setNotice] = useState<ReferenceNotice | null>(null);
  const [settling, setSettling] = useState<AskedSettlement | null>(null);
  const [settled, setSettled] = useState<Notice | null>(null);
  const columns = useMemo(
    () => [...referenceTab, referenceActionsColumn({ onAsk: setAsked, onNotice: setNotice })],
    [],
  );
  const ofIntents = kind === 'intent';
  const known = state === undefined ? {} : { state };
  const references = useReferences(address.place, ofIntents ? {} : { ...(kind ? { kind } : {}), ...known });
  const intents = useIntents(address.place, ofIntents ? known : {});
  return (
    <>
      <div>
        <ReferenceActions {...{ asked, notice }} onAsk={setAsked} onNotice={setNotice} />
        <ChoiceFilters
          groups={[
            { key: 'kind', label: 'Kind', choices: kinds, current: list.filters.kind },
            {
              key: 'state',
              label: ofIntents ? 'State' : 'Readers see',
              choices: ofIntents ? intentStates : states,
              current: list.filters.state,
            },
          ]}
          hrefOf={(change) => list.hrefOf(withFreshState(change))}
          onChange={(change) => list.onChange(withFreshState(change))}
        />
        {ofIntents ? null : (
          <PagedBoard
            title="References"
            heading="h2"
            caption="Every cleaner honours tags; whether one honours branches depends on its release."
            actions={
              <Button
                small
                icon="tag"
                refusal={gate.refusal('createTag') ?? dataset.data?.tagging.create ?? null}
                onClick={() => setAsked({ kind: 'create', place: address.place })}
              >
                Create tag…
              </Button>
            }
            query={references}
            columns={columns}
            keyOf={({ key }) => key}
            noun="reference"
            empty="This dataset has no tag and no branch."
            address={list}
          />
        )}
      </div>
      <IntentActions asked={settling} notice={settled} onAsk={setSettling} onNotice={setSettled} />
      <PagedBoard
        title="Reference intents"
        heading="h2"
        caption="An intent holds its version until it is published, withdrawn or settled."
        actions={
          <Button
            small
            icon="intent"
            refusal={gate.refusal('settleIntents')}
            onClick={() => setSettling(address.place)}
          >
            Settle expired…
          </Button>
        }
        query={intents}
        columns={intentTab}
        keyOf={({ key }) => key}
        noun="intent"
        empty="No reference of this dataset is about to change."
        address={ofIntents ? list : unfiltered(list)}
      />
      <CorruptPanel pages={[...(references.data?.pages ?? []), ...(intents.data?.pages ?? [])]} />
    </>
  );
}

/** The filters above are of the references: an empty list of intents is empty, not filtered. */
function unfiltered(list: ListAddress): ListAddress {
  return { ...list, filtered: false };
}
