'use client';
/** What can be done about retirement markers, on their dataset's tab and on the board of all: take one back, or plan its end. */
import { ActDialog, RunActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { waitingNotice } from '@/components/approvals/approval-words';
import { planHref } from '@/components/cleanup/plan-columns';
import {
  cancelBlocked,
  cancelQuestion,
  finishBlocked,
  finishQuestion,
} from '@/components/retirement/marker-questions';
import { Button } from '@/components/ui/button';
import { navigate } from '@/components/ui/navigate';
import type { Column } from '@/components/ui/table-column';
import type { RetirementRow } from '@/lib/contracts/control';

export interface AskedMarker {
  readonly kind: 'cancel' | 'finish';
  readonly row: RetirementRow;
}

type Ask = (asked: AskedMarker) => void;

export function retirementActionsColumn(onAsk: Ask): Column<RetirementRow> {
  return {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <RetirementRowActions row={row} onAsk={onAsk} />,
  };
}

function RetirementRowActions({ row, onAsk }: { readonly row: RetirementRow; readonly onAsk: Ask }) {
  const gate = useGate(row.lake);
  const cancel = cancelBlocked(row);
  const finish = finishBlocked(row);
  return (
    <span className="row-actions">
      {cancel === undefined ? null : (
        <Button
          small
          refusal={cancel ?? gate.refusal('cancelRetirement', row.marker === 'sealed')}
          aria-label={`Cancel ${row.marker} marker of v${row.version}`}
          onClick={() => onAsk({ kind: 'cancel', row })}
        >
          Cancel…
        </Button>
      )}
      {finish === undefined ? null : (
        <Button
          small
          refusal={finish ?? gate.refusal('finishRetirement')}
          aria-label={`Finish the retirement of v${row.version}`}
          onClick={() => onAsk({ kind: 'finish', row })}
        >
          Finish…
        </Button>
      )}
    </span>
  );
}

export interface RetirementActionsProps {
  readonly asked: AskedMarker | null;
  readonly notice: Notice | null;
  readonly onAsk: (asked: AskedMarker | null) => void;
  readonly onNotice: (notice: Notice | null) => void;
}

export function RetirementActions({ asked, notice, onAsk, onNotice }: RetirementActionsProps) {
  const close = () => onAsk(null);
  return (
    <>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => onNotice(null)} />}
      {asked?.kind === 'cancel' ? <CancelDialog row={asked.row} onNotice={onNotice} onClose={close} /> : null}
      {asked?.kind === 'finish' ? <FinishDialog row={asked.row} onClose={close} /> : null}
    </>
  );
}

interface CancelDialogProps {
  readonly row: RetirementRow;
  readonly onNotice: (notice: Notice) => void;
  readonly onClose: () => void;
}

function CancelDialog({ row, onNotice, onClose }: CancelDialogProps) {
  const { lake, dataset, version, markerOperationId, namespace, since } = row;
  const kind = row.marker === 'draining' ? ('draining' as const) : ('sealed' as const);
  const gate = useGate(lake);
  return (
    <ActDialog
      name="cancelRetirement"
      place={{ lake, dataset }}
      question={cancelQuestion(row)}
      second={kind === 'sealed' && gate.takesTwo('cancel_seal')}
      inputOf={({ reason, statements, typed }) => ({
        params: { lake, id: dataset, version, marker: markerOperationId },
        body: {
          ...{ namespace, kind, since, reason },
          processStopped: statements.processStopped === true,
          ...(kind === 'sealed' ? { typedName: typed } : {}),
        },
      })}
      onDone={(reply) =>
        onNotice(
          'waits' in reply
            ? waitingNotice(reply.waits, reply.notes)
            : { says: `The ${kind} marker of v${version} is gone; the version stays.`, notes: reply.notes },
        )
      }
      onClose={onClose}
    />
  );
}

/** Leads to the sealed plan, which is reviewed and run like any other. */
function FinishDialog({ row, onClose }: { readonly row: RetirementRow; readonly onClose: () => void }) {
  const { lake, dataset: id, version, markerOperationId: marker, branch } = row;
  return (
    <RunActDialog
      name="finishRetirement"
      place={{ lake, dataset: id }}
      question={finishQuestion(row)}
      inputOf={() => ({ params: { lake, id, version, marker }, body: { branch } })}
      onDone={({ plan }) => void navigate(planHref(plan.hash))}
      onClose={onClose}
    />
  );
}
