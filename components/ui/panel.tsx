/** A panel: title, age and cost of its facts, body; a part that fails stays inside it. */
import { type ReactNode, useId } from 'react';
import { PanelBoundary } from './panel-boundary';
import { ReadAge, type ReadMeta } from './read-age';

export interface PanelProps {
  readonly title: ReactNode;
  /** The page's own heading when it is the first panel. */
  readonly heading?: 'h1' | 'h2' | 'h3';
  readonly caption?: ReactNode;
  /** Age and cost stand at the right of the head. */
  readonly meta?: ReadMeta | undefined;
  readonly actions?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Panel({
  title,
  heading: Heading = 'h2',
  caption,
  meta,
  actions,
  className,
  children,
}: PanelProps) {
  const id = useId();
  return (
    <section className={className ? `panel ${className}` : 'panel'} aria-labelledby={id}>
      <div className="panel-head">
        <Heading id={id} className={Heading === 'h1' ? 'h-panel' : undefined}>
          {title}
        </Heading>
        {caption ? <span className="caption">{caption}</span> : null}
        {meta || actions ? (
          <span className="end">
            {meta ? <ReadAge meta={meta} /> : null}
            {actions}
          </span>
        ) : null}
      </div>
      <PanelBoundary>
        {meta && !meta.complete ? <Notes notes={meta.notes} /> : null}
        {children}
      </PanelBoundary>
    </section>
  );
}

/** What a budget or a failed part left out, said where the facts stand. */
export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return (
    <div className="stale" role="note">
      <span>
        Not complete. {notes.length === 0 ? 'The reply does not say what is missing.' : notes.join(' ')}
      </span>
    </div>
  );
}
