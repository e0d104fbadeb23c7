/** A moved tag as its own answer tells it, in every list that shows it, before that list is read again. */
import type { ReferenceRow } from '@/lib/contracts/control';
import type { ReplyOf } from './call-endpoint';

type Moved = ReplyOf<'moveTag'>['tag'];

export interface TagPlace {
  readonly lake: string;
  readonly dataset: string | null;
}

/** Lists of references, whole or in pages. */
export function showsReferences(key: readonly unknown[]): boolean {
  return key[0] === 'endpoint' && (key[1] === 'references' || key[1] === 'fleetReferences');
}

/** @param answer of one of those lists; anything else is given back as it is */
export function withMovedTag<T>(answer: T, place: TagPlace, moved: Moved): T {
  if (typeof answer !== 'object' || answer === null) return answer;
  if ('pages' in answer && Array.isArray(answer.pages)) {
    return { ...answer, pages: answer.pages.map((page: unknown) => withMovedTag(page, place, moved)) };
  }
  if (!('items' in answer) || !Array.isArray(answer.items)) return answer;
  return { ...answer, items: answer.items.map((row: ReferenceRow) => movedRow(row, place, moved)) };
}

function movedRow(row: ReferenceRow, { lake, dataset }: TagPlace, moved: Moved): ReferenceRow {
  const same = row.kind === 'tag' && row.lake === lake && row.dataset === dataset && row.name === moved.name;
  if (!same) return row;
  const { version, branch, etag } = moved;
  // What only it holds now is not counted yet.
  const now = { targetVersion: version, targetBranch: branch, targetStanding: 'present' } as const;
  return { ...row, ...now, etag, exclusiveBytes: null };
}
