/** The newest failure a replica has on record, and the drift that somebody acknowledged. */
import { Age, Instant } from '@/components/ui/age';
import { ShortId } from '@/components/ui/short-id';
import type { ServingReport } from '@/lib/contracts/serving-report';

export function FailureFacts({ report: { lastFailure } }: { readonly report: ServingReport }) {
  if (lastFailure === null) return <p className="pad muted">No failure is on record.</p>;
  return (
    <dl className="facts pad">
      <dt>Newest</dt>
      <dd>
        {lastFailure.kind}
        {lastFailure.message === null ? '' : `: ${lastFailure.message}`}
      </dd>
      <dt>At</dt>
      <dd>
        <Instant at={lastFailure.at} />, <Age at={lastFailure.at} />
      </dd>
      <dt>Candidate</dt>
      <dd>
        <ShortId id={lastFailure.candidate} what="import id" />
      </dd>
      <dt>Generation</dt>
      <dd>{lastFailure.generation}</dd>
      <dt>Earlier ones</dt>
      <dd className="faint">not recorded yet</dd>
    </dl>
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
