/** The failures a replica has on record, and the drift that somebody acknowledged. */
import { Age, Instant } from '@/components/ui/age';
import { ShortId } from '@/components/ui/short-id';
import type { ServingReport } from '@/lib/contracts/serving-report';

type Failure = NonNullable<ServingReport['lastFailure']>;

export function FailureFacts({
  report,
}: {
  readonly report: Pick<ServingReport, 'lastFailure' | 'failures' | 'failuresKept'>;
}) {
  const { lastFailure, failures, failuresKept } = report;
  const shown = failures ?? (lastFailure === null ? [] : [lastFailure]);
  if (shown.length === 0) return <p className="pad muted">No failure is on record.</p>;
  return (
    <div className="pad">
      <ol className="past-failures" aria-label="Failures, the newest first">
        {shown.map((failure) => (
          <PastFailure key={`${failure.at} ${failure.generation}`} failure={failure} />
        ))}
      </ol>
      {failures === null ? (
        <p className="caption">
          This replica’s report names its newest failure only: those before are not recorded.
        </p>
      ) : null}
      {shown.length >= failuresKept ? (
        <p className="caption">A report keeps the last {failuresKept}.</p>
      ) : null}
    </div>
  );
}

function PastFailure({
  failure: { kind, message, candidate, generation, at },
}: {
  readonly failure: Failure;
}) {
  return (
    <li>
      {kind}
      {message === null ? '' : `: ${message}`}
      <span className="caption">
        <Instant at={at} />, <Age at={at} />, <ShortId id={candidate} what="import id" />, generation{' '}
        {generation}
      </span>
    </li>
  );
}

export function Acks({ report: { acks } }: { readonly report: ServingReport }) {
  if (acks.length === 0) return <p className="pad muted">No drift was acknowledged.</p>;
  return (
    <dl className="facts pad">
      {acks.map((ack) => (
        <div key={ack.id} className="contents">
          <dt>
            v{ack.clean} beside v{ack.head}
          </dt>
          <dd>
            {ack.effective ? 'in force' : 'not in force'}, {ack.reason}
            <span className="caption">
              {ack.actor}, <Age at={ack.at} />, ends <Instant at={ack.expiresAt} />
            </span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
