'use client';
/** The table of versions with its filter, its count and its pages. */
import { Answered } from '@/components/ui/answered';
import { Panel } from '@/components/ui/panel';
import { Empty, NoMatches, ProblemState } from '@/components/ui/states';
import { VersionFilters } from '@/components/versions/version-filters';
import { VersionsFoot } from '@/components/versions/versions-foot';
import { VersionsTable } from '@/components/versions/versions-table';
import { useCountVersions } from '@/lib/client/mutations/count-versions';
import { metaOfPages } from '@/lib/client/paged-answer';
import type { useVersions } from '@/lib/client/queries/versions';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import type { VersionRow } from '@/lib/contracts/versions';
import type { DatasetAddress } from '../use-dataset-address';

export interface VersionsPanelProps {
  readonly address: DatasetAddress;
  readonly dataset: DatasetDetail | null;
  readonly versions: ReturnType<typeof useVersions>;
  readonly rows: readonly VersionRow[];
  readonly onSelect: (version: string) => void;
}

export function VersionsPanel({ address, dataset, versions, rows, onSelect }: VersionsPanelProps) {
  const { kept, setKept, hrefOfKept, hrefOfSelection, pinned, place } = address;
  const counting = useCountVersions(place);
  return (
    <div>
      <VersionFilters kept={kept} onKept={setKept} hrefOf={hrefOfKept} />
      <Panel
        title="Versions"
        meta={versions.data === undefined ? undefined : metaOfPages(versions.data.pages)}
      >
        <Answered answer={versions} what="versions" rows={8}>
          {() =>
            rows.length === 0 && !versions.hasNextPage ? (
              <NoRows kept={kept} onClear={() => setKept(null)} clearHref={hrefOfKept(null)} />
            ) : (
              <VersionsTable
                name={dataset?.name ?? place.id}
                rows={rows}
                selected={pinned}
                onSelect={onSelect}
                hrefOf={hrefOfSelection}
              />
            )
          }
        </Answered>
        {versions.data !== undefined && (
          <VersionsFoot
            shown={rows.length}
            filtered={kept !== null}
            count={dataset?.versionCount ?? null}
            hasMore={versions.hasNextPage}
            pending={versions.isFetchingNextPage}
            onMore={() => void versions.fetchNextPage()}
            counting={counting.isPending}
            onCount={() => counting.mutate()}
          />
        )}
        {counting.error !== null && <ProblemState error={counting.error} onRetry={() => counting.mutate()} />}
      </Panel>
    </div>
  );
}

function NoRows({
  kept,
  onClear,
  clearHref,
}: {
  readonly kept: string | null;
  readonly onClear: () => void;
  readonly clearHref: string;
}) {
  if (kept === null) return <Empty says="No version exists on this branch." />;
  return <NoMatches says="No version matches this filter." clearHref={clearHref} onClear={onClear} />;
}
