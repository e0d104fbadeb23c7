/** Facts of the cluster's ledger beside its lock; what could not be read is said, and is never an empty ledger. */
import { Age } from '@/components/ui/age';
import { Empty, Unsupported } from '@/components/ui/states';
import type { LockLedger } from '@/lib/contracts/locks';

const unread: Readonly<Record<Exclude<LockLedger['state'], 'found'>, string>> = {
  none: 'A lock of this console itself has no ledger.',
  absent: 'No ledger is stored beside this lock.',
  oversize: 'The ledger is larger than stock tools read.',
  unsupported: 'The ledger is of a version that is not supported.',
  corrupt: 'The ledger cannot be read as one.',
  unreadable: 'The ledger could not be read: nothing is known of it now.',
};

export function LockLedgerFacts({ ledger }: { readonly ledger: LockLedger }) {
  return (
    <>
      {ledger.state === 'found' ? (
        <Found ledger={ledger} />
      ) : (
        <NotFound ledger={ledger} state={ledger.state} />
      )}
      {ledger.state === 'none' ? null : (
        <div className="panel-body">
          <h3>Pending recoveries</h3>
          <Recoveries ledger={ledger} />
        </div>
      )}
    </>
  );
}

function NotFound({ ledger, state }: { readonly ledger: LockLedger; readonly state: keyof typeof unread }) {
  const says = ledger.reason === null ? unread[state] : `${unread[state]} (${ledger.reason})`;
  return state === 'none' || state === 'absent' ? <Empty says={says} /> : <Unsupported says={says} />;
}

function Found({ ledger }: { readonly ledger: LockLedger }) {
  const { revision, drift, resources, outstanding, configDigest } = ledger;
  return (
    <dl className="facts pad">
      <dt>Outstanding deployment</dt>
      <dd>
        {outstanding === null ? 'none' : outstanding.id}
        {outstanding === null
          ? null
          : Object.entries(outstanding.graphs).map(([graph, state]) => (
              <small key={graph}>
                {' '}
                {graph} {state}
              </small>
            ))}
      </dd>
      <dt>Revision</dt>
      <dd>{revision}</dd>
      <dt>Applied configuration</dt>
      <dd>
        {configDigest === null ? (
          'not all of one is applied'
        ) : (
          <code className="id break">{configDigest}</code>
        )}
      </dd>
      <dt>Drift</dt>
      <dd>
        {drift.length === 0 ? `none of ${resources} resources` : `${drift.length} of ${resources} resources`}
        {drift.map(({ address, status, conditions }) => (
          <div key={address}>
            {address}: {[status, ...conditions].join(', ')}
          </div>
        ))}
      </dd>
      <dt>Read</dt>
      <dd>
        <Age at={ledger.readAt} />
      </dd>
    </dl>
  );
}

function Recoveries({ ledger }: { readonly ledger: LockLedger }) {
  if (ledger.recoveries === null) return <p>Not known.</p>;
  if (ledger.recoveries.length === 0) return <p>None waits.</p>;
  return (
    <ul>
      {ledger.recoveries.map(({ operationId, kind, graphId }) => (
        <li key={operationId}>
          <code className="id">{operationId}</code> {kind === null ? 'not readable' : `${kind} of ${graphId}`}
        </li>
      ))}
      {ledger.moreRecoveries ? <li>and more</li> : null}
    </ul>
  );
}
