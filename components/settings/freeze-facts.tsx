/** Whether a lake is closed to operations, by whom, since when and why. */
import type { ReactNode } from 'react';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import type { Freeze } from '@/lib/contracts/freeze';

export interface FreezeFactsProps {
  readonly freeze: Freeze;
  /** The button that changes it. */
  readonly children: ReactNode;
}

export function FreezeFacts({ freeze, children }: FreezeFactsProps) {
  const { state, actor, reason, at, problem } = freeze;
  return (
    <div className="freeze-row">
      <b>Operations</b>
      {state === 'open' ? (
        <Badge tone="unk" icon="check">
          Open
        </Badge>
      ) : state === 'frozen' ? (
        <Badge tone="maint" icon="lock">
          Frozen
        </Badge>
      ) : (
        <Badge tone="stop" icon="stop">
          Cannot be read, counts as frozen
        </Badge>
      )}
      <span className="caption">
        {problem}
        {actor === null ? null : (
          <>
            {state === 'frozen' ? 'by' : 'opened by'} {actor} <Age at={at} />: {reason}
          </>
        )}
      </span>
      <span className="push">{children}</span>
    </div>
  );
}
