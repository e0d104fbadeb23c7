/** The guarded unlock: what it would do, what it still needs and from whom. It acts only through what is given as `action`. */
import { type ReactNode, useId } from 'react';
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import type { LockDetail, LockUnlock } from '@/lib/contracts/locks';
import { Proposed } from './proposed';
import { unlockWords } from './unlock-rules';

const groups: readonly { readonly by: LockUnlock['missing'][number]['by']; readonly title: string }[] = [
  { by: 'lock', title: 'From the lock' },
  { by: 'store', title: 'From the store' },
  { by: 'operator', title: 'From an operator' },
];

export interface UnlockPanelProps {
  readonly lock: LockDetail;
  /** The form that acts; without one the button stands there with the reason why it cannot be pressed. */
  readonly action?: ReactNode;
}

export function UnlockPanel({ lock, action }: UnlockPanelProps) {
  const id = useId();
  const { missing, stockCommand, probedAt } = lock.unlock;
  const { title, button, consequence, refusal } = unlockWords(lock);
  return (
    <section className="panel snug confirm" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>
          <Icon name="stop" />
          {title}
        </h2>
        <span className="end caption">last resort</span>
      </div>
      <div className="form-stack">
        <p>{consequence}</p>
        {groups.map(({ by, title: group }) => (
          <Missing key={by} title={group} reasons={missing.filter((one) => one.by === by)} />
        ))}
        {action ?? (
          <div className="form-go">
            <Button icon="lock" refusal={refusal}>
              {button}
            </Button>
            <span className="caption">{refusal}</span>
          </div>
        )}
        {stockCommand === null ? null : (
          <div>
            <h3>With the stock tools</h3>
            <p className="call">
              <code>{stockCommand}</code>
              <CopyButton text={stockCommand} label="Copy unlock command" />
            </p>
            <p className="caption">It deletes whatever record is there then: run it while nobody acquires.</p>
          </div>
        )}
        <p className="caption">
          {probedAt === null ? (
            'Nobody has probed this store: Settings has the probe.'
          ) : (
            <>
              The store was probed <Age at={probedAt} />.
            </>
          )}
        </p>
      </div>
      <Proposed>
        deleting the record only if it is unchanged, the released form, and quarantine (G.4).
      </Proposed>
    </section>
  );
}

interface MissingProps {
  readonly title: string;
  readonly reasons: LockUnlock['missing'];
}

function Missing({ title, reasons }: MissingProps) {
  if (reasons.length === 0) return null;
  return (
    <div>
      <h3>{title}</h3>
      <ul className="proof-list">
        {reasons.map(({ code, sentence }) => (
          <li key={code}>{sentence}</li>
        ))}
      </ul>
    </div>
  );
}
