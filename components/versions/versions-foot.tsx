/** The foot of the versions: how many are shown of how many, counting on request with its price, and the next page. */
import type { ReactElement } from 'react';
import { Button } from '@/components/ui/button';
import type { DatasetDetail } from '@/lib/contracts/datasets';
import { countCostWords, shownWords } from './version-count';

export interface VersionsFootProps {
  readonly shown: number;
  readonly filtered: boolean;
  /** Null while the dataset itself is not read. */
  readonly count: DatasetDetail['versionCount'] | null;
  readonly hasMore: boolean;
  readonly pending: boolean;
  readonly onMore: () => void;
  readonly counting: boolean;
  readonly onCount: () => void;
}

export function VersionsFoot(props: VersionsFootProps): ReactElement {
  const { shown, filtered, count, hasMore, pending, onMore, counting, onCount } = props;
  return (
    <div className="table-foot">
      <span>
        {count === null ? `Showing ${shown} versions` : shownWords(shown, hasMore, count, filtered)}.
      </span>
      <span className="end">
        {count?.kind === 'up_to' && (
          <>
            <span className="caption">{countCostWords(count)}</span>
            <Button small pending={counting} icon="version" onClick={onCount}>
              Count versions
            </Button>
          </>
        )}
        {hasMore && (
          <Button small pending={pending} icon="down" onClick={onMore}>
            Load more
          </Button>
        )}
      </span>
    </div>
  );
}
