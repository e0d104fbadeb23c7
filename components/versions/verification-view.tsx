/** What asking for every object of a version found: proven, missing with names, or not known. */
import { Icon } from '@/components/ui/icon';
import type { Verification } from '@/lib/contracts/verification';

const looks = {
  restorable: { tone: 'ok', icon: 'check' },
  missing: { tone: 'stop', icon: 'stop' },
  unknown: { tone: 'unk', icon: 'unk' },
} as const;

export function VerificationView({ verification }: { readonly verification: Verification }) {
  const { verdict, sentence, missing, missingCount } = verification;
  const { tone, icon } = looks[verdict];
  return (
    <div className="verification" role="status">
      <p className={`tone-line ${tone}`}>
        <Icon name={icon} size="sm" />
        <span>{sentence}</span>
      </p>
      {missing.length === 0 ? null : (
        <ul className="proof-list">
          {missing.map((key) => (
            <li key={key}>
              <code className="id break">{key}</code>
            </li>
          ))}
          {missingCount > missing.length ? <li>and {missingCount - missing.length} more</li> : null}
        </ul>
      )}
    </div>
  );
}
