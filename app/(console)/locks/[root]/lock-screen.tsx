'use client';
/** One lock: its state on the time axis, the verdict, what it rests on, who held it, what lies beside it, what an unlock needs. */
import { AddToStatusPage, ShownOnStatusPages } from '@/app/(console)/add-to-status-page';
import { BeatAxis } from '@/components/locks/beat-axis';
import { LockBadge } from '@/components/locks/lock-badge';
import { LockOwners, LockTransitions } from '@/components/locks/lock-history';
import { LockLedgerFacts } from '@/components/locks/lock-ledger';
import { LockRecord } from '@/components/locks/lock-record';
import { LockTrack } from '@/components/locks/lock-track';
import { LockVerdict } from '@/components/locks/lock-verdict';
import { Proposed } from '@/components/locks/proposed';
import { UnlockPanel } from '@/components/locks/unlock-panel';
import { Age } from '@/components/ui/age';
import { Answered } from '@/components/ui/answered';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useLock } from '@/lib/client/queries/locks';
import type { LockDetail } from '@/lib/contracts/locks';
import { UnlockAction } from './unlock-action';

export function LockScreen({ root }: { readonly root: string }) {
  const read = useLock(root);
  const lock = read.data;
  const target = { kind: 'lock', root, label: null, description: null } as const;
  return (
    <>
      <PageHead
        title={`Lock of ${root}`}
        here={root}
        crumbs={[{ href: '/locks', label: 'Locks' }]}
        beside={lock === undefined ? null : <LockBadge lock={lock} />}
        sub={lock === undefined ? null : <Place lock={lock} />}
        actions={<AddToStatusPage targets={[target]} />}
      />
      <ShownOnStatusPages targets={[target]} />
      <Panel title="State" meta={lock?.meta}>
        <Answered answer={read} what="this lock" rows={6}>
          {(detail) => <State lock={detail} />}
        </Answered>
      </Panel>
      {lock === undefined ? null : (
        <div className="lock-grid">
          <div className="stack">
            <div className="cols-2 evidence">
              <Panel title="Record" className="snug">
                <LockRecord lock={lock} />
              </Panel>
              <Panel title="Verdict" className="snug">
                <LockVerdict lock={lock} />
              </Panel>
            </div>
            <Panel title="Changes seen" className="snug">
              <LockTransitions rows={lock.transitions} />
            </Panel>
            <Panel title="Owners seen" className="snug">
              <LockOwners rows={lock.owners} />
            </Panel>
            <Panel title="Ledger" className="snug">
              <LockLedgerFacts ledger={lock.ledger} />
            </Panel>
          </div>
          <UnlockPanel lock={lock} action={<UnlockAction lock={lock} />} />
        </div>
      )}
    </>
  );
}

function Place({ lock }: { readonly lock: LockDetail }) {
  return (
    <>
      <code className="id break">{lock.uri}</code>
      <CopyButton text={lock.uri} label="Copy root address" />
      <span>
        {lock.kind === 'own'
          ? 'this console’s own'
          : lock.writers === 'stock'
            ? 'stock tools write here too'
            : 'only this console’s processes write here'}
      </span>
    </>
  );
}

function State({ lock }: { readonly lock: LockDetail }) {
  const { evidence, lease, zombies } = lock;
  return (
    <>
      <LockTrack lock={lock} />
      {evidence === null || lease === null ? (
        <p className="panel-foot">
          No lease folder was listed: nothing in storage tells whether an owner lives.
        </p>
      ) : (
        <BeatAxis evidence={evidence} lease={lease} />
      )}
      {evidence?.claim ? (
        <p className="panel-foot">
          Claimed: <code className="id break">{evidence.claim.key}</code>, first seen{' '}
          <Age at={evidence.claim.seenAt} />.
        </p>
      ) : null}
      {zombies.map(({ lockId, beats }) => (
        <p key={lockId} className="panel-foot">
          Beats under <code className="id break">{lockId}</code>, which the record does not name: newest{' '}
          <Age at={beats.at(-1)?.seenAt ?? null} />.
        </p>
      ))}
      {evidence === null ? null : (
        <Proposed>
          names and bodies of beats and of the claim, when the first beat comes, and that a holder without
          beats is left to an operator (A.2, A.3, C.7). Whatever a beat is called, a new name, ETag, size or
          time is one.
        </Proposed>
      )}
    </>
  );
}
