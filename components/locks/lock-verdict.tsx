/** The verdict in a sentence, how old it is, what stock tools would say, and what storage proves and cannot prove. */
import { Age, Since } from '@/components/ui/age';
import type { LockDetail } from '@/lib/contracts/locks';
import { LockSentence } from './lock-badge';
import { LockFlags } from './lock-flags';
import { LockProofs } from './lock-proofs';
import { stateWords, stockSays } from './lock-words';

export function LockVerdict({ lock }: { readonly lock: LockDetail }) {
  return (
    <>
      <div className="pad">
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
          {stockSays(lock)}
        </p>
      </div>
      <LockFlags flags={lock.flags} />
      <LockProofs lock={lock} />
    </>
  );
}
