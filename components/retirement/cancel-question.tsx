/** What is asked before one retirement marker is taken back. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import { Age } from '@/components/ui/age';
import type { RetirementRow } from '@/lib/contracts/control';

/** Which markers a person may take back; the server asks again on fresh facts. */
export function isCancellable({ marker, standing }: RetirementRow): boolean {
  return (marker === 'draining' && standing === 'stale') || (marker === 'sealed' && standing === 'abandoned');
}

export function cancelQuestion(row: RetirementRow): DialogQuestion {
  const common = {
    asksReason: true,
    title: `Cancel the ${row.marker === 'draining' ? 'stale drain' : 'abandoned seal'} of version ${row.version}?`,
    submit: row.marker === 'draining' ? 'Cancel the drain' : 'Cancel the seal',
  };
  const since = (
    <>
      It was written <Age at={row.since} /> by operation{' '}
      <code className="id break">{row.markerOperationId}</code>.
    </>
  );
  if (row.marker === 'draining') {
    return {
      ...common,
      consequences: [
        since,
        'The version accepts new leases and references again. Nothing is deleted.',
        'It is removed only if it is older than 15 minutes and a second by the store’s clock.',
      ],
    };
  }
  return {
    ...common,
    consequences: [
      since,
      'The version stays, and accepts leases and references again.',
      'It is removed only if a lease or a reference needs the version, nothing is committed, and the seal is as it is shown here. Where nothing needs the version, finish the retirement instead.',
      'A run that is still at work would be interrupted.',
    ],
    statements: [{ id: 'processStopped', words: 'The process behind this operation is stopped.' }],
    typedName: { name: row.datasetName, label: 'Name of the dataset' },
    halt: true,
  };
}
