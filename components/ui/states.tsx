'use client';
/** The six states of a panel: loading, empty, filtered to nothing, not permitted, unsupported, failed. Never confused. */
import type { ReactNode } from 'react';
import { isPlain } from './anchor';
import { Button } from './button';
import { CopyButton } from './copy-button';
import { Icon } from './icon';
import type { IconName } from './icon-paths';
import { problemOf } from './problem';
import type { Tone } from './tone';

interface StateProps {
  readonly icon: IconName;
  readonly tone?: Tone;
  readonly role?: 'alert' | 'status';
  readonly says: ReactNode;
  readonly children?: ReactNode;
}

function State({ icon, tone, role, says, children }: StateProps) {
  return (
    <div className={tone ? `state ${tone}` : 'state'} role={role}>
      <p className="says">
        <Icon name={icon} />
        {says}
      </p>
      {children}
    </div>
  );
}

/** Nothing exists. @param says what is true, as a sentence: `No lease exists in any dataset.` */
export function Empty({ says, children }: { readonly says: ReactNode; readonly children?: ReactNode }) {
  return (
    <State icon="dash" says={says}>
      {children}
    </State>
  );
}

export interface NoMatchesProps {
  /** `No lease matches these filters.` */
  readonly says: ReactNode;
  readonly clearHref: string;
  readonly onClear?: () => void;
}

/** Something exists, the filters hide it. */
export function NoMatches({ says, clearHref, onClear }: NoMatchesProps) {
  return (
    <State icon="search" says={says}>
      <a
        className="btn sm"
        href={clearHref}
        onClick={(event) => {
          if (!onClear || !isPlain(event)) return;
          event.preventDefault();
          onClear();
        }}
      >
        Clear filters
      </a>
    </State>
  );
}

/** The caller's role does not reach. */
export function NotPermitted({ says }: { readonly says: ReactNode }) {
  return (
    <State icon="lock" tone="unk" says={says}>
      <p>Ask an administrator of this console for the role.</p>
    </State>
  );
}

/** The store or the format cannot do it; nothing is broken. */
export function Unsupported({ says, children }: { readonly says: ReactNode; readonly children?: ReactNode }) {
  return (
    <State icon="unk" tone="unk" says={says}>
      {children}
    </State>
  );
}

export interface FailedProps {
  readonly error: unknown;
  readonly onRetry?: () => void;
  /** What still works, one sentence. */
  readonly children?: ReactNode;
}

/** A read failed: what, under which code and request, and how to try again. Absence is never concluded from it. */
export function Failed({ error, onRetry, children }: FailedProps) {
  const problem = problemOf(error);
  return (
    <State icon="stop" tone="stop" role="alert" says={problem.sentence}>
      {problem.reasons.length > 0 ? (
        <ul className="bullets">
          {problem.reasons.map((reason) => (
            <li key={reason}>
              <Icon name="right" size="xs" />
              {reason}
            </li>
          ))}
        </ul>
      ) : null}
      {children}
      <div className="row">
        {onRetry ? (
          <Button small icon="refresh" onClick={onRetry}>
            Try again
          </Button>
        ) : null}
        <span className="caption">
          Code <code>{problem.code}</code>
          {problem.requestId ? (
            <>
              , request <code className="id">{problem.requestId}</code>
            </>
          ) : null}
        </span>
        <CopyButton text={problem.detail} label="Copy detail" />
      </div>
    </State>
  );
}

/** The state that an error's kind calls for. */
export function ProblemState(props: FailedProps) {
  const { code, sentence } = problemOf(props.error);
  if (code === 'forbidden') return <NotPermitted says={sentence} />;
  if (code === 'unsupported') return <Unsupported says={sentence}>{props.children}</Unsupported>;
  return <Failed {...props} />;
}
