/** The head of a page: where one is, its title, one line of facts, its actions. */
import type { ReactNode } from 'react';
import { Anchor } from './anchor';
import { Icon } from './icon';

export interface PageHeadProps {
  readonly title: ReactNode;
  readonly crumbs?: readonly { readonly href: string; readonly label: string }[];
  /** What the last crumb says; the title unless given. */
  readonly here?: ReactNode;
  readonly beside?: ReactNode;
  readonly sub?: ReactNode;
  readonly actions?: ReactNode;
}

export function PageHead({ title, crumbs = [], here = title, beside, sub, actions }: PageHeadProps) {
  return (
    <header className="page-head">
      <div className="titles">
        {crumbs.length === 0 ? null : (
          <nav className="crumbs" aria-label="Breadcrumb">
            {crumbs.map(({ href, label }) => (
              <span key={href} className="contents">
                <Anchor href={href}>{label}</Anchor>
                <Icon name="right" size="xs" />
              </span>
            ))}
            <span aria-current="page">{here}</span>
          </nav>
        )}
        <div className="title-line">
          <h1 className="break">{title}</h1>
          {beside}
        </div>
        {sub ? <div className="sub-line">{sub}</div> : null}
      </div>
      {actions ? <div className="actions">{actions}</div> : null}
    </header>
  );
}
