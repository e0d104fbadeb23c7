/** Rows of one kind: state, ninety days, what was proven, and the facts in one line. */
import { Badge } from '@/components/ui/badge';
import type { StatusDocument, StatusRow } from '@/lib/contracts/status-document';
import { DayBars, percent } from './day-bars';
import { stateTone, stateWord } from './state-words';
import { shortTime } from './zoned-time';

interface RowsProps {
  readonly document: StatusDocument;
  readonly kind: StatusRow['kind'];
}

const titles: Readonly<Record<StatusRow['kind'], string>> = {
  serving: 'Services',
  dataset: 'Data',
  lock: 'Locks',
};

export function Rows({ document, kind }: RowsProps) {
  const rows = document.rows.filter((row) => row.kind === kind);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={kind}>
      <div className="group-title">
        <h2 id={kind}>{titles[kind]}</h2>
        <span className="caption">
          <span className="only-wide">90 days, today right</span>
          <span className="only-narrow">30 days, today right</span>
        </span>
      </div>
      <ul className="panel uptime">
        {rows.map((row) => (
          <Row key={row.key} row={row} document={document} />
        ))}
      </ul>
    </section>
  );
}

function Row({ row, document }: { readonly row: StatusRow; readonly document: StatusDocument }) {
  const time = (at: string) => shortTime(at, document.timeZone, document.madeAt);
  return (
    <li>
      <div className="name">
        <b>{row.name}</b>
        {row.description === null ? null : <small>{row.description}</small>}
      </div>
      <div>
        <Badge tone={stateTone[row.state]}>{stateWord[row.state]}</Badge>
      </div>
      <div className="line">
        <DayBars row={row} />
      </div>
      <div className="sum">
        <b>{row.provenPercent === null ? 'Not recorded yet' : `${percent(row.provenPercent)} proven`}</b>
        <small>{row.since === null ? 'since when is unknown' : `so since ${time(row.since)}`}</small>
      </div>
      <p className="row-facts">{factsOf(row, time).join(' · ')}</p>
    </li>
  );
}

function factsOf(row: StatusRow, time: (at: string) => string): readonly string[] {
  return [
    row.sentence.replace(/\.$/, ''),
    ...(row.lastCommitAt === null ? [] : [`last commit ${time(row.lastCommitAt)}`]),
    ...(row.kind === 'lock'
      ? []
      : [
          row.lastProvenAt === null
            ? 'never proven restorable'
            : `proven restorable ${time(row.lastProvenAt)}`,
        ]),
    ...(row.retention === null ? [] : [row.retention.sentence.replace(/\.$/, '')]),
  ];
}
