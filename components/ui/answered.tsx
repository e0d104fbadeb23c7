'use client';
/** Shows an answer, its loading skeleton or its failure; a failed refetch keeps the last good answer and says so. */
import type { ReactNode } from 'react';
import { Button } from './button';
import { Icon } from './icon';
import { Loading } from './loading';
import { problemOf } from './problem';
import { ProblemState } from './states';

/** The part of a query's result that a view needs. */
export interface Answer<Data> {
  readonly data: Data | undefined;
  readonly error: unknown;
  readonly refetch: () => unknown;
}

export interface AnsweredProps<Data> {
  readonly answer: Answer<Data>;
  /** What is being read, for the skeleton: `leases`. */
  readonly what: string;
  readonly rows?: number;
  readonly tall?: boolean;
  readonly children: (data: Data) => ReactNode;
}

export function Answered<Data>({ answer, what, rows, tall, children }: AnsweredProps<Data>) {
  const { data, error, refetch } = answer;
  if (data === undefined) {
    if (error) return <ProblemState error={error} onRetry={() => refetch()} />;
    return <Loading what={what} {...(rows ? { rows } : {})} {...(tall ? { tall } : {})} />;
  }
  return (
    <>
      {error ? <Stale error={error} onRetry={() => refetch()} /> : null}
      {children(data)}
    </>
  );
}

function Stale({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { sentence, code } = problemOf(error);
  return (
    <div className="stale" role="status">
      <Icon name="warn" size="sm" />
      <span>
        The last read failed ({code}): {sentence} What stands here is the last good answer.
      </span>
      <span className="end">
        <Button small onClick={onRetry}>
          Try again
        </Button>
      </span>
    </div>
  );
}
