'use client';
/** What can be done to references, on their dataset's tab and on the board of all: the buttons of a row, and the dialog that is open. */
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import { waitingNotice } from '@/components/approvals/approval-words';
import {
  createTagQuestion,
  deleteBranchQuestion,
  deleteTagQuestion,
  moveTagQuestion,
  targetWords,
} from '@/components/references/reference-questions';
import { receiptHref } from '@/components/runs/run-columns';
import { Button } from '@/components/ui/button';
import type { Column } from '@/components/ui/table-column';
import { VerificationView } from '@/components/versions/verification-view';
import type { ReplyOf } from '@/lib/client/call-endpoint';
import { useAct } from '@/lib/client/mutations/act';
import { type DatasetPlace, useDataset } from '@/lib/client/queries/datasets';
import type { ReferenceRow } from '@/lib/contracts/control';
import type { Verification } from '@/lib/contracts/verification';
import { VerifyTag } from './verify-tag';

export type AskedReference =
  | { readonly kind: 'create'; readonly place: DatasetPlace }
  | { readonly kind: 'move' | 'delete' | 'delete_branch'; readonly row: ReferenceRow };

/** What was done or found; a deleted tag can be made again while its version exists. */
export type ReferenceNotice = Notice & {
  readonly again?: ReferenceRow;
  readonly verified?: Verification;
};

interface RowTold {
  readonly onAsk: (asked: AskedReference) => void;
  readonly onNotice: (notice: ReferenceNotice) => void;
}

export function referenceActionsColumn(told: RowTold): Column<ReferenceRow> {
  return {
    id: 'actions',
    header: 'Actions',
    cell: (row) => <ReferenceRowActions row={row} {...told} />,
  };
}

/** Only what a tag, a branch, or a deletion that was begun can have done to it. */
function ReferenceRowActions({ row, onAsk, onNotice }: RowTold & { readonly row: ReferenceRow }) {
  const gate = useGate(row.lake);
  if (row.deletionOf !== null || (row.kind === 'branch' && !row.zombie)) {
    const begun = row.deletionOf !== null;
    return (
      <Button
        small
        refusal={gate.refusal('deleteBranch')}
        aria-label={`${begun ? 'Finish deleting' : 'Delete'} branch ${row.deletionOf ?? row.name}`}
        onClick={() => onAsk({ kind: 'delete_branch', row })}
      >
        {begun ? 'Finish deletion…' : 'Delete…'}
      </Button>
    );
  }
  if (row.kind !== 'tag') return null;
  const unseen = row.etag === null ? 'The store does not tell which file this is.' : null;
  return (
    <span className="row-actions">
      <VerifyTag
        row={row}
        onFound={(verified) => onNotice({ says: `Tag ${row.name}: ${verified.sentence}`, verified })}
        onError={(error) => onNotice({ says: error.message, failed: true })}
      />
      <Button
        small
        refusal={unseen ?? gate.refusal('moveTag')}
        aria-label={`Move tag ${row.name}`}
        onClick={() => onAsk({ kind: 'move', row })}
      >
        Move…
      </Button>
      <Button
        small
        refusal={unseen ?? gate.refusal('deleteTag')}
        aria-label={`Delete tag ${row.name}`}
        onClick={() => onAsk({ kind: 'delete', row })}
      >
        Delete…
      </Button>
    </span>
  );
}

export interface ReferenceActionsProps {
  readonly asked: AskedReference | null;
  readonly notice: ReferenceNotice | null;
  readonly onAsk: (asked: AskedReference | null) => void;
  readonly onNotice: (notice: ReferenceNotice | null) => void;
}

export function ReferenceActions({ asked, notice, onAsk, onNotice }: ReferenceActionsProps) {
  const told = { onNotice, onClose: () => onAsk(null) };
  return (
    <>
      {notice === null ? null : <DoneLine notice={notice} onNotice={onNotice} />}
      {asked === null ? null : <Asked asked={asked} {...told} />}
    </>
  );
}

function DoneLine({
  notice,
  onNotice,
}: Pick<ReferenceActionsProps, 'onNotice'> & { readonly notice: ReferenceNotice }) {
  const { again, verified, ...shown } = notice;
  const close = () => onNotice(null);
  if (verified !== undefined)
    return <VerificationView verification={{ ...verified, sentence: notice.says }} />;
  if (again === undefined) return <ActionNotice notice={shown} onClose={close} />;
  return <UndoLine notice={shown} row={again} onNotice={onNotice} onClose={close} />;
}

interface Told {
  readonly onNotice: (notice: ReferenceNotice) => void;
  readonly onClose: () => void;
}

