/** Which ways in the sign-in page shows: those the configuration gives. */
import type { Runtime } from '../runtime';

export interface SignInWays {
  readonly token: boolean;
  /** What the provider is called; null where none is configured. */
  readonly provider: string | null;
}

export function signInWays({ config, principals, secrets }: Runtime): SignInWays {
  const provider = config.oidc?.label ?? null;
  // Somebody who can get in by nothing at all still sees a form, and a refusal that says why.
  const token = provider === null || principals.length > 0 || secrets.signInLink !== null;
  return { token, provider };
}
