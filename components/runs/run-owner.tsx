/** Who has a run, how old its last sign of life is, and what happens when there is none. */
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { formatDuration } from '@/lib/base/format-duration';
import type { RunDetail } from '@/lib/contracts/runs';

/** Six missed beats are silence. */
const silentMs = 60_000;

export function OwnerBadge({ run: { owner, beat, state, here } }: { readonly run: RunDetail }) {
  if (state === 'ended') return null;
  if (owner === null) return <Badge tone="unk">Nobody has it</Badge>;
  const who = `${owner.host}, process ${owner.pid}`;
  if (here) return <Badge tone="ok">This server has it: {who}</Badge>;
  const { unchangedForMs } = beat;
  if (unchangedForMs === null) return <Badge tone="unk">{who}; watched from now on</Badge>;
  const age = formatDuration(unchangedForMs);
  if (unchangedForMs > silentMs)
    return (
      <Badge tone="stop">
        {who}: silent for {age}
      </Badge>
    );
  if (unchangedForMs > silentMs / 3)
    return (
      <Badge tone="warn">
        {who}: no beat for {age}
      </Badge>
    );
  return (
    <Badge tone="ok">
      {who}: beat within {age}
    </Badge>
  );
}

export function WhatCanHappen({ run }: { readonly run: RunDetail }) {
  return (
    <dl className="facts wide">
      {run.state === 'ended' ? null : (
        <>
          <div>
            <dt>If you stop it</dt>
            <dd>
              The batch under way is finished
              <small>what was decided stays decided; the next cleanup goes on with it</small>
            </dd>
          </div>
          <div>
            <dt>If its server dies</dt>
            <dd>
              Another one goes on
              <small>after a minute of proven silence, from the markers; repeats are harmless</small>
            </dd>
          </div>
        </>
      )}
      <div>
        <dt>Asked for by</dt>
        <dd>
          {run.actor}, <Age at={run.createdAt} />
          <small>
            {run.reason}
            {run.approvedBy === null ? '' : `, approved by ${run.approvedBy}`}
          </small>
        </dd>
      </div>
      <div>
        <dt>Take-overs</dt>
        <dd>
          {run.takeovers}
          <small>
            {run.owner === null ? (
              'nobody has it now'
            ) : (
              <>
                this one since <Age at={run.owner.since} />
              </>
            )}
          </small>
        </dd>
      </div>
    </dl>
  );
}
