/** Bytes by reason as one bar with its key; the key is a table, so that the bar needs no eyes. */
import type { ReactElement } from 'react';
import { Bytes } from '@/components/ui/figures';
import { formatBytes } from '@/components/ui/format-bytes';
import { formatCount, formatShare, plural } from '@/components/ui/format-count';
import type { StorageReport } from '@/lib/contracts/storage';
import { storageReasons } from '@/lib/contracts/storage';
import { reasonLook } from './storage-words';

export function StorageBar({
  report,
}: {
  readonly report: Pick<StorageReport, 'byReason' | 'totalBytes'>;
}): ReactElement {
  const slices = storageReasons.flatMap((reason) =>
    report.byReason.filter((slice) => slice.reason === reason && slice.objects > 0),
  );
  const words = slices
    .map((slice) => `${reasonLook[slice.reason].words} ${formatBytes(slice.bytes)}`)
    .join(', ');
  return (
    <div className="panel-body">
      <div className="bar" role="img" aria-label={words}>
        {slices.map((slice) => (
          <i
            key={slice.reason}
            className={reasonLook[slice.reason].fill}
            style={{ flexGrow: Math.max(slice.bytes, report.totalBytes / 500, 1), flexBasis: 0 }}
            data-tip={`${reasonLook[slice.reason].words}: ${formatBytes(slice.bytes)}, ${plural(slice.objects, 'object')}`}
          />
        ))}
      </div>
      <div className="table-wrap">
        <table className="table tight">
          <caption className="sr">Bytes by reason</caption>
          <thead>
            <tr>
              <th scope="col">Reason</th>
              <th scope="col" className="num">
                Bytes
              </th>
              <th scope="col" className="num">
                Share
              </th>
              <th scope="col" className="num">
                Objects
              </th>
              <th scope="col">Means</th>
            </tr>
          </thead>
          <tbody>
            {slices.map((slice) => (
              <tr key={slice.reason}>
                <th scope="row">
                  <i className={`swatch ${reasonLook[slice.reason].fill}`} aria-hidden="true" />
                  {reasonLook[slice.reason].words}
                </th>
                <td className="num">
                  <Bytes bytes={slice.bytes} />
                </td>
                <td className="num">{formatShare(slice.bytes, report.totalBytes)}</td>
                <td className="num">{formatCount(slice.objects)}</td>
                <td className="muted">{reasonLook[slice.reason].means}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
