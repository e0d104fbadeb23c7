/** What the console itself keeps in a lake, by what it is for. */
import { Bytes, Count } from '@/components/ui/figures';
import type { OwnBytes } from '@/lib/contracts/activity';

const words: Readonly<Record<string, string>> = {
  journal: 'Journal',
  plans: 'Sealed plans',
  runs: 'Runs',
  receipts: 'Receipts',
  cleaners: 'Locks of runs',
  holders: 'Holders of leases',
  locks: 'Locks of local files',
  tmp: 'Staged files',
  probe: 'Probes',
  freeze: 'Freeze',
  'capabilities.json': 'Result of the last probe',
  approvals: 'Requests for approval',
  serving: 'Replicas that serve no more',
  status: 'Samples of status pages',
  'status-pages': 'Status pages',
  'not-before': 'Ended sessions',
};

interface OwnBytesTableProps {
  readonly parts: OwnBytes['parts'];
  /** False: there is more than was counted. */
  readonly complete: boolean;
}

export function OwnBytesTable({ parts, complete }: OwnBytesTableProps) {
  if (parts.length === 0 && complete)
    return <p className="caption">The console keeps nothing in this lake.</p>;
  const total = parts.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <table className="table">
      <caption className="sr">What the console keeps below _vamplate</caption>
      <thead>
        <tr>
          <th scope="col">Kept by the console</th>
          <th scope="col" className="num">
            Objects
          </th>
          <th scope="col" className="num">
            Bytes
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, objects, bytes }) => (
          <tr key={name}>
            <th scope="row">{words[name] ?? name}</th>
            <td className="num">
              <Count value={objects} />
            </td>
            <td className="num">
              <Bytes bytes={bytes} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{complete ? 'Together' : 'At least'}</th>
          <td className="num" />
          <td className="num">
            <Bytes bytes={total} />
          </td>
        </tr>
      </tbody>
    </table>
  );
}
