/** On which status pages an object is, and what outsiders will read of it on one more. */
import { Anchor } from '@/components/ui/anchor';
import { Icon } from '@/components/ui/icon';
import type { StatusPage, StatusTarget } from '@/lib/contracts/status-pages';
import type { Shown } from './add-rules';
import { statusPageHref } from './page-columns';
import { levelWords } from './status-words';
import { levelTells, outsidersRead } from './target-rules';

export interface OnPagesProps {
  /** Null: not read. */
  readonly pages:
    | readonly { readonly page: Pick<StatusPage, 'slug' | 'title'>; readonly shown: Shown }[]
    | null;
  /** False: there may be more than could be read. */
  readonly complete: boolean;
  /** Why they were not read; null while they are. */
  readonly problem: string | null;
}

/** Nothing only where it is known to be on none. */
export function OnPages({ pages, complete, problem }: OnPagesProps) {
  if (pages === null) return <NotKnown because={problem} />;
  if (pages.length === 0) return complete ? null : <NotKnown because="not all could be read." />;
  return (
    <p className="served-by" role="note">
      <Icon name="status" size="sm" />
      <span>Shown on</span>
      {pages.map(({ page, shown }) => (
        <span key={page.slug}>
          <Anchor href={statusPageHref(page.slug)}>{page.title}</Anchor>
          {shown === 'lake' ? <span className="faint"> through its lake</span> : null}
        </span>
      ))}
      {complete ? null : <span className="faint">Not all status pages could be read.</span>}
    </p>
  );
}

function NotKnown({ because }: { readonly because: string | null }) {
  const says = because === null ? 'is not read yet.' : `is not known: ${because}`;
  return (
    <p className="served-by">
      <Icon name="status" size="sm" />
      <span className="faint">On which status pages it is shown {says}</span>
    </p>
  );
}

export interface AddPreviewProps {
  readonly page: Pick<StatusPage, 'level' | 'visibility'>;
  readonly target: StatusTarget;
}

export function AddPreview({ page: { level, visibility }, target }: AddPreviewProps) {
  return (
    <p className="level-tells" role="status">
      Outsiders will read: <b>{outsidersRead(target, level)}</b>. The level is {levelWords[level]}.{' '}
      {levelTells[level]}{' '}
      {visibility === 'public' ? 'Everybody may open the page.' : 'Whoever has a link opens the page.'}
    </p>
  );
}
