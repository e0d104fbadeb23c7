'use client';
/** Takes back one marker that its run left, after a question. */
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import type { Notice } from '@/components/actions/action-notice';
import { cancelQuestion, isCancellable } from '@/components/retirement/cancel-question';
import { Button } from '@/components/ui/button';
import type { RetirementRow } from '@/lib/contracts/control';

export interface CancelButtonProps {
  readonly row: RetirementRow;
  readonly onAsk: (row: RetirementRow) => void;
}

export function CancelButton({ row, onAsk }: CancelButtonProps) {
  const gate = useGate(row.lake);
  if (row.marker === 'committed') return null;
  const refusal = isCancellable(row)
    ? gate.refusal('cancelRetirement', row.marker === 'sealed')
    : 'Its run may still be at work, or a cleanup finishes it.';
  return (
    <Button
      small
      refusal={refusal}
      aria-label={`Cancel ${row.marker} marker of v${row.version}`}
      onClick={() => onAsk(row)}
    >
      Cancel…
    </Button>
  );
}

export interface CancelDialogProps {
  readonly row: RetirementRow;
  readonly onNotice: (notice: Notice) => void;
  readonly onClose: () => void;
}

export function CancelDialog({ row, onNotice, onClose }: CancelDialogProps) {
  const { lake, dataset, version, markerOperationId, namespace, since } = row;
  const kind = row.marker === 'draining' ? ('draining' as const) : ('sealed' as const);
  return (
    <ActDialog
      name="cancelRetirement"
      place={{ lake, dataset }}
      question={cancelQuestion(row)}
      inputOf={({ reason, statements, typed }) => ({
        params: { lake, id: dataset, version, marker: markerOperationId },
        body: {
          ...{ namespace, kind, since, reason },
          processStopped: statements.processStopped === true,
          ...(kind === 'sealed' ? { typedName: typed } : {}),
        },
      })}
      onDone={({ notes }) =>
        onNotice({ says: `The ${kind} marker of v${version} is gone; the version stays.`, notes })
      }
      onClose={onClose}
    />
  );
}
