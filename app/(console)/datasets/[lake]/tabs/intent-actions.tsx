'use client';
/** Settles the publications of one dataset whose owners are gone; each is told what it became. */
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { settledNotice, settleQuestion } from '@/components/references/intent-questions';
import { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/table-column';
import { rowsOfPages } from '@/lib/client/paged-answer';
import { useIntents } from '@/lib/client/queries/control';
import type { IntentRow } from '@/lib/contracts/control';

/** The dataset whose expired intents are to be settled: all of them at once, as their lock is one. */
export interface AskedSettlement {
  readonly lake: string;
  readonly id: string;
}

type Ask = (asked: AskedSettlement) => void;

export function intentActionsColumn(onAsk: Ask): Column<IntentRow> {
  return {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <IntentRowActions row={row} onAsk={onAsk} />,
  };
}

function IntentRowActions({ row, onAsk }: { readonly row: IntentRow; readonly onAsk: Ask }) {
  const gate = useGate(row.lake);
  const { lake, dataset: id, standing } = row;
  return (
    <Button
      small
      refusal={standing === 'expired' ? gate.refusal('settleIntents') : notYet[standing]}
      aria-label={`Settle expired intents of ${row.datasetName}`}
      onClick={() => onAsk({ lake, id })}
    >
      Settle…
    </Button>
  );
}

const notYet = {
  active: 'Its owner may still finish it.',
  unknown: 'The store states no time to judge its age by.',
} as const;

export interface IntentActionsProps {
  readonly asked: AskedSettlement | null;
  readonly notice: Notice | null;
  readonly onAsk: (asked: AskedSettlement | null) => void;
  readonly onNotice: (notice: Notice | null) => void;
}

export function IntentActions({ asked, notice, onAsk, onNotice }: IntentActionsProps) {
  return (
    <>
      {notice === null ? null : <ActionNotice notice={notice} onClose={() => onNotice(null)} />}
      {asked === null ? null : <SettleDialog asked={asked} onNotice={onNotice} onClose={() => onAsk(null)} />}
    </>
  );
}

const mostRead = 500;

interface SettleDialogProps {
  readonly asked: AskedSettlement;
  readonly onNotice: (notice: Notice) => void;
  readonly onClose: () => void;
}

/** Reads what it would settle, whatever the list behind it is filtered to. */
function SettleDialog({ asked: { lake, id }, onNotice, onClose }: SettleDialogProps) {
  const { data, hasNextPage } = useIntents({ lake, id }, { state: 'expired', limit: mostRead });
  const expired = data === undefined ? null : rowsOfPages(data.pages, ({ key }) => key);
  return (
    <ActDialog
      name="settleIntents"
      place={{ lake, dataset: id }}
      question={settleQuestion(expired, hasNextPage)}
      inputOf={() => ({ params: { lake, id }, body: {} })}
      onDone={({ settled, notes }) => onNotice({ ...settledNotice(settled), notes })}
      onClose={onClose}
    />
  );
}
