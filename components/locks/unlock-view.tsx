/** What an unlock would still need: a view that changes nothing. Nothing is pressed here, and nothing is taken as given. */
import { Age } from '@/components/ui/age';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import type { LockDetail, LockUnlock } from '@/lib/contracts/locks';

const groups: readonly { readonly by: LockUnlock['missing'][number]['by']; readonly title: string }[] = [
  { by: 'lock', title: 'From the lock' },
  { by: 'store', title: 'From the store' },
  { by: 'operator', title: 'From an operator' },
];

export function UnlockView({ lock }: { readonly lock: LockDetail }) {
  const { missing, stockCommand, probedAt } = lock.unlock;
  return (
    <div className="panel-body">
      <p>
        The last resort, and nothing this page does. If the owner lives, for a third of the lease two may
        write.
      </p>
      {groups.map(({ by, title }) => {
        const reasons = missing.filter((one) => one.by === by);
        if (reasons.length === 0) return null;
        return (
          <section key={by}>
            <h3>{title}</h3>
            <ul className="bullets">
              {reasons.map(({ code, sentence }) => (
                <li key={code}>
                  <Icon name="dash" size="sm" />
                  <span>{sentence}</span>
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {stockCommand === null ? null : (
        <>
          <h3>With the stock tools</h3>
          <p className="call">
            <code>{stockCommand}</code>
            <CopyButton text={stockCommand} label="Copy unlock command" />
          </p>
        </>
      )}
      <p className="caption">
        {probedAt === null ? (
          'Nobody has probed this store: Settings has the probe.'
        ) : (
          <>
            The store was probed <Age at={probedAt} />.
          </>
        )}{' '}
        The exact-id form of unlocking is proposed by the specification.
      </p>
    </div>
  );
}
