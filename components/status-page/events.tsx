/** Incidents and maintenance with what was told about them, and rows that are not well without an incident. */
import { Badge } from '@/components/ui/badge';
import {
  isOpen,
  type StatusDocument,
  type StatusIncident,
  type StatusRow,
} from '@/lib/contracts/status-document';
import { Prose } from './prose';
import { incidentTone, stageWord, stateTone, stateWord } from './state-words';
import { shortTime, zoneCaption } from './zoned-time';

interface EventsProps {
  readonly document: StatusDocument;
}

/** What somebody should know now, or will. Nothing where all is well and nothing is planned. */
export function NowAndNext({ document }: EventsProps) {
  const open = document.incidents.filter(isOpen);
  const rows = unexplained(document, open);
  if (open.length + rows.length === 0) return null;
  return (
    <section aria-labelledby="now">
      <div className="group-title">
        <h2 id="now">Now and next</h2>
        <span className="caption">{zoneCaption(document.timeZone)}</span>
      </div>
      <div className="panel">
        {open.map((one) => (
          <Incident key={one.key} incident={one} document={document} />
        ))}
        {rows.map((row) => (
          <article className="event" key={row.key}>
            <header>
              <Badge tone={stateTone[row.state]}>{stateWord[row.state]}</Badge>
              <h3>{row.name}</h3>
              <Since at={row.since} document={document} />
            </header>
            <p>{row.sentence}</p>
          </article>
        ))}
      </div>
    </section>
  );
}

export function PastIncidents({ document }: EventsProps) {
  const past = document.incidents.filter((one) => !isOpen(one));
  if (past.length === 0) return null;
  return (
    <section aria-labelledby="past">
      <div className="group-title">
        <h2 id="past">Past 90 days</h2>
      </div>
      <div className="panel">
        {past.map((one) => (
          <Incident key={one.key} incident={one} document={document} />
        ))}
      </div>
    </section>
  );
}

function Incident({ incident, document }: EventsProps & { readonly incident: StatusIncident }) {
  const time = (at: string) => shortTime(at, document.timeZone, document.madeAt);
  const tone = incidentTone(incident);
  return (
    <article className="event">
      <header>
        <Badge tone={tone}>{stageWord[incident.stage]}</Badge>
        <h3>{incident.title}</h3>
        <time dateTime={incident.startsAt}>
          {incident.endsAt === null
            ? `since ${time(incident.startsAt)}`
            : `${time(incident.startsAt)} to ${shortTime(incident.endsAt, document.timeZone, incident.startsAt)}`}
        </time>
      </header>
      {incident.rows.length === 0 ? null : (
        <p className="caption">Concerns {incident.rows.map(({ name }) => name).join(', ')}.</p>
      )}
      <ol className="updates">
        {incident.updates.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <time dateTime={at}>{time(at)}</time>
            <Prose text={text} />
          </li>
        ))}
      </ol>
      {incident.postMortem === null ? null : (
        <section className="post-mortem" aria-label={`Post-mortem of ${incident.title}`}>
          <Prose text={incident.postMortem} />
        </section>
      )}
    </article>
  );
}

function Since({ at, document }: EventsProps & { readonly at: string | null }) {
  if (at === null) return null;
  return <time dateTime={at}>since {shortTime(at, document.timeZone, document.madeAt)}</time>;
}

/** A row that an open incident touches is explained by it; maintenance explains none, since what it is at work on is not down. */
function unexplained({ rows }: StatusDocument, open: readonly StatusIncident[]): readonly StatusRow[] {
  const named = new Set(
    open.filter(({ kind }) => kind === 'incident').flatMap((one) => one.rows.map(({ key }) => key)),
  );
  return rows.filter(({ state, key }) => state !== 'working' && state !== 'maintenance' && !named.has(key));
}
