/** Incidents and maintenance of a page, with what people outside were told, newest first. */
import type { ReactNode } from 'react';
import { Instant } from '@/components/ui/age';
import { Empty } from '@/components/ui/states';
import { isOpen } from '@/lib/contracts/status-document';
import type { Incident, StatusTarget } from '@/lib/contracts/status-pages';
import { StageBadge } from './status-badges';
import { impactWords } from './status-words';
import { targetName } from './target-rules';

export interface IncidentListProps {
  readonly incidents: readonly Incident[];
  readonly targets: readonly StatusTarget[];
  readonly actionsOf: (incident: Incident) => ReactNode;
}

/** Open ones first, then as the answer has them. */
export function IncidentList({ incidents, targets, actionsOf }: IncidentListProps) {
  if (incidents.length === 0) return <Empty says="No incident and no maintenance was written." />;
  const sorted = [...incidents].sort((a, b) => Number(isOpen(b)) - Number(isOpen(a)));
  return (
    <ul className="incidents">
      {sorted.map((incident) => (
        <li key={incident.id}>
          <article aria-label={incident.title}>
            <header>
              <StageBadge incident={incident} />
              <h3 className="break">{incident.title}</h3>
              <span className="caption end">
                <Instant at={incident.startsAt} />
                {incident.endsAt === null ? '' : ' to '}
                {incident.endsAt === null ? null : <Instant at={incident.endsAt} />}
              </span>
            </header>
            <p className="caption break">
              {incident.kind === 'maintenance' ? 'Maintenance' : `Incident; ${impactWords[incident.impact]}`}
              {touched(incident, targets)}
            </p>
            <ol className="updates">
              {incident.updates.map((update) => (
                <li key={`${update.at} ${update.text}`}>
                  <span className="caption">
                    <Instant at={update.at} />, {update.by}
                  </span>
                  <p className="markdown-text">{update.text}</p>
                </li>
              ))}
            </ol>
            {incident.postMortem === null ? null : (
              <PlainMarkdown title="Post-mortem" text={incident.postMortem} />
            )}
            <div className="row-actions wrap">{actionsOf(incident)}</div>
          </article>
        </li>
      ))}
    </ul>
  );
}

function touched({ targets: places }: Incident, targets: readonly StatusTarget[]): string {
  const names = places.flatMap((place) => {
    const target = targets[place];
    return target === undefined ? [] : [targetName(target)];
  });
  return names.length === 0 ? '' : `: ${names.join(', ')}`;
}

/** Markdown as it is written; its formatted form is the public page's. */
export function PlainMarkdown({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <figure className="plain-markdown">
      <figcaption className="caption">
        {title}, as written. Outsiders read it formatted: no HTML, links only to http and https.
      </figcaption>
      <div className="markdown-text">{text === '' ? <span className="faint">nothing yet</span> : text}</div>
    </figure>
  );
}
