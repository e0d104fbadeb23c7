/** Where a row lives: its dataset as a link into the tab that shows the row, its lake below. */

import { branchLabel } from '@/lib/contracts/branch-label';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { Anchor } from './anchor';
import { RowLink } from './row-link';

export interface PlaceCellProps {
  readonly row: { readonly lake: string; readonly dataset: string; readonly datasetName: string };
  /** `/leases`; empty for the versions. */
  readonly tab: string;
}

export function PlaceCell({ row, tab }: PlaceCellProps) {
  return (
    <>
      <RowLink href={datasetHref(row.lake, row.dataset, tab)}>{row.datasetName}</RowLink>
      <small>{row.lake}</small>
    </>
  );
}

/** A version as a link to its page, with its branch where it is not main; no link where the branch is gone. */
export function VersionCell({
  row,
  version,
  branch,
  namespace = 'main',
}: {
  readonly row: { readonly lake: string; readonly dataset: string };
  readonly version: string;
  readonly branch: string | null;
  /** Of rows that are filed under one: a namespace without a branch is never main. */
  readonly namespace?: string;
}) {
  if (branch === null && namespace !== 'main') {
    return (
      <span>
        v{version} <span className="faint">of {branchLabel({ branch, namespace })}</span>
      </span>
    );
  }
  const search = branch === null ? '' : `?branch=${encodeURIComponent(branch)}`;
  return (
    <Anchor href={datasetHref(row.lake, row.dataset, `/versions/${version}${search}`)}>
      v{version}
      {branch === null ? null : <span className="faint"> on {branch}</span>}
    </Anchor>
  );
}
