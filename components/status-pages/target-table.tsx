/** What is on a page: each object with the words it has there, and what outsiders read in its place. */
import { Anchor } from '@/components/ui/anchor';
import { Icon } from '@/components/ui/icon';
import { TableFrame } from '@/components/ui/table-frame';
import type { RedactionLevel } from '@/lib/contracts/status-document';
import type { StatusTarget } from '@/lib/contracts/status-pages';
import { outsidersRead, targetHref, targetIcons, targetKey, targetKinds, targetName } from './target-rules';

export interface TargetTableProps {
  readonly targets: readonly StatusTarget[];
  readonly level: RedactionLevel;
}

export function TargetTable({ targets, level }: TargetTableProps) {
  return (
    <TableFrame label="What is on the page">
      <table className="table">
        <caption className="sr">What is on the page</caption>
        <thead>
          <tr>
            <th scope="col">Object</th>
            <th scope="col">Label</th>
            <th scope="col">Description</th>
            <th scope="col">Outsiders read</th>
          </tr>
        </thead>
        <tbody>
          {targets.map((target) => (
            <tr key={targetKey(target)}>
              <th scope="row">
                <span className="row-name">
                  <Icon name={targetIcons[target.kind]} size="sm" />
                  <Anchor href={targetHref(target)}>{targetName(target)}</Anchor>
                </span>
                <small>{targetKinds[target.kind]}</small>
              </th>
              <td>{target.label ?? <span className="faint">none</span>}</td>
              <td className="wrap">{target.description ?? <span className="faint">none</span>}</td>
              <td className="wrap">{outsidersRead(target, level)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}
