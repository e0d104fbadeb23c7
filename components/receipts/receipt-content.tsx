/** What a receipt says: who and why, before and after, predicted and actual, what was kept and why, incidents, verification. */

import { RunBadge } from '@/components/runs/run-badge';
import { Instant } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Bytes, Count } from '@/components/ui/figures';
import { plural } from '@/components/ui/format-count';
import { Icon } from '@/components/ui/icon';
import { ShortId } from '@/components/ui/short-id';
import type { PlanSumsView } from '@/lib/contracts/plans';
import type { ReceiptView } from '@/lib/contracts/receipts';

const verificationTone = { passed: 'ok', failed: 'stop', not_done: 'unk' } as const;
const verificationWord = { passed: 'Passed', failed: 'Failed', not_done: 'Not done' } as const;
const maxRows = 100;

export function ReceiptContent({ receipt }: { readonly receipt: ReceiptView }) {
  const { verification, failure } = receipt;
  return (
    <div className="receipt">
      <dl className="facts pad">
        <dt>Dataset</dt>
        <dd>
          <b>{receipt.path}</b> in <code className="id break">{receipt.storeUri}</code>
        </dd>
        <dt>Outcome</dt>
        <dd>
          <RunBadge run={{ state: 'ended', outcome: receipt.outcome }} />
          {failure === null ? null : ` ${failure.sentence}`}
        </dd>
        <dt>Asked for by</dt>
        <dd>
          {receipt.actor} ({receipt.role}): {receipt.reason}
        </dd>
        <dt>Approved by</dt>
        <dd>{receipt.approvedBy ?? <span className="faint">nobody had to</span>}</dd>
        {receipt.branch === null ? null : (
          <>
            <dt>Branch</dt>
            <dd className="break">{receipt.branch}, deleted with all it held</dd>
          </>
        )}
        {receipt.planHash === null ? null : (
          <>
            <dt>Plan</dt>
            <dd>
              <ShortId id={receipt.planHash} what="plan hash" />
            </dd>
          </>
        )}
        <dt>{receipt.kind === 'cleanup' ? 'Run' : 'Line in the journal'}</dt>
        <dd>
          <code className="id">{receipt.run}</code>, from <Instant at={receipt.startedAt} /> to{' '}
          <Instant at={receipt.endedAt} />
          {receipt.requests === null ? '' : `, ${plural(receipt.requests, 'request')} of its last owner`}
          {receipt.takeovers === 0 ? '' : `, ${plural(receipt.takeovers, 'take-over')}`}
        </dd>
        <dt>Verification</dt>
        <dd>
          <Badge tone={verificationTone[verification.kind]}>{verificationWord[verification.kind]}</Badge>{' '}
          {plural(verification.versionsVerified, 'version')}. {verification.sentence}
        </dd>
      </dl>
      <Sums receipt={receipt} />
      <Lists receipt={receipt} />
    </div>
  );
}

function Sums({ receipt }: { readonly receipt: ReceiptView }) {
  const rows: readonly (readonly [string, PlanSumsView | null])[] = [
    ['Before', receipt.before],
    ['After', receipt.after],
    ['Predicted', receipt.predicted],
    ['At most', receipt.most],
    [receipt.takeovers === 0 ? 'Went' : 'Went at least', receipt.actual],
  ];
  return (
    <div className="table-wrap">
      <table className="table compact">
        <caption className="sr">Before and after, predicted and actual</caption>
        <thead>
          <tr>
            <th scope="col">
              <span className="sr">What</span>
            </th>
            <th scope="col" className="num">
              Versions
            </th>
            <th scope="col" className="num">
              Objects
            </th>
            <th scope="col" className="num">
              Bytes
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, sums]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className="num">
                <Count value={sums?.versions ?? null} />
              </td>
              <td className="num">
                <Count value={sums?.objects ?? null} />
              </td>
              <td className="num">
                <Bytes bytes={sums?.bytes ?? null} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Lists({ receipt }: { readonly receipt: ReceiptView }) {
  const { retired, kept, left, incidents } = receipt;
  return (
    <ul className="bullets">
      {incidents.listed.map(({ version, sentence, missingKeys }) => (
        <Line key={`i ${version}`} icon="stop" what={`Incident at v${version}:`}>
          {sentence} {plural(missingKeys.total, 'missing object')}.
        </Line>
      ))}
      <Line icon="gone" what={`${plural(retired.total, 'version')} retired:`}>
        {retired.total === 0
          ? 'none'
          : retired.listed
              .slice(0, maxRows)
              .map((version) => `v${version}`)
              .join(', ')}
      </Line>
      {left.listed.slice(0, maxRows).map(({ version, sentence }) => (
        <Line
          key={`l ${version}`}
          icon="kept"
          what={`v${version} was ${receipt.kind === 'cleanup' ? 'planned' : 'to go'} and stays:`}
        >
          {sentence}
        </Line>
      ))}
      {kept.listed.slice(0, maxRows).map(({ version, because }) => (
        <Line key={`k ${version}`} icon="policy" what={`v${version} stays:`}>
          {because.listed.join(' ')}
        </Line>
      ))}
    </ul>
  );
}

interface LineProps {
  readonly icon: 'stop' | 'gone' | 'kept' | 'policy';
  readonly what: string;
  readonly children: React.ReactNode;
}

function Line({ icon, what, children }: LineProps) {
  return (
    <li>
      <Icon name={icon} size="xs" />
      <span className="break">
        <b>{what}</b> {children}
      </span>
    </li>
  );
}
