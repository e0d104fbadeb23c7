/** The head decision: what the report states, the row of the table that its facts are in, and what this reader makes of them. */
import { Badge } from '@/components/ui/badge';
import type { ReplicaDetail, ServingReport } from '@/lib/contracts/serving-report';
import { HeadProof } from './head-proof';
import { WordBadge } from './serving-badges';
import { decisionSays, headRows, recoverySays } from './serving-words';

export function HeadDecision({
  report,
  certainty,
  problems,
  past,
}: {
  readonly report: ServingReport;
  readonly certainty: ReplicaDetail['headCertainty'];
  readonly problems: ReplicaDetail['problems'];
  readonly past: boolean;
}) {
  const { head, history } = report;
  const row = head.row === null ? null : headRows[head.row as keyof typeof headRows];
  return (
    <div className="pad">
      <p className="says">{decisionSays(head.stated)}</p>
      <dl className="facts snug">
        <dt>Reader</dt>
        <dd>
          <Agreement report={report} past={past} />
        </dd>
        <dt>Row</dt>
        <dd>
          {row === null ? (
            <span className="faint">none: a fact is missing</span>
          ) : (
            `${head.row} of 6. ${row.facts} ${row.follows}`
          )}
        </dd>
        <dt>By history</dt>
        <dd>
          <HeadProof certainty={certainty} past={past} />
        </dd>
        <dt>Clean</dt>
        <dd>
          {versionSays(history.cleanVersion)}
          {history.cleanVersionSource === null ? null : (
            <span className="faint"> by {sourceWords[history.cleanVersionSource]}</span>
          )}
        </dd>
        <dt>Head</dt>
        <dd>{versionSays(history.observedHead)}</dd>
        <dt>Published as</dt>
        <dd>
          {history.publicationVersion === null
            ? 'not known: a reconciled retry tells no position'
            : `v${history.publicationVersion}`}
        </dd>
        <dt>Here</dt>
        <dd>
          {history.localTotal === 0
            ? 'no version'
            : history.local
                .slice(0, 8)
                .map((one) => `v${one}`)
                .join(', ')}
          {history.localTotal > 8 ? ` and ${history.localTotal - 8} more` : ''}
          {history.localTruncated ? ', and the list was cut short' : ''}
        </dd>
        <dt>Maintenance</dt>
        <dd>
          {history.maintenance.total === 0
            ? 'none is known'
            : `${history.maintenance.versions
                .slice(0, 8)
                .map((one) => `v${one}`)
                .join(', ')}, ${
                history.maintenance.provenance === 'lance_history_verified'
                  ? 'verified by Lance’s history'
                  : 'asserted by its operator'
              }`}
        </dd>
        <dt>Recovery</dt>
        <dd>{recoverySays(report.recovery, head.stated)}</dd>
      </dl>
      {problems.map(({ code, sentence }) => (
        <p key={`${code} ${sentence}`} className="tone-line warn">
          {sentence}
        </p>
      ))}
    </div>
  );
}

function Agreement({ report: { head }, past }: { readonly report: ServingReport; readonly past: boolean }) {
  if (head.agrees === null) return <Badge tone="unk">Cannot be checked</Badge>;
  if (head.agrees) return <WordBadge word={{ tone: 'ok', word: 'Agrees' }} past={past} />;
  return (
    <>
      <Badge tone="warn">Disagrees</Badge> {decisionSays(head.derived)}
    </>
  );
}

const sourceWords = { import_seal: 'its import seal', tag: 'a tag', operator: 'its operator' } as const;

function versionSays(version: string | null) {
  return version === null ? <span className="faint">not known</span> : `v${version}`;
}
