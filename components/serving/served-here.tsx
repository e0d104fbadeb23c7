/** Which sets serve a dataset, and which replicas serve a version that a plan would take. */
import { Anchor } from '@/components/ui/anchor';
import { Icon } from '@/components/ui/icon';
import type { ReplicaRow, ServingSet } from '@/lib/contracts/serving';
import { Confidence, ServingAxes, SetBadge } from './serving-badges';
import { replicaHref, setHref } from './serving-links';

/** Sets with a replica of this dataset. */
export function SetsServing({ sets }: { readonly sets: readonly ServingSet[] }) {
  return (
    <p className="served-by" role="note">
      <Icon name="serving" size="sm" />
      <span>Served by</span>
      {sets.map((set) => (
        <span key={`${set.env} ${set.set}`} className="tone-line plain">
          <Anchor href={setHref(set)}>{set.set}</Anchor>
          <span className="faint">{set.env}</span>
          <SetBadge verdict={set.verdict} />
        </span>
      ))}
    </p>
  );
}

/** @param going the versions a plan lists */
export function replicasServing(
  replicas: readonly ReplicaRow[],
  going: ReadonlySet<string>,
): readonly ReplicaRow[] {
  return replicas.filter(
    ({ servingVersion, cleanVersion, retired }) =>
      retired === null && [servingVersion, cleanVersion].some((one) => one !== null && going.has(one)),
  );
}

/** Replicas of the dataset whose versions nobody knows: a plan may take one of theirs. */
export function replicasUnknown(replicas: readonly ReplicaRow[]): readonly ReplicaRow[] {
  return replicas.filter(
    ({ servingVersion, confidence, retired }) =>
      retired === null && (servingVersion === null || confidence !== 'fresh'),
  );
}

export interface PlanServingProps {
  readonly serving: readonly ReplicaRow[];
  readonly unknown: readonly ReplicaRow[];
}

export function PlanServing({ serving, unknown }: PlanServingProps) {
  const others = unknown.filter((one) => !serving.includes(one));
  if (serving.length === 0 && others.length === 0) return null;
  return (
    <div className="panel-foot served-plan" role="note">
      {serving.length === 0 ? null : (
        <>
          <p className="tone-line warn">
            <Icon name="warn" size="sm" />
            <b>A version that would go is served, or is the clean one, here:</b>
          </p>
          <ReplicaList replicas={serving} />
        </>
      )}
      {others.length === 0 ? null : (
        <>
          <p>What these replicas of the dataset serve now is not known:</p>
          <ReplicaList replicas={others} />
        </>
      )}
    </div>
  );
}

function ReplicaList({ replicas }: { readonly replicas: readonly ReplicaRow[] }) {
  return (
    <ul className="bullets">
      {replicas.map((one) => (
        <li key={`${one.env} ${one.set} ${one.lineage} ${one.replica}`}>
          <Anchor href={replicaHref(one)}>
            {one.set}/{one.replica}
          </Anchor>{' '}
          <ServingAxes replica={one} />{' '}
          {one.servingVersion === null ? 'serves nothing known' : `serves v${one.servingVersion}`}
          {one.cleanVersion === null ? '' : `, clean v${one.cleanVersion}`}, <Confidence replica={one} />
        </li>
      ))}
    </ul>
  );
}
