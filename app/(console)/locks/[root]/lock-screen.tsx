'use client';
/** One lock: the verdict, what it rests on, who held it, what lies beside it, and what an unlock would need. */
import { BeatAxis } from '@/components/locks/beat-axis';
import { LockBadge, LockSentence } from '@/components/locks/lock-badge';
import { LockFlags } from '@/components/locks/lock-flags';
import { LockOwners, LockTransitions } from '@/components/locks/lock-history';
import { LockLedgerFacts } from '@/components/locks/lock-ledger';
import { LockProofs } from '@/components/locks/lock-proofs';
import { LockRecord } from '@/components/locks/lock-record';
import { stateWords } from '@/components/locks/lock-words';
import { UnlockView } from '@/components/locks/unlock-view';
import { Age, Since } from '@/components/ui/age';
import { Answered } from '@/components/ui/answered';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useLock } from '@/lib/client/queries/locks';
import type { LockDetail } from '@/lib/contracts/locks';

export function LockScreen({ root }: { readonly root: string }) {
  const read = useLock(root);
  const lock = read.data;
  return (
    <>
      <PageHead
        title={`Lock of ${root}`}
        here={root}
        crumbs={[{ href: '/locks', label: 'Locks' }]}
        beside={lock === undefined ? null : <LockBadge lock={lock} />}
        sub={lock === undefined ? null : <Place lock={lock} />}
      />
      <div className="with-side">
        <div className="stack">
          <Panel title="Verdict" meta={lock?.meta}>
            <Answered answer={read} what="this lock" rows={6}>
              {(detail) => <Verdict lock={detail} />}
            </Answered>
          </Panel>
          {lock === undefined ? null : <Evidence lock={lock} />}
        </div>
        {lock === undefined ? null : (
          <div className="stack">
            <Panel title="What storage can show">
              <LockProofs lock={lock} />
            </Panel>
            <Panel title="Unlock">
              <UnlockView lock={lock} />
            </Panel>
          </div>
        )}
      </div>
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

function Verdict({ lock }: { readonly lock: LockDetail }) {
  return (
    <>
      <div className="panel-body">
        <p className="says">
          <LockSentence lock={lock} />
        </p>
        <p className="caption">
          {lock.lookedAt === null ? (
            'No look has ended.'
          ) : (
            <>
              Latest look <Age at={lock.lookedAt} />.
            </>
          )}{' '}
          {lock.since === null ? null : (
            <>
              Seen so for <Since at={lock.since} />.{' '}
            </>
          )}
          {lock.lastKnown === null ? null : (
            <>
              Last known: {stateWords[lock.lastKnown.state].word.toLowerCase()},{' '}
              <Age at={lock.lastKnown.at} />.{' '}
            </>
          )}
          {lock.stockLocked === null ? null : `Stock tools would say locked: ${lock.stockLocked}.`}
        </p>
      </div>
      <LockFlags flags={lock.flags} />
    </>
  );
}

function Evidence({ lock }: { readonly lock: LockDetail }) {
  const { evidence, lease, zombies } = lock;
  return (
    <>
      <Panel title="Beats">
        {evidence === null || lease === null ? (
          <p className="panel-body">
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
            Beats under <code className="id">{lockId}</code>, which the record does not name: newest{' '}
            <Age at={beats.at(-1)?.seenAt ?? null} />.
          </p>
        ))}
      </Panel>
      <Panel title="Record">
        <LockRecord lock={lock} />
      </Panel>
      <Panel title="Changes seen">
        <LockTransitions rows={lock.transitions} />
      </Panel>
      <Panel title="Owners seen">
        <LockOwners rows={lock.owners} />
      </Panel>
      <Panel title="Ledger">
        <LockLedgerFacts ledger={lock.ledger} />
      </Panel>
    </>
  );
}
