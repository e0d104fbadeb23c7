'use client';
/** The versions of a dataset: the ribbon with its card, then the table; both follow the version in the address. */
import { useCallback, useMemo } from 'react';
import { rowsOfPages } from '@/lib/client/paged-answer';
import { useDataset } from '@/lib/client/queries/datasets';
import { useVersions } from '@/lib/client/queries/versions';
import type { DatasetAddress } from '../use-dataset-address';
import { RibbonPanel } from './ribbon-panel';
import { VersionsPanel } from './versions-panel';

const PAGE = 100;

export function VersionsTab({ address }: { readonly address: DatasetAddress }) {
  const { place, kept } = address;
  const dataset = useDataset(place);
  const versions = useVersions(place, { limit: PAGE, ...(kept === null ? {} : { kept }) });
  const rows = useMemo(() => rowsOfPages(versions.data?.pages ?? [], (row) => row.version), [versions.data]);
  const { setPinned, pinned } = address;
  const select = useCallback(
    (version: string) => setPinned(version === pinned ? null : version),
    [setPinned, pinned],
  );
  return (
    <>
      <RibbonPanel address={address} dataset={dataset.data ?? null} rows={rows} />
      <VersionsPanel
        address={address}
        dataset={dataset.data ?? null}
        versions={versions}
        rows={rows}
        onSelect={select}
      />
    </>
  );
}
