/** The identity row of a dataset: what it is, where it lies, how it stands, its head, its size, its policy. */
import type { ReactElement, ReactNode } from 'react';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Bytes, Count } from '@/components/ui/figures';
import { plural } from '@/components/ui/format-count';
import { PageHead } from '@/components/ui/page-head';
import { ReadAge, type ReadMeta } from '@/components/ui/read-age';
import type { Tone } from '@/components/ui/tone';
import { datasetHref } from '@/lib/contracts/dataset-id';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import { BranchPicker } from './branch-picker';
import { policySentence } from './policy-words';

export interface DatasetHeadProps {
  /** Known before the dataset is read. */
  readonly name: string;
  /** Null until it is read: the head stays the same element then, and whatever has the focus in it keeps it. */
  readonly dataset: (DatasetDetail & { readonly meta: ReadMeta }) | null;
  /** Stands where the facts will. */
  readonly waiting: ReactNode;
  readonly onBranch: (branch: string | null) => void;
  /** Where the last crumb leads, on a page below the dataset's own. */
  readonly crumb?: { readonly href: string; readonly here: string };
  /** Further actions, before the cleanup. */
  readonly actions?: ReactNode;
}

export function DatasetHead({
  name,
  dataset,
  waiting,
  onBranch,
  crumb,
  actions,
}: DatasetHeadProps): ReactElement {
  const crumbs = [{ href: '/datasets', label: 'Datasets' }];
  if (crumb) crumbs.push({ href: crumb.href, label: name });
  return (
    <PageHead
      title={name}
      crumbs={crumbs}
      {...(crumb ? { here: crumb.here } : {})}
      beside={
        dataset === null ? null : (
          <span className="uri">
            <code className="id">{dataset.uri}</code>
            <CopyButton text={dataset.uri} label="Copy dataset address" />
          </span>
        )
      }
      actions={
        dataset === null ? null : (
          <>
            {actions}
            <PlanCleanup dataset={dataset} />
          </>
        )
      }
      sub={dataset === null ? waiting : <Facts dataset={dataset} meta={dataset.meta} onBranch={onBranch} />}
    />
  );
}

function PlanCleanup({ dataset: { lake, id, branch } }: { readonly dataset: DatasetDetail }) {
  const search = branch === null ? '' : `?branch=${encodeURIComponent(branch)}`;
  return (
    <ButtonLink href={datasetHref(lake, id, `/cleanup${search}`)} icon="retire">
      Plan a cleanup
    </ButtonLink>
  );
}

interface FactsProps {
  readonly dataset: DatasetDetail;
  readonly meta: ReadMeta;
  readonly onBranch: (branch: string | null) => void;
}

function Facts({ dataset, meta, onBranch }: FactsProps) {
  const { latest, latestStoredAt, rows, bytes, branch, branchNames, policy } = dataset;
  return (
    <>
      <Badges dataset={dataset} />
      <span>
        Head{' '}
        {latest === null ? (
          <span className="faint">not known</span>
        ) : (
          <>
            <b>v{latest}</b>, <Age at={latestStoredAt} />
          </>
        )}
      </span>
      <span className="sep" />
      <span>
        <Count value={rows} unknown="rows not read yet" />
        {rows !== null && ' rows'}
      </span>
      <span className="sep" />
      <span>
        <Bytes bytes={bytes} unknown="size not read yet" />
      </span>
      <BranchPicker branches={branchNames} branch={branch} onBranch={onBranch} />
      <ReadAge meta={meta} />
      <span className="policy-line">{policySentence(policy)}</span>
    </>
  );
}

const tones: Readonly<Record<DatasetDetail['state'], Tone>> = {
  ok: 'ok',
  attention: 'warn',
  stop: 'stop',
  unknown: 'unk',
};

function Badges({ dataset: { state, problem, corrupt } }: { readonly dataset: DatasetDetail }) {
  return (
    <>
      <Badge tone={tones[state]}>{problem ?? (state === 'ok' ? 'Read, nothing found' : wordOf(state))}</Badge>
      {corrupt !== null && corrupt > 0 && (
        <Badge tone="stop">{plural(corrupt, 'corrupt control file')}</Badge>
      )}
    </>
  );
}

function wordOf(state: DatasetDetail['state']): string {
  return { ok: 'Read', attention: 'Attention', stop: 'Stopped', unknown: 'Not fully read' }[state];
}
