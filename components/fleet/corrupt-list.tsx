/** Control files whose name or body does not parse: each with its reason and its bytes, never dropped (section 4.4). */
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { Bytes } from '@/components/ui/figures';
import { RowLink } from '@/components/ui/row-link';
import type { CorruptRow } from '@/lib/contracts/control';
import { datasetHref } from '@/lib/contracts/dataset-id';

export function CorruptList({ rows }: { readonly rows: readonly CorruptRow[] }) {
  return (
    <ul className="corrupt">
      {rows.map((row) => (
        <li key={`${row.lake} ${row.dataset} ${row.key}`} data-row="">
          <div className="line">
            <Badge tone="stop">Corrupt {row.area === 'other' ? 'file' : row.area}</Badge>
            <RowLink href={datasetHref(row.lake, row.dataset)}>{row.datasetName}</RowLink>
            <span>{row.reason}</span>
          </div>
          <div className="line">
            <code className="id key">{row.key}</code>
            <CopyButton text={row.key} label="Copy key" />
            <span className="faint">
              <Bytes bytes={row.bytes} />, stored <Age at={row.storedAt} />
            </span>
          </div>
          {row.excerpt === null ? (
            <span className="caption">Its body was not read.</span>
          ) : row.excerpt === '' ? (
            <span className="caption">Its body is empty.</span>
          ) : (
            <pre className="excerpt">{row.excerpt}</pre>
          )}
        </li>
      ))}
    </ul>
  );
}
