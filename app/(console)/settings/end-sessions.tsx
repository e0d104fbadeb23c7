'use client';
/** Ends every session of whoever is signed in; where that cannot be done, the button says what it needs. */
import { Button } from '@/components/ui/button';
import { problemOf } from '@/components/ui/problem';
import { useSignOutEverywhere } from '@/lib/client/mutations/session';

/** @param possible whether the configuration names a control store */
export function EndSessions({ possible }: { readonly possible: boolean }) {
  const { mutate, isPending, isSuccess, error } = useSignOutEverywhere();
  return (
    <div className="pad">
      <Button
        small
        icon="signOut"
        pending={isPending || isSuccess}
        refusal={possible ? null : 'Needs the key control in the configuration.'}
        onClick={() => mutate(undefined, { onSuccess: () => window.location.assign('/sign-in') })}
      >
        Sign out everywhere
      </Button>
      <p className="muted">Ends your sessions in every browser, this one too. Tokens sign in as before.</p>
      {error ? (
        <p className="notice stop" role="alert">
          {problemOf(error).sentence}
        </p>
      ) : null}
    </div>
  );
}
