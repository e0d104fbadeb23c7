/** What a store was proven to do, by probing it, and what is switched off because it was not. */
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import { Empty } from '@/components/ui/states';
import { TableFrame } from '@/components/ui/table-frame';
import type { Tone } from '@/components/ui/tone';
import type { Capability, CapabilityReport } from '@/lib/contracts/lakes';

const verdicts: Readonly<Record<Capability['verdict'], { readonly tone: Tone; readonly word: string }>> = {
  yes: { tone: 'ok', word: 'Proven' },
  no: { tone: 'warn', word: 'Cannot' },
  unknown: { tone: 'unk', word: 'Not probed' },
};

export function CapabilityTable({ report }: { readonly report: CapabilityReport }) {
  const { capabilities, switchedOff, probedAt, lake } = report;
  return (
    <>
      <TableFrame label={`Capabilities of the store of ${lake}`}>
        <table className="table">
          <caption className="sr">Capabilities of the store of {lake}</caption>
          <thead>
            <tr>
              <th scope="col">Capability</th>
              <th scope="col">Verdict</th>
              <th scope="col">Evidence</th>
            </tr>
          </thead>
          <tbody>
            {capabilities.map(({ id, name, verdict, evidence }) => (
              <tr key={id}>
                <th scope="row">
                  {name} <span className="faint">{id}</span>
                </th>
                <td>
                  <Badge tone={verdicts[verdict].tone}>{verdicts[verdict].word}</Badge>
                </td>
                <td className="wrap">{evidence}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableFrame>
      {switchedOff.length === 0 ? (
        <Empty
          says={
            probedAt === null
              ? 'Nobody has probed this store.'
              : 'Nothing is switched off because of the store.'
          }
        />
      ) : (
        <div className="panel-body">
          <Actions title="Switched off here" rows={switchedOff.filter(({ kind }) => kind === 'off')} />
          <Actions
            title="Works here in a lesser way"
            rows={switchedOff.filter(({ kind }) => kind === 'limited')}
          />
        </div>
      )}
      <p className="panel-foot">
        {probedAt === null ? (
          'Never probed.'
        ) : (
          <>
            Probed <Age at={probedAt} />.
          </>
        )}{' '}
        A probe writes and deletes small objects below <code>_vamplate/probe/</code> and nowhere else.
      </p>
    </>
  );
}

interface ActionsProps {
  readonly title: string;
  readonly rows: CapabilityReport['switchedOff'];
}

function Actions({ title, rows }: ActionsProps) {
  if (rows.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className="bullets">
        {rows.map(({ id, kind, action, reason }) => (
          <li key={id}>
            <Icon name={kind === 'off' ? 'gone' : 'warn'} size="sm" />
            <span>
              <b>{action}</b>: {reason}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
