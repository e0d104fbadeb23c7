/** What is asked before one retirement marker is taken back, and before its retirement is planned to the end. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import { Age } from '@/components/ui/age';
import type { RetirementRow } from '@/lib/contracts/control';
import { datasetTypedName, decodeDatasetId } from '@/lib/contracts/dataset-id';

const atWork = 'Its run may still be at work.';

/** Why a marker cannot be taken back; the server asks again on fresh facts. @returns null when it can, `undefined` for what never can */
export function cancelBlocked({ marker, standing }: RetirementRow): string | null | undefined {
  if (marker === 'committed') return undefined;
  if (standing === 'unknown') return 'The store states no time to judge its age by.';
  if (marker === 'draining') return standing === 'stale' ? null : atWork;
  if (standing === 'waiting') return 'Its manifest is gone: the next cleanup removes what is left.';
  return standing === 'abandoned' ? null : atWork;
}

/** Why a retirement cannot be planned to its end. @returns null when it can, `undefined` where nothing was decided yet */
export function finishBlocked(row: RetirementRow): string | null | undefined {
  const { marker, standing, manifests, branch, namespace } = row;
  if (marker === 'draining') return undefined;
  if (branch === null && namespace !== 'main')
    return 'Its branch is gone: deleting that branch again finishes it.';
  if (manifests === 'missing') return 'Its manifest is gone: the next cleanup removes what is left.';
  if (standing === 'unknown') return 'The store states no time to judge its age by.';
  return standing === 'in_use' ? atWork : null;
}

function Written({ row }: { readonly row: RetirementRow }) {
  return (
    <>
      It was written <Age at={row.since} /> by operation{' '}
      <code className="id break">{row.markerOperationId}</code>.
    </>
  );
}

export function cancelQuestion(row: RetirementRow): DialogQuestion {
  const { lake, dataset, marker, version } = row;
  const draining = marker === 'draining';
  const common = {
    asksReason: true,
    title: `Cancel the ${draining ? 'stale drain' : 'abandoned seal'} of version ${version}?`,
    submit: draining ? `Cancel the drain of v${version}` : `Cancel the seal of v${version}`,
  };
  const written = <Written key="written" row={row} />;
  if (draining) {
    return {
      ...common,
      consequences: [
        written,
        'The version accepts new leases and references again. Nothing is deleted.',
        'It is removed only if it is older than 15 minutes and a second by the store’s clock.',
      ],
    };
  }
  return {
    ...common,
    consequences: [
      written,
      'The version stays, and accepts leases and references again.',
      'It is removed only if a lease or a reference needs the version, nothing is committed, and the seal is as it is shown here. Where nothing needs the version, finish the retirement instead.',
      'A run that is still at work would be interrupted.',
    ],
    statements: [{ id: 'processStopped', words: 'The process behind this operation is stopped.' }],
    typedName: { name: datasetTypedName(lake, decodeDatasetId(dataset)), label: 'Path of the dataset' },
    halt: true,
  };
}

export function finishQuestion(row: RetirementRow): DialogQuestion {
  const { marker, version } = row;
  return {
    title: `Plan to finish the retirement of version ${version}?`,
    consequences: [
      <Written key="written" row={row} />,
      marker === 'sealed'
        ? 'It is refused while a lease or a reference holds the version, and names the holder: then cancel the seal instead.'
        : 'It is committed already: nobody can take it back, and the version can only go.',
      'Nothing is deleted by this. A plan is sealed that names what would go; an admin runs it from its page by typing the path of the dataset and a reason, within 30 minutes.',
      'Whatever else is sealed or committed in this dataset is finished with it.',
    ],
    submit: `Plan the end of v${version}`,
  };
}
