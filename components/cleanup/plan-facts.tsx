/** The head of a sealed plan: its hash, its policy, what it frees, for how long it may be run, whose word it still needs. */
import { Age, Instant, Remaining } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { Bytes } from '@/components/ui/figures';
import { plural } from '@/components/ui/format-count';
import type { SealedPlan } from './plan-standing';
import { policyNotes, policyWords } from './plan-words';

export function PlanFacts({ plan }: { readonly plan: SealedPlan }) {
  const { approval } = plan;
  return (
    <dl className="facts wide plan">
      <div>
        <dt>Plan</dt>
        <dd>
          <span className="nowrap">
            <code className="id" data-tip={plan.hash}>
              {plan.hash.slice(0, 8)}…{plan.hash.slice(-8)}
            </code>{' '}
            <CopyButton text={plan.hash} label="Copy plan hash" />
          </span>
          <small>
            sealed <Instant at={plan.sealedAt} /> by {plan.actor},{' '}
            {plan.state === 'alive' ? <Remaining at={plan.lapsesAt} /> : 'lapsed'}
          </small>
        </dd>
      </div>
      <div>
        <dt>Policy</dt>
        <dd>
          {policyWords(plan.policy)}
          <small>{policyNotes(plan.policy).join(' ')}</small>
        </dd>
      </div>
      <div>
        <dt>Frees</dt>
        <dd>
          <b>
            <Bytes bytes={plan.predicted.bytes} />
          </b>
          , {plural(plan.predicted.objects, 'object')}
          <small>of {plural(plan.predicted.versions, 'version')} that nothing holds</small>
        </dd>
      </div>
      <div>
        <dt>Second person</dt>
        <dd>
          {approval.by === null ? (approval.needed ? 'not yet' : 'not asked for') : approval.by.actor}
          <small>
            {approval.by === null ? (
              approval.needed ? (
                'An admin other than its maker approves it here.'
              ) : (
                'Set secondApprover in the configuration to ask for one.'
              )
            ) : (
              <>
                approved it <Age at={approval.by.at} />
              </>
            )}
          </small>
        </dd>
      </div>
    </dl>
  );
}
