'use client';
/** The ways in: through the provider, by the token of the address, or by one typed in; then the page that was asked for. */
import { useSearchParams } from 'next/navigation';
import { Suspense, useEffect } from 'react';
import { QueryProvider } from '@/app/query-provider';
import { BrandMark } from '@/components/shell/brand-mark';
import { ProviderProblem, ProviderSignIn } from '@/components/sign-in/provider-sign-in';
import { SignInForm } from '@/components/sign-in/sign-in-form';
import { ButtonLink } from '@/components/ui/button';
import { useSignIn } from '@/lib/client/mutations/session';
import { nextPathOf, tokenOfFragment } from '@/lib/contracts/next-path';
import { signInProblem } from '@/lib/contracts/session';

export interface SignInScreenProps {
  /** Who is signed in already, or null. */
  readonly actor: string | null;
  readonly ways: { readonly token: boolean; readonly provider: string | null };
}

export function SignInScreen(props: SignInScreenProps) {
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
            <Ways {...props} />
          </Suspense>
        </QueryProvider>
      </section>
    </main>
  );
}

function Ways({ actor, ways }: SignInScreenProps) {
  const query = useSearchParams();
  const next = nextPathOf(query.get('next'));
  const problem = signInProblem.safeParse(query.get('problem')).data;
  const label = ways.provider ?? 'OpenID Connect';
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
      {problem === undefined ? null : <ProviderProblem problem={problem} label={label} next={next} />}
      {ways.provider === null ? null : <ProviderSignIn label={label} next={next} />}
      {ways.token && ways.provider !== null ? <p className="muted">Or with a token:</p> : null}
      {ways.token ? (
        <SignInForm
          pending={isPending || isSuccess}
          error={error}
          onToken={mutate}
          second={ways.provider !== null}
        />
      ) : null}
      {actor === null ? null : (
        <p className="muted">
          Signed in as <b>{actor}</b>. <ButtonLink href={next}>Go on</ButtonLink>
        </p>
      )}
    </>
  );
}
