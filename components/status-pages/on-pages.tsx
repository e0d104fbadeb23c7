/** On which status pages an object is, and what outsiders will read of it on one more. */
import { Anchor } from '@/components/ui/anchor';
import type { StatusPage, StatusTarget } from '@/lib/contracts/status-pages';
import type { Shown } from './add-rules';
import { statusPageHref } from './page-columns';
import { levelWords } from './status-words';
import { levelTells, outsidersRead } from './target-rules';

export interface OnPagesProps {
  readonly pages: readonly { readonly page: Pick<StatusPage, 'slug' | 'title'>; readonly shown: Shown }[];
}

export function OnPages({ pages }: OnPagesProps) {
  if (pages.length === 0) return null;
  return (
    <span className="caption">
      On{' '}
      {pages.map(({ page, shown }, place) => (
        <span key={page.slug}>
          {place === 0 ? '' : ', '}
          <Anchor href={statusPageHref(page.slug)}>{page.title}</Anchor>
          {shown === 'lake' ? ' through its lake' : ''}
        </span>
      ))}
    </span>
  );
}

export interface AddPreviewProps {
  readonly page: Pick<StatusPage, 'level' | 'visibility'>;
  readonly target: StatusTarget;
}

export function AddPreview({ page: { level, visibility }, target }: AddPreviewProps) {
  return (
    <p className="notice maint" role="status">
      <span>
        Outsiders will read: <strong>{outsidersRead(target, level)}</strong>. The level is {levelWords[level]}
        . {levelTells[level]}{' '}
        {visibility === 'public' ? 'Everybody may open the page.' : 'Whoever has a link opens the page.'}
      </span>
    </p>
  );
}