function UndoLine({
  notice,
  row,
  onNotice,
  onClose,
}: Told & { readonly notice: Notice; readonly row: ReferenceRow }) {
  const { lake, dataset: id, name, targetVersion: version, targetBranch: branch } = row;
  const create = useAct('createTag', { lake, dataset: id });
  const gate = useGate(lake);
  const dataset = useDataset({ lake, id });
  const run = () => {
    if (version === null) return;
    create.mutate(
      { params: { lake, id }, body: { name, version, branch } },
      {
        onSuccess: () => onNotice({ says: `Tag ${name} protects ${targetWords(row)} again.` }),
        onError: (error) => onNotice({ says: error.message, failed: true }),
      },
    );
  };
  const refusal = gate.refusal('createTag') ?? dataset.data?.tagging.create ?? null;
  const undo = { label: 'Create it again', run, pending: create.isPending, refusal };
  return <ActionNotice notice={{ ...notice, undo }} onClose={onClose} />;
}

function Asked({ asked, ...told }: Told & { readonly asked: AskedReference }) {
  switch (asked.kind) {
    case 'create':
      return <CreateDialog place={asked.place} {...told} />;
    case 'move':
      return <MoveDialog row={asked.row} {...told} />;
    case 'delete':
      return <DeleteDialog row={asked.row} {...told} />;
    case 'delete_branch':
      return <DeleteBranchDialog row={asked.row} {...told} />;
  }
}

function CreateDialog({
  place: { lake, id, branch = null },
  onNotice,
  onClose,
}: Told & { readonly place: DatasetPlace }) {
  const gate = useGate(lake);
  return (
    <ActDialog
      name="createTag"
      place={{ lake, dataset: id }}
      question={createTagQuestion(null, '', gate.limit('createTag'))}
      inputOf={({ fields: { name = '', version = '' } }) => ({
        params: { lake, id },
        body: { name, version, branch },
      })}
      onDone={({ tag, notes }) => onNotice({ says: `Tag ${tag.name} protects v${tag.version}.`, notes })}
      onClose={onClose}
    />
  );
}

interface RowDialogProps extends Told {
  readonly row: ReferenceRow;
}

function MoveDialog({ row, onNotice, onClose }: RowDialogProps) {
  const { lake, dataset: id, name, targetBranch: branch, etag } = row;
  return (
    <ActDialog
      name="moveTag"
      place={{ lake, dataset: id }}
      question={moveTagQuestion(row)}
      inputOf={({ fields: { version = '' } }) => ({
        params: { lake, id, tag: name },
        body: { version, branch, etag: etag ?? '' },
      })}
      onDone={({ tag, notes }) =>
        onNotice({
          says: `Tag ${tag.name} was at ${targetWords(row)} and is at v${tag.version} now.`,
          notes,
        })
      }
      onClose={onClose}
    />
  );
}

function DeleteDialog({ row, onNotice, onClose }: RowDialogProps) {
  const { lake, dataset: id, name, etag } = row;
  const gate = useGate(lake);
  return (
    <ActDialog
      name="deleteTag"
      place={{ lake, dataset: id }}
      question={deleteTagQuestion(row, gate.limit('deleteTag'))}
      inputOf={({ reason }) => ({ params: { lake, id, tag: name }, body: { etag: etag ?? '', reason } })}
      onDone={({ notes }) =>
        onNotice({ says: `Tag ${name} of ${targetWords(row)} is gone.`, notes, again: row })
      }
      onClose={onClose}
    />
  );
}

function DeleteBranchDialog({ row, onNotice, onClose }: RowDialogProps) {
  const { lake, dataset: id } = row;
  const branch = row.deletionOf ?? row.name;
  const gate = useGate(lake);
  return (
    <ActDialog
      name="deleteBranch"
      place={{ lake, dataset: id }}
      question={deleteBranchQuestion(row, gate.takesTwo('delete_branch'))}
      second={gate.takesTwo('delete_branch')}
      inputOf={({ reason, typed }) => ({
        params: { lake, id, branch },
        body: { reason, typedName: typed },
      })}
      onDone={(reply) => onNotice(branchNotice(branch, reply))}
      onClose={onClose}
    />
  );
}

function branchNotice(branch: string, reply: ReplyOf<'deleteBranch'>): Notice {
  const { notes } = reply;
  if ('waits' in reply) return waitingNotice(reply.waits, notes);
  const { outcome, versionsRetired, objectsDeleted, receipt } = reply;
  return {
    says: `Branch ${branch}: ${outcome}, ${versionsRetired} versions and ${objectsDeleted} objects deleted.`,
    ...{ notes, failed: outcome !== 'completed' },
    ...(receipt === null ? {} : { link: { href: receiptHref(receipt), label: 'Receipt' } }),
  };
}
