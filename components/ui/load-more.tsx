'use client';
/** The foot of a paged list: how much is shown, what it is sorted among, and the next page. */
import { Button } from './button';
import { plural } from './format-count';

export interface LoadMoreProps {
  readonly shown: number;
  /** `dataset` for `12 datasets`. */
  readonly noun: string;
  readonly hasMore: boolean;
  readonly pending: boolean;
  readonly onMore: () => void;
  /** The order covers only the rows loaded so far. */
  readonly sorted?: boolean;
}

export function LoadMore({ shown, noun, hasMore, pending, onMore, sorted = false }: LoadMoreProps) {
  return (
    <div className="table-foot">
      <span>
        {hasMore ? `Showing the first ${plural(shown, noun)}` : `All ${plural(shown, noun)}`}
        {hasMore && sorted ? ', sorted among those loaded.' : '.'}
      </span>
      {hasMore ? (
        <span className="end">
          <Button small pending={pending} icon="down" onClick={onMore}>
            Load more
          </Button>
        </span>
      ) : null}
    </div>
  );
}
