'use client';
/** Storage of a dataset: by reason, by class, by holder, what is missing, and what the next cleanup would do. */
import { HolderCosts } from '@/components/storage/holder-costs';
import { MissingObjects } from '@/components/storage/missing-objects';
import { NextCleanup, nextCleanupQuestion } from '@/components/storage/next-cleanup';
import { StorageBar } from '@/components/storage/storage-bar';
import { StorageClasses } from '@/components/storage/storage-classes';
import { Answered } from '@/components/ui/answered';
import { Button } from '@/components/ui/button';
import { formatBytes } from '@/components/ui/format-bytes';
import { formatCount, plural } from '@/components/ui/format-count';
import { Notes, Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import type { ReplyOf } from '@/lib/client/call-endpoint';
import { useStorage } from '@/lib/client/queries/storage';
import type { DatasetAddress } from '../use-dataset-address';

export function StorageTab({ address }: { readonly address: DatasetAddress }) {
  const storage = useStorage(address.place);
  const { data } = storage;
  return (
    <>
      <Panel
        title="Storage by reason"
        caption={data === undefined ? 'counting lists every object once' : totalWords(data)}
        meta={data?.meta}
        actions={
          data !== undefined && (
            <Button small icon="refresh" pending={storage.isFetching} onClick={() => void storage.refetch()}>
              Count again
            </Button>
          )
        }
      >
        <Answered answer={storage} what="storage, which lists every object" rows={6}>
          {(report) =>
            report.totalObjects === 0 ? (
              <Empty says="No object was found." />
            ) : (
              <>
                {report.unreadVersions > 0 && <Notes notes={[unreadWords(report)]} />}
                <StorageBar report={report} />
              </>
            )
          }
        </Answered>
      </Panel>
      {data !== undefined && <Parts address={address} report={data} />}
    </>
  );
}

function Parts({
  address,
  report,
}: {
  readonly address: DatasetAddress;
  readonly report: ReplyOf<'storage'>;
}) {
  return (
    <>
      {report.missingCount > 0 && (
        <Panel title={`${plural(report.missingCount, 'object')} missing`} caption={missingWords(report)}>
          <MissingObjects missing={report.missing} hrefOf={address.hrefOfVersion} />
        </Panel>
      )}
      <div className="cols-2">
        <Panel title={nextCleanupQuestion(report.nextCleanup)}>
          <NextCleanup next={report.nextCleanup} />
        </Panel>
        <Panel title="By class">
          <StorageClasses report={report} />
        </Panel>
      </div>
      <Panel title="What each holder costs" caption="bytes that would be free if it alone went">
        <HolderCosts holders={report.holders} hrefOf={address.hrefOfVersion} />
      </Panel>
    </>
  );
}

function unreadWords({ unreadVersions }: ReplyOf<'storage'>): string {
  return `What ${plural(unreadVersions, 'version')} would need is not known, so nothing is called reclaimable.`;
}

function missingWords({ missing, missingCount }: ReplyOf<'storage'>): string {
  const words = 'Versions that need them cannot be read whole.';
  return missing.length < missingCount
    ? `${words} The first ${formatCount(missing.length)} are shown.`
    : words;
}

function totalWords({ totalBytes, totalObjects }: ReplyOf<'storage'>): string {
  return `${formatBytes(totalBytes)} in ${plural(totalObjects, 'object')}`;
}
