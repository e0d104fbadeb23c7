'use client';
/** The row of a lock's states, the present one marked; it does not outlive its answer. */
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-paths';
import type { LockDetail } from '@/lib/contracts/locks';
import { useIsOver } from './lock-badge';
import { type TrackStep, trackOf } from './lock-track-rules';
import { wordOf } from './lock-words';

const icons: Readonly<Record<TrackStep['id'], IconName>> = {
  free: 'free',
  held: 'lock',
  late: 'clock',
  silent: 'warn',
  claimed: 'right',
};

export function LockTrack({ lock }: { readonly lock: LockDetail }) {
  const fresh = !useIsOver(lock.freshUntil);
  const { tone } = wordOf(lock, fresh);
  return (
    <ol className="track" aria-label="States of a lock">
      {trackOf(lock, fresh).map(({ id, name, says, on }) => (
        <li key={id} {...(on ? { className: `on ${tone}`, 'aria-current': 'step' as const } : {})}>
          <b>
            <Icon name={icons[id]} />
            {name}
          </b>
          <span>{says}</span>
        </li>
      ))}
    </ol>
  );
}
