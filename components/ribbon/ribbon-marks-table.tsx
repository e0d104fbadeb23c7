/** The ribbon's lanes as a table: the same marks, newest version first, for whoever reads rather than looks. */
import type { ReactElement } from 'react';
import { Age, Remaining } from '@/components/ui/age';
import { formatCount } from '@/components/ui/format-count';
import { Empty } from '@/components/ui/states';
import type { RibbonMark } from '@/lib/contracts/versions';
import type { RibbonFacts } from './ribbon-layout';

const laneWords: Readonly<Record<RibbonMark['lane'], string>> = {
  tags: 'Tag',
  branches: 'Branch',
  leases: 'Lease',
  intents: 'Intent',
  retirement: 'Retirement',
};

export interface RibbonMarksTableProps {
  readonly facts: Pick<RibbonFacts, 'marks'>;
  readonly name: string;
  readonly onPin: (version: bigint) => void;
}

export function RibbonMarksTable({ facts, name, onPin }: RibbonMarksTableProps): ReactElement {
  if (facts.marks.length === 0) {
    return <Empty says="No tag, branch, lease, intent or retirement marker lies on these versions." />;
  }
  const marks = [...facts.marks].sort((a, b) => (BigInt(a.version) > BigInt(b.version) ? -1 : 1));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className="table-wrap r-twin" aria-label={`Marks on the versions of ${name}`} tabIndex={0}>
      <table className="table tight">
        <caption className="sr">Marks on the versions of {name}, newest version first</caption>
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Kind</th>
            <th scope="col">Subject</th>
            <th scope="col">State</th>
            <th scope="col">Since</th>
            <th scope="col">Ends</th>
          </tr>
        </thead>
        <tbody>
          {marks.map((mark) => (
            <tr key={`${mark.lane} ${mark.version} ${mark.subject}`}>
              <th scope="row">
                <button type="button" className="link-btn" onClick={() => onPin(BigInt(mark.version))}>
                  v{mark.version}
                </button>
              </th>
              <td>{laneWords[mark.lane]}</td>
              <td className="clip">
                {mark.subject}
                {mark.count > 1 && <span className="faint"> and {formatCount(mark.count - 1)} more</span>}
              </td>
              <td>{mark.standing === 'active' ? mark.state : `${mark.state}, ${mark.standing}`}</td>
              <td>
                <Age at={mark.since} />
              </td>
              <td>
                {mark.until === null ? (
                  <span className="faint">no end of its own</span>
                ) : (
                  <Remaining at={mark.until} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
