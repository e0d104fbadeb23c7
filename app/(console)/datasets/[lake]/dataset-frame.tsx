'use client';
/** What stands above every page of a dataset: identity, notices, tabs; its failure never takes the tab below with it. */
import type { ReactNode } from 'react';
import { DatasetHead } from '@/components/dataset/dataset-head';
import { DatasetNotices } from '@/components/dataset/dataset-notices';
import { type DatasetTab, datasetTabLabels, datasetTabLinks } from '@/components/dataset/dataset-tabs';
import { Answered } from '@/components/ui/answered';
import { PageHead } from '@/components/ui/page-head';
import { TabLinks } from '@/components/ui/tab-links';
import { useWatch } from '@/lib/client/live-provider';
import { useDataset } from '@/lib/client/queries/datasets';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { DatasetAddress } from './use-dataset-address';
import { useDocumentTitle } from './use-document-title';

export interface DatasetFrameProps {
  readonly address: DatasetAddress;
  /** Null on a page below the tabs, which `here` then names. */
  readonly tab: DatasetTab | null;
  readonly here?: string;
  readonly children: ReactNode;
}

export function DatasetFrame({ address, tab, here, children }: DatasetFrameProps) {
  useWatch(address.place.lake, address.place.id);
  const dataset = useDataset(address.place);
  const { data } = dataset;
  const name = data?.name ?? nameOf(address.place);
  useDocumentTitle(`${here ?? (tab === null ? '' : datasetTabLabels[tab])} of ${name}`);
  return (
    <>
      {data === undefined ? (
        <PageHead
          title={name}
          crumbs={[{ href: '/datasets', label: 'Datasets' }]}
          sub={
            <Answered answer={dataset} what="the dataset" rows={1}>
              {() => null}
            </Answered>
          }
        />
      ) : (
        <DatasetHead
          dataset={data}
          meta={data.meta}
          onBranch={address.setBranch}
          {...(here === undefined ? {} : { crumb: { href: address.hrefOfTab('versions'), here } })}
        />
      )}
      {data !== undefined && <DatasetNotices dataset={data} />}
      <TabLinks label="Dataset sections" tabs={datasetTabLinks(tab, data ?? null, address.hrefOfTab)} />
      <div className="stack">{children}</div>
    </>
  );
}

/** The last folder of its path, until the dataset itself is read. */
function nameOf({ lake, id }: { readonly lake: string; readonly id: string }): string {
  const path = decodeDatasetId(id);
  return path === '' ? lake : (path.split('/').at(-1) ?? path);
}
