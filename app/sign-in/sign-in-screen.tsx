'use client';
/** Redeems the token of the address, or one typed in, then opens the page that was asked for. */
import { useSearchParams } from 'next/navigation';
import { Suspense, useEffect } from 'react';
import { QueryProvider } from '@/app/query-provider';
import { BrandMark } from '@/components/shell/brand-mark';
import { nextPathOf, tokenOfFragment } from '@/components/sign-in/next-path';
import { SignInForm } from '@/components/sign-in/sign-in-form';
import { ButtonLink } from '@/components/ui/button';
import { useSignIn } from '@/lib/client/mutations/session';

/** @param actor who is signed in already, or null */
export function SignInScreen({ actor }: { readonly actor: string | null }) {
  return (
    <main className="gate" id="main">
      <section className="panel" aria-labelledby="sign-in">
        <p className="brand">
          <BrandMark />
          Vamplate
        </p>
        <h1 id="sign-in">Sign in</h1>
        <QueryProvider>
          <Suspense>
            <Redeem actor={actor} />
          </Suspense>
        </QueryProvider>
      </section>
    </main>
  );
}

function Redeem({ actor }: { readonly actor: string | null }) {
  const next = nextPathOf(useSearchParams().get('next'));
  const { mutate, isPending, isSuccess, error } = useSignIn();
  useEffect(() => {
    const token = tokenOfFragment(window.location.hash);
    if (token === null) return;
    // Out of the address before anything else: a link that was used is of no use to whoever sees it.
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search);
    mutate(token);
  }, [mutate]);
  useEffect(() => {
    // The whole document, so that nothing of an earlier session stays in memory.
    if (isSuccess) window.location.assign(next);
  }, [isSuccess, next]);
  return (
    <>
      <SignInForm pending={isPending || isSuccess} error={error} onToken={mutate} />
      {actor === null ? null : (
        <p className="muted">
          Signed in as <b>{actor}</b>. <ButtonLink href={next}>Go on</ButtonLink>
        </p>
      )}
    </>
  );
}
