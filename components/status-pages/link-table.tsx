'use client';
/** The secret links of a page: for whom, until when, whether they open; their secrets are kept nowhere. */
import type { ReactNode } from 'react';
import { Age, Instant, Remaining } from '@/components/ui/age';
import { Empty } from '@/components/ui/states';
import { TableFrame } from '@/components/ui/table-frame';
import type { StatusLink } from '@/lib/contracts/status-pages';
import { LinkBadge, useLinkState } from './status-badges';

export interface LinkTableProps {
  readonly links: readonly StatusLink[];
  /** The buttons of a link that opens. */
  readonly actionsOf: (link: StatusLink) => ReactNode;
}

export function LinkTable({ links, actionsOf }: LinkTableProps) {
  if (links.length === 0) return <Empty says="No link was made: nobody opens this page by a secret." />;
  return (
    <TableFrame label="Links that were made">
      <table className="table">
        <caption className="sr">Links that were made</caption>
        <thead>
          <tr>
            <th scope="col">For</th>
            <th scope="col">State</th>
            <th scope="col">Until</th>
            <th scope="col">Left</th>
            <th scope="col">Made</th>
            <th scope="col">
              <span className="sr">What can be done</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {links.map((link) => (
            <Row key={link.id} link={link} actionsOf={actionsOf} />
          ))}
        </tbody>
      </table>
    </TableFrame>
  );
}

function Row({ link, actionsOf }: { readonly link: StatusLink } & Pick<LinkTableProps, 'actionsOf'>) {
  const state = useLinkState(link);
  return (
    <tr>
      <th scope="row" className="wrap">
        {link.note}
      </th>
      <td>
        <LinkBadge link={link} />
      </td>
      <td>
        <Instant at={link.expiresAt} />
      </td>
      <td>
        {link.revokedAt === null ? (
          <Remaining at={link.expiresAt} />
        ) : (
          <>
            revoked <Age at={link.revokedAt} />
          </>
        )}
      </td>
      <td>
        <Age at={link.madeAt} />
        <small>by {link.madeBy}</small>
      </td>
      <td className="num">{state === 'alive' ? actionsOf(link) : null}</td>
    </tr>
  );
}
