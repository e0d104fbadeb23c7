'use client';
/** Who is signed in, as what, until when; keyboard help, sign out here or everywhere. */
import { Age } from '@/components/ui/age';
import { Icon } from '@/components/ui/icon';
import { LazyMenu } from '@/components/ui/lazy-menu';
import type { Caller } from '@/lib/contracts/session';

export interface UserMenuProps {
  readonly caller: Caller | null;
  readonly onHelp: () => void;
  readonly signOut: () => void;
  /** null where the configuration names no control store; Settings says so. */
  readonly signOutEverywhere: (() => void) | null;
}

export function UserMenu({ caller, onHelp, signOut, signOutEverywhere }: UserMenuProps) {
  const actor = caller?.actor ?? 'signed in';
  return (
    <LazyMenu
      heading={
        caller ? (
          <>
            {caller.actor}, {caller.role}. Session ends <Age at={caller.expiresAt} />
          </>
        ) : null
      }
      choices={[
        { id: 'keys', label: 'Keyboard shortcuts', icon: 'keyboard', onSelect: onHelp },
        { id: 'out', label: 'Sign out', icon: 'signOut', onSelect: signOut },
        ...(signOutEverywhere === null
          ? []
          : [
              {
                id: 'everywhere',
                label: 'Sign out everywhere',
                icon: 'signOut' as const,
                onSelect: signOutEverywhere,
              },
            ]),
      ]}
      trigger={(props) => (
        <button type="button" className="user" aria-haspopup="menu" {...props}>
          <span className="avatar" aria-hidden="true">
            {initialsOf(actor)}
          </span>
          <span className="user-name">{actor}</span>
          <Icon name="down" size="xs" />
        </button>
      )}
    />
  );
}

/** Two letters: of the first two words, or of the one there is; where somebody came from is no part of the name. */
export function initialsOf(actor: string): string {
  const words = actor
    .replace(/^oidc:/, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const letters =
    words.length > 1 ? words.slice(0, 2).map((word) => [...word][0]) : [...(words[0] ?? '?')].slice(0, 2);
  return letters.join('').toUpperCase();
}
