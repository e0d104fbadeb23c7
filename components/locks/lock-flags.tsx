/** What is out of the ordinary about a lock, each with its sentence. */
import { Icon } from '@/components/ui/icon';
import type { LockFlag } from '@/lib/contracts/locks';

export function LockFlags({ flags }: { readonly flags: readonly LockFlag[] }) {
  if (flags.length === 0) return null;
  return (
    <ul className="bullets" aria-label="Flags">
      {flags.map(({ flag, severity, sentence }) => (
        <li key={flag}>
          <Icon name={severity === 'stop' ? 'stop' : 'warn'} size="sm" />
          <span>
            <b>{flag}</b>: {sentence}
          </span>
        </li>
      ))}
    </ul>
  );
}
