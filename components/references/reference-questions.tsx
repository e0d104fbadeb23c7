/** What is asked before tags and branches are changed: what they hold now, and what loses it. */
import type { DialogQuestion } from '@/components/actions/action-dialog';
import { longDeletion } from '@/components/approvals/approval-words';
import { Bytes } from '@/components/ui/figures';
import type { ReferenceRow } from '@/lib/contracts/control';

/** `v3`, `v3 on exp`. */
export function targetWords(row: Pick<ReferenceRow, 'targetVersion' | 'targetBranch'>): string {
  const version = row.targetVersion === null ? 'no version' : `v${row.targetVersion}`;
  return row.targetBranch === null ? version : `${version} on ${row.targetBranch}`;
}

export function createTagQuestion(
  version: string | null,
  name: string,
  limit: string | null,
): DialogQuestion {
  return {
    title: version === null ? 'Which version shall a new tag protect?' : `Tag version ${version}?`,
    consequences: [
      'Every cleaner keeps the version while the tag stands, released ones too.',
      'Its files stay as long: they cannot be reclaimed.',
      ...(limit === null ? [] : [limit]),
    ],
    fields: [
      { id: 'name', label: 'Name', initial: name, mono: true },
      ...(version === null ? [{ id: 'version', label: 'Version', mono: true }] : []),
    ],
    submit: 'Create tag',
  };
}

export function moveTagQuestion(row: ReferenceRow): DialogQuestion {
  return {
    title: `Move tag ${row.name} away from ${targetWords(row)}?`,
    consequences: [
      <>
        Now: <b>{targetWords(row)}</b>. After: <b>the version below</b>
        {row.targetBranch === null ? '' : ` of branch ${row.targetBranch}`}.
      </>,
      <HeldAlone key="held" row={row} />,
      'Whoever opens the table by this tag reads the other version from then on.',
      'It is moved only if it still is as you see it here.',
    ],
    fields: [{ id: 'version', label: 'Version', mono: true }],
    submit: `Move tag ${row.name}`,
  };
}

export function deleteTagQuestion(row: ReferenceRow, limit: string | null): DialogQuestion {
  return {
    title: `Delete tag ${row.name} of ${targetWords(row)}?`,
    consequences: [
      <>
        <b>{targetWords(row)}</b> loses this protection.
      </>,
      <HeldAlone key="held" row={row} />,
      'Whoever opens the table by this tag fails from then on.',
      'It can be made again while the version exists.',
      ...(limit === null ? [] : [limit]),
    ],
    asksReason: true,
    submit: `Delete tag ${row.name}`,
    halt: true,
  };
}

/** @param second another admin approves it first */
export function deleteBranchQuestion(row: ReferenceRow, second: boolean): DialogQuestion {
  const name = row.deletionOf ?? row.name;
  const begun = row.deletionOf !== null;
  return {
    title: begun
      ? `Finish deleting branch ${name} and what is left of it?`
      : `Delete branch ${name} and every version of it?`,
    consequences: [
      begun
        ? 'Its deletion was begun and left: what remains of its versions and files goes. There is no way back.'
        : 'All its versions and files go. There is no way back.',
      ...(begun ? [] : [<HeldAlone key="held" row={row} />]),
      'It is refused while a branch was forked from it, a tag names it, a lease holds a version of it, or a clone needs its files: each is named then.',
      second ? longDeletion : 'What is interrupted is finished when it is asked for again.',
    ],
    asksReason: true,
    typedName: { name, label: 'Name of the branch' },
    submit: begun ? `Finish deleting branch ${name}` : `Delete branch ${name}`,
    halt: true,
  };
}

function HeldAlone({ row }: { readonly row: ReferenceRow }) {
  return (
    <>
      Only it holds{' '}
      <Bytes bytes={row.exclusiveBytes} unknown="an amount that was not counted: Storage counts it" />
      {row.exclusiveBytes === null ? '.' : ', which become reclaimable.'}
    </>
  );
}
