/** The way in through the OpenID provider: a plain link, since the whole document leaves for another site. */
import { Icon } from '@/components/ui/icon';
import type { SignInProblem } from '@/lib/contracts/session';

export interface ProviderSignInProps {
  readonly label: string;
  /** The page to open afterwards. */
  readonly next: string;
}

export function ProviderSignIn({ label, next }: ProviderSignInProps) {
  return (
    <a className="btn primary" href={addressOf(next)}>
      Sign in with {label}
    </a>
  );
}

export interface ProviderProblemProps extends ProviderSignInProps {
  readonly problem: SignInProblem;
}

export function ProviderProblem({ problem, label, next }: ProviderProblemProps) {
  const anotherAccount = problem === 'no_role' || problem === 'no_name';
  return (
    <div className="notice stop" role="alert">
      <Icon name="stop" />
      <p>
        {sentences[problem](label)}
        {anotherAccount ? (
          <>
            {' '}
            <a href={addressOf(next, 'other')}>Use another account</a>
          </>
        ) : null}
      </p>
    </div>
  );
}

const sentences: Readonly<Record<SignInProblem, (label: string) => string>> = {
  no_role: (label) =>
    `${label} knows you, but this console's configuration maps no role to your account. You are not signed in. Ask whoever runs the console.`,
  no_name: (label) =>
    `${label} sent no name for your account that this console can record. You are not signed in. Ask whoever runs the console.`,
  denied: (label) => `Signing in was refused or cancelled at ${label}.`,
  stale: () => 'This sign-in was started too long ago or in another browser. Start it again.',
  unreachable: (label) => `${label} does not answer. Try again, or sign in with a token.`,
  not_accepted: (label) =>
    `The answer of ${label} was not accepted: the server's log says why. You are not signed in.`,
  unavailable: () => 'The control store does not answer, so nobody can be signed in now. Try again.',
  not_everywhere: () =>
    'The control store did not confirm it: you may still be signed in elsewhere. Try again from Settings.',
};

function addressOf(next: string, account?: 'other'): string {
  const query = new URLSearchParams({ ...(next === '/' ? {} : { next }), ...(account ? { account } : {}) });
  return query.size === 0 ? '/api/v1/session/oidc' : `/api/v1/session/oidc?${query}`;
}
