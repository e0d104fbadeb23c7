/** Fleet storage by reason, over the datasets that were counted and no others; its list is the picture's twin. */

import { reasonLook } from '@/components/storage/storage-words';
import { Age } from '@/components/ui/age';
import { Bytes } from '@/components/ui/figures';
import { formatBytes } from '@/components/ui/format-bytes';
import { formatShare, plural } from '@/components/ui/format-count';
import { Empty } from '@/components/ui/states';
import type { AttentionReply } from '@/lib/contracts/attention';
import { storageReasons } from '@/lib/contracts/storage';

export interface FleetStorageProps {
  readonly storage: AttentionReply['storage'];
  readonly datasets: number;
}

export function FleetStorage({ storage, datasets }: FleetStorageProps) {
  const { counted, totalBytes, byReason, oldestReadAt } = storage;
  const slices = storageReasons.flatMap((reason) =>
    byReason.filter((slice) => slice.reason === reason && slice.bytes > 0),
  );
  const told = slices
    .map(({ reason, bytes }) => `${reasonLook[reason].words} ${formatBytes(bytes)}`)
    .join(', ');
  return (
    <section className="panel storage" aria-labelledby="fleet-storage">
      <div className="section-head flush">
        <h2 id="fleet-storage">Fleet storage</h2>
        <span className="muted">
          {counted === 0 ? null : (
            <>
              <Bytes bytes={totalBytes} />,{' '}
            </>
          )}
          counted in {counted} of {plural(datasets, 'dataset')}
        </span>
        {oldestReadAt === null ? null : (
          <span className="caption end">
            Oldest count <Age at={oldestReadAt} />
          </span>
        )}
      </div>
      {counted === 0 ? (
        <Empty says="No dataset has been counted yet. Open a dataset's Storage tab to count it; the count lists every object." />
      ) : (
        <>
          <div className="bar" role="img" aria-label={told}>
            {slices.map(({ reason, bytes }) => (
              <i key={reason} className={reasonLook[reason].fill} style={{ flexGrow: bytes }} />
            ))}
          </div>
          <ul className="keys">
            {slices.map(({ reason, bytes }) => (
              <li key={reason}>
                <i className={reasonLook[reason].fill} />
                {reasonLook[reason].words}
                <b>
                  <Bytes bytes={bytes} /> <span>{formatShare(bytes, totalBytes)}</span>
                </b>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
