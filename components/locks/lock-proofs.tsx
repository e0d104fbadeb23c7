/** What the latest answers prove, and what no storage can: side by side, so that nobody takes one for the other. */
import { Icon } from '@/components/ui/icon';
import type { LockDetail } from '@/lib/contracts/locks';

export function LockProofs({ lock }: { readonly lock: Pick<LockDetail, 'proves' | 'cannotProve'> }) {
  return (
    <div className="pad">
      {lock.proves.length === 0 ? (
        <h3 className="tone-line unk">
          <Icon name="unk" size="sm" />
          Storage proves nothing now
        </h3>
      ) : (
        <>
          <h3 className="tone-line ok">
            <Icon name="ok" size="sm" />
            Storage can prove
          </h3>
          <ul className="proof-list">
            {lock.proves.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      <h3 className="tone-line unk">
        <Icon name="unk" size="sm" />
        Storage cannot prove
      </h3>
      <ul className="proof-list">
        {lock.cannotProve.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
