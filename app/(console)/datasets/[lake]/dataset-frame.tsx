'use client';
/** What stands above every page of a dataset: identity, notices, tabs; its failure never takes the tab below with it. */
import Link from 'next/link';
import type { ReactNode } from 'react';
import { DatasetHead } from '@/components/dataset/dataset-head';
import { DatasetNotices } from '@/components/dataset/dataset-notices';
import { type DatasetTab, datasetTabLabels, datasetTabLinks } from '@/components/dataset/dataset-tabs';
import { Answered } from '@/components/ui/answered';
import { PageHead } from '@/components/ui/page-head';
import { Empty } from '@/components/ui/states';
import { TabLinks } from '@/components/ui/tab-links';
import { isVamplateError } from '@/lib/base/errors';
import { useWatch } from '@/lib/client/page-live';
import { useDataset } from '@/lib/client/queries/datasets';
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import { AddToStatusPage, ShownOnStatusPages } from '../../add-to-status-page';
import { ServedBy } from '../../served-here';
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
  if (data === undefined && isVamplateError(dataset.error) && dataset.error.kind === 'not_found') {
    return <NoSuchDataset address={address} name={name} says={dataset.error.message} />;
  }
  return (
    <>
      <DatasetHead
        name={name}
        dataset={data ?? null}
        waiting={
          <Answered answer={dataset} what="the dataset" rows={1}>
            {() => null}
          </Answered>
        }
        onBranch={address.setBranch}
        actions={data === undefined ? null : <AddToStatusPage targets={[targetOf(address.place)]} />}
        {...(here === undefined ? {} : { crumb: { href: address.hrefOfTab('versions'), here } })}
      />
      {data !== undefined && <DatasetNotices dataset={data} />}
      {data !== undefined && <ServedBy lake={address.place.lake} id={address.place.id} />}
      {data !== undefined && <ShownOnStatusPages targets={[targetOf(address.place)]} />}
      <TabLinks label="Dataset sections" tabs={datasetTabLinks(tab, data ?? null, address.hrefOfTab)} />
      <div className="stack">{children}</div>
    </>
  );
}

/** One answer instead of five panels that all fail for the same reason. */
function NoSuchDataset({
  address,
  name,
  says,
}: {
  readonly address: DatasetAddress;
  readonly name: string;
  readonly says: string;
}) {
  return (
    <>
      <PageHead title={name} crumbs={[{ href: '/datasets', label: 'Datasets' }]} />
      <section className="panel" aria-label="Not found">
        <Empty says={says}>
          <div className="row">
            {address.branch !== null && <Link href={address.hrefOfMain}>Show main</Link>}
            <Link href="/datasets">All datasets</Link>
          </div>
        </Empty>
      </section>
    </>
  );
}

/** The last folder of its path, until the dataset itself is read. */
function nameOf({ lake, id }: { readonly lake: string; readonly id: string }): string {
  const path = decodeDatasetId(id);
  return path === '' ? lake : (path.split('/').at(-1) ?? path);
}

function targetOf({ lake, id }: DatasetAddress['place']) {
  return { kind: 'dataset', lake, id, label: null, description: null } as const;
}
