/** The record as it was read, and its bytes where it is none. */
import { Age } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { Bytes } from '@/components/ui/figures';
import { Empty } from '@/components/ui/states';
import { formatDuration } from '@/lib/base/format-duration';
import type { LockDetail, LockLease } from '@/lib/contracts/locks';
import { Proposed } from './proposed';

export function LockRecord({ lock }: { readonly lock: LockDetail }) {
  const { record, owner, lease, evidence } = lock;
  const newest = evidence?.beats.at(-1);
  if (record === null) {
    return (
      <Empty
        says={lock.state === 'free' ? 'No record was stored at the latest look.' : 'No record was read.'}
      />
    );
  }
  return (
    <>
      <dl className="facts pad">
        {owner === null ? null : (
          <>
            <dt>Lock id</dt>
            <dd>
              <code className="id break">{owner.lockId}</code>
              <CopyButton text={owner.lockId} label="Copy lock id" />
            </dd>
            <dt>Operation</dt>
            <dd>{owner.operation}</dd>
            <dt>Process id</dt>
            <dd>{owner.pid}, on a host that is not named</dd>
            <dt>Created</dt>
            <dd>{owner.createdAt}, as its writer says</dd>
            <dt>Id made</dt>
            <dd>
              <Age at={record.idMadeAt} /> by its writer’s clock
            </dd>
          </>
        )}
        {lease === null || owner === null ? null : (
          <>
            <dt>Lease L</dt>
            <dd>{leaseSays(lease)}</dd>
          </>
        )}
        {newest === undefined ? null : (
          <>
            <dt>Newest beat</dt>
            <dd>
              <code className="id break">{newest.name}</code>, seen <Age at={newest.seenAt} />
            </dd>
          </>
        )}
        <dt>Stored</dt>
        <dd>
          <Age at={record.storedAt} />, <Bytes bytes={record.bytes} />
        </dd>
        <dt>ETag</dt>
        <dd>
          <code className="id break">{record.etag}</code>
          <CopyButton text={record.etag} label="Copy ETag" />
        </dd>
        <dt>Key</dt>
        <dd>
          <code className="id break">{record.key}</code>
        </dd>
        {record.extra.length === 0 ? null : (
          <>
            <dt>Other members</dt>
            <dd>{record.extra.join(', ')}</dd>
          </>
        )}
      </dl>
      {record.corrupt === null ? null : (
        <div className="panel-body">
          <p>{record.corrupt.reason}</p>
          {record.corrupt.excerpt === '' ? (
            <p className="caption">Its body is empty.</p>
          ) : (
            <pre className="excerpt">{record.corrupt.excerpt}</pre>
          )}
        </div>
      )}
      {lock.state === 'released' ? (
        <Proposed>
          a released record keeps its five members and says `released` as its operation (A.1).
        </Proposed>
      ) : null}
      {record.extra.length === 0 ? null : (
        <Proposed>a record with further members is accepted; stock tools call it invalid (A.1).</Proposed>
      )}
    </>
  );
}

function leaseSays({ source, leaseMs }: LockLease): string {
  if (leaseMs === null) return 'not known';
  const from = source === 'beat' ? 'as the beats state' : 'by the configuration';
  return `${formatDuration(leaseMs)}, a beat every ${formatDuration(leaseMs / 3)}, ${from}`;
}
