'use client';
/** One version: why it is kept, what its manifest says, and where it lies. */
import Link from 'next/link';
import { Answered } from '@/components/ui/answered';
import { Panel } from '@/components/ui/panel';
import { VersionFacts } from '@/components/versions/version-facts';
import { VersionInside } from '@/components/versions/version-inside';
import { VersionReasons } from '@/components/versions/version-reasons';
import { useVersion } from '@/lib/client/queries/versions';
import { DatasetFrame } from '../../../dataset-frame';
import type { PagePlace } from '../../../place-of-page';
import { useDatasetAddress } from '../../../use-dataset-address';
import { VersionActions } from './version-actions';

export function VersionScreen({ place, version }: { readonly place: PagePlace; readonly version: string }) {
  const address = useDatasetAddress(place);
  const read = useVersion(address.place, version);
  const { data } = read;
  return (
    <DatasetFrame address={address} tab={null} here={`v${version}`}>
      <div className="with-side">
        <div className="stack">
          <div>
            <VersionActions place={address.place} version={version} />
          </div>
          <Panel title={`Version ${version}`} meta={data?.meta}>
            <Answered answer={read} what={`version ${version}`} rows={12}>
              {(detail) => (
                <VersionFacts
                  version={detail}
                  hrefOf={(other) => <Link href={address.hrefOfVersion(other)}>v{other}</Link>}
                />
              )}
            </Answered>
          </Panel>
          {data !== undefined && (
            <Panel title="Inside the manifest">
              <VersionInside version={data} />
            </Panel>
          )}
        </div>
        {data !== undefined && (
          <Panel title={data.verdict === 'reclaimable' ? 'Nothing keeps it' : 'Why it is kept'}>
            <VersionReasons version={data} />
            <p className="panel-foot">
              <Link href={address.hrefOfSelection(version)}>Show v{version} in the ribbon</Link>
            </p>
          </Panel>
        )}
      </div>
    </DatasetFrame>
  );
}
