/** What the latest answers prove, and what no storage can: side by side, so that nobody takes one for the other. */
import { Icon } from '@/components/ui/icon';
import type { LockDetail } from '@/lib/contracts/locks';

export function LockProofs({ lock }: { readonly lock: Pick<LockDetail, 'proves' | 'cannotProve'> }) {
  return (
    <div className="panel-body">
      <h3>Storage proves</h3>
      {lock.proves.length === 0 ? <p>Nothing now.</p> : null}
      <ul className="bullets">
        {lock.proves.map((sentence) => (
          <li key={sentence}>
            <Icon name="check" size="sm" />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
      <h3>Storage cannot prove</h3>
      <ul className="bullets">
        {lock.cannotProve.map((sentence) => (
          <li key={sentence}>
            <Icon name="unk" size="sm" />
            <span>{sentence}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
