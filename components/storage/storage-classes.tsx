/** Bytes by class of object, largest first, with their sum. */
import type { ReactElement } from 'react';
import { Bytes } from '@/components/ui/figures';
import { formatCount } from '@/components/ui/format-count';
import type { StorageReport } from '@/lib/contracts/storage';
import { classWords } from './storage-words';

export function StorageClasses({
  report,
}: {
  readonly report: Pick<StorageReport, 'byClass' | 'totalBytes' | 'totalObjects'>;
}): ReactElement {
  const slices = report.byClass.filter((slice) => slice.objects > 0).sort((a, b) => b.bytes - a.bytes);
  return (
    <div className="table-wrap">
      <table className="table tight">
        <caption className="sr">Bytes by class of object</caption>
        <thead>
          <tr>
            <th scope="col">Class</th>
            <th scope="col" className="num">
              Bytes
            </th>
            <th scope="col" className="num">
              Objects
            </th>
          </tr>
        </thead>
        <tbody>
          {slices.map((slice) => (
            <tr key={slice.class}>
              <th scope="row">{classWords[slice.class]}</th>
              <td className="num">
                <Bytes bytes={slice.bytes} />
              </td>
              <td className="num">{formatCount(slice.objects)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">All</th>
            <td className="num">
              <Bytes bytes={report.totalBytes} />
            </td>
            <td className="num">{formatCount(report.totalObjects)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
