'use client';
/** What can be done to references of one dataset: the buttons, the dialog that is open, and the line that tells what was done. */
import { useState } from 'react';
import { ActDialog } from '@/app/(console)/act-dialog';
import { useGate } from '@/app/(console)/use-gate';
import { ActionNotice, type Notice } from '@/components/actions/action-notice';
import {
  createTagQuestion,
  deleteBranchQuestion,
  deleteTagQuestion,
  moveTagQuestion,
  targetWords,
} from '@/components/references/reference-questions';
import { Button } from '@/components/ui/button';
import { useAct } from '@/lib/client/mutations/act';
import type { ReferenceRow } from '@/lib/contracts/control';

export type AskedReference =
  | { readonly kind: 'create' }
  | { readonly kind: 'move' | 'delete' | 'delete_branch'; readonly row: ReferenceRow };

/** In a row: only what a visible tag or a branch can have done to it. */
export function ReferenceRowActions({
  row,
  onAsk,
}: {
  readonly row: ReferenceRow;
  readonly onAsk: (asked: AskedReference) => void;
}) {
  const gate = useGate(row.lake);
  if (row.kind === 'branch' && !row.zombie) {
    return (
      <Button
        small
        refusal={gate.refusal('deleteBranch')}
        aria-label={`Delete branch ${row.name}`}
        onClick={() => onAsk({ kind: 'delete_branch', row })}
      >
        Delete…
      </Button>
    );
  }
  if (row.kind !== 'tag' || row.etag === null) return null;
  return (
    <span className="row-actions">
      <Button
        small
        refusal={gate.refusal('moveTag')}
        aria-label={`Move tag ${row.name}`}
        onClick={() => onAsk({ kind: 'move', row })}
      >
        Move…
      </Button>
      <Button
        small
        refusal={gate.refusal('deleteTag')}
        aria-label={`Delete tag ${row.name}`}
        onClick={() => onAsk({ kind: 'delete', row })}
      >
        Delete…
      </Button>
    </span>
  );
}

export interface ReferenceActionsProps {
  readonly lake: string;
  readonly id: string;
  readonly branch: string | null;
  readonly asked: AskedReference | null;
  readonly onAsk: (asked: AskedReference | null) => void;
}

export function ReferenceActions({ lake, id, branch, asked, onAsk }: ReferenceActionsProps) {
  const gate = useGate(lake);
  const place = { lake, dataset: id };
  const params = { lake, id };
  const [notice, setNotice] = useState<Notice | null>(null);
  const undo = useAct('createTag', place);
  const close = () => onAsk(null);
  const again = (row: ReferenceRow) => () => {
    if (row.targetVersion === null) return;
    const body = { name: row.name, version: row.targetVersion, branch: row.targetBranch };
    undo.mutate(
      { params, body },
      {
        onSuccess: () => setNotice({ says: `Tag ${row.name} protects ${targetWords(row)} again.` }),
        onError: (error) => setNotice({ says: error.message, failed: true }),
      },
    );
  };
  return (
    <>
      {notice === null ? null : (
        <ActionNotice
          notice={notice.undo ? { ...notice, undo: { ...notice.undo, pending: undo.isPending } } : notice}
          onClose={() => setNotice(null)}
        />
      )}
      {asked?.kind === 'create' ? (
        <ActDialog
          name="createTag"
          place={place}
          question={createTagQuestion(null, '', gate.limit('createTag'))}
          inputOf={({ fields }) => ({
            params,
            body: { name: fields.name ?? '', version: fields.version ?? '', branch },
          })}
          onDone={({ tag, notes }) => setNotice({ says: `Tag ${tag.name} protects v${tag.version}.`, notes })}
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'move' ? (
        <ActDialog
          name="moveTag"
          place={place}
          question={moveTagQuestion(asked.row)}
          inputOf={({ fields }) => ({
            params: { ...params, tag: asked.row.name },
            body: {
              version: fields.version ?? '',
              branch: asked.row.targetBranch,
              etag: asked.row.etag ?? '',
            },
          })}
          onDone={({ tag, notes }) =>
            setNotice({
              says: `Tag ${tag.name} was at ${targetWords(asked.row)} and is at v${tag.version} now.`,
              notes,
            })
          }
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'delete' ? (
        <ActDialog
          name="deleteTag"
          place={place}
          question={deleteTagQuestion(asked.row, gate.limit('deleteTag'))}
          inputOf={({ reason }) => ({
            params: { ...params, tag: asked.row.name },
            body: { etag: asked.row.etag ?? '', reason },
          })}
          onDone={({ notes }) =>
            setNotice({
              ...{ says: `Tag ${asked.row.name} of ${targetWords(asked.row)} is gone.`, notes },
              undo: { label: 'Create it again', run: again(asked.row), pending: false },
            })
          }
          onClose={close}
        />
      ) : null}
      {asked?.kind === 'delete_branch' ? (
        <ActDialog
          name="deleteBranch"
          place={place}
          question={deleteBranchQuestion(asked.row)}
          inputOf={({ reason, typed }) => ({
            params: { ...params, branch: asked.row.name },
            body: { reason, typedName: typed },
          })}
          onDone={({ outcome, versionsRetired, objectsDeleted, notes }) =>
            setNotice({
              says: `Branch ${asked.row.name}: ${outcome}, ${versionsRetired} versions and ${objectsDeleted} objects deleted.`,
              ...{ notes, failed: outcome !== 'completed' },
            })
          }
          onClose={close}
        />
      ) : null}
    </>
  );
}
