'use client';
/** One dataset with its open tab. */
import type { DatasetTab } from '@/components/dataset/dataset-tabs';
import { DatasetFrame } from './dataset-frame';
import type { PagePlace } from './place-of-page';
import { ActivityTab } from './tabs/activity-tab';
import { LeasesTab } from './tabs/leases-tab';
import { OperationsTab } from './tabs/operations-tab';
import { ReferencesTab } from './tabs/references-tab';
import { RetirementTab } from './tabs/retirement-tab';
import { StorageTab } from './tabs/storage-tab';
import { VersionsTab } from './tabs/versions-tab';
import { type DatasetAddress, useDatasetAddress } from './use-dataset-address';

export function DatasetScreen({ place, tab }: { readonly place: PagePlace; readonly tab: DatasetTab }) {
  const address = useDatasetAddress(place);
  return (
    <DatasetFrame address={address} tab={tab}>
      <OpenTab tab={tab} address={address} />
    </DatasetFrame>
  );
}

function OpenTab({ tab, address }: { readonly tab: DatasetTab; readonly address: DatasetAddress }) {
  switch (tab) {
    case 'versions':
      return <VersionsTab address={address} />;
    case 'references':
      return <ReferencesTab address={address} />;
    case 'leases':
      return <LeasesTab address={address} />;
    case 'retirement':
      return <RetirementTab address={address} />;
    case 'storage':
      return <StorageTab address={address} />;
    case 'operations':
      return <OperationsTab address={address} />;
    case 'activity':
      return <ActivityTab address={address} />;
  }
}
