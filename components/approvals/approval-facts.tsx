/** One request that waits for a second person: who asks what and why, for how long, and the object then and now. */
import { Age, Instant, Remaining } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import type { ApprovalDetail } from '@/lib/contracts/approvals';
import { askedWords, statedWords } from './approval-words';

const stateWords = { waiting: 'waits', used: 'used up', lapsed: 'lapsed', unknown: 'age not known' } as const;

export function ApprovalFacts({ approval }: { readonly approval: ApprovalDetail }) {
  const { action, target, actor, role, reason, askedAt, lapsesAt, state, hash, approvedBy } = approval;
  return (
    <dl className="facts wide plan">
      <div>
        <dt>What</dt>
        <dd>
          {askedWords[action]}
          <small className="break">{target}</small>
        </dd>
      </div>
      <div>
        <dt>Asked by</dt>
        <dd>
          {actor} <span className="faint">{role}</span>
          <small>
            <Instant at={askedAt} />: {reason}
          </small>
        </dd>
      </div>
      <div>
        <dt>State</dt>
        <dd>
          {state === 'waiting' ? <Remaining at={lapsesAt} /> : stateWords[state]}
          <small>
            <span className="nowrap">
              <code className="id" data-tip={hash}>
                {hash.slice(0, 8)}…{hash.slice(-8)}
              </code>{' '}
              <CopyButton text={hash} label="Copy request hash" />
            </span>
          </small>
        </dd>
      </div>
      <div>
        <dt>Second person</dt>
        <dd>
          {approvedBy === null ? 'not yet' : approvedBy.actor}
          <small>
            {approvedBy === null ? (
              'An admin other than its asker approves it here.'
            ) : (
              <>
                approved it <Age at={approvedBy.at} />: {approvedBy.reason}
              </>
            )}
          </small>
        </dd>
      </div>
    </dl>
  );
}

/** What was seen when it was asked for beside what is there now, and what was stated. */
export function ApprovalObject({ approval }: { readonly approval: ApprovalDetail }) {
  const { seen, statements, state, request } = approval;
  return (
    <div className="form-stack">
      <dl className="facts wide">
        {seen.map(({ what, was, is }) => (
          <div key={what}>
            <dt>{what}</dt>
            <dd>
              <code className="id break">{was}</code>
              {state !== 'waiting' ? null : (
                <small className="break">
                  {is === null ? 'could not be looked at now' : is === was ? 'the same now' : `now ${is}`}
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className="caption">
        As it was sent:{' '}
        <code className="break">
          {request.method} {request.address} {JSON.stringify(request.body)}
        </code>
      </p>
      {statements.length === 0 ? null : (
        <div>
          <h3>What its asker stated</h3>
          <ul className="proof-list">
            {statements.map((id) => (
              <li key={id}>{statedWords[id]}</li>
            ))}
          </ul>
        </div>
      )}
      {approval.changes.map((sentence) => (
        <p key={sentence} className="tone-line stop" role="note">
          <Icon name="stop" size="sm" />
          {sentence}
        </p>
      ))}
    </div>
  );
}
