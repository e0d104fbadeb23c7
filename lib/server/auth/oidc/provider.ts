/** The OpenID provider as this console asks it: authorization code with PKCE, state and nonce, signatures always checked. */
import * as oidc from 'openid-client';
import { VamplateError } from '@/lib/base/errors';
import type { OidcSettings } from '../../config/oidc-settings';
import type { Runtime } from '../../runtime';
import { type Claims, joinedClaims } from './claim-rules';
import { unusableEndpoints } from './endpoint-rules';
import { guardedFetch } from './guarded-fetch';
import type { Transaction } from './transaction';

export const callbackPath = '/api/v1/session/oidc/callback';

const timeoutSeconds = 10;
/** So long a discovery document is believed. */
const discoveryMs = 3_600_000;

export interface Proposal {
  readonly url: URL;
  readonly expected: Pick<Transaction, 'state' | 'nonce' | 'codeVerifier'>;
}

/** null where the configuration names none. */
export function providerOf(runtime: Runtime): Provider | null {
  return runtime.once('provider', () => {
    const { oidc: settings } = runtime.config;
    return settings === undefined ? null : new Provider(runtime, settings);
  });
}

export class Provider {
  private discovered: { readonly answer: Promise<oidc.Configuration>; readonly at: number } | null = null;

  constructor(
    private readonly runtime: Runtime,
    readonly settings: OidcSettings,
  ) {}

  /** Where to send a browser. @param account `other` asks the provider not to take whoever is signed in there */
  async propose(account: 'other' | undefined): Promise<Proposal> {
    const configuration = await this.configuration();
    const codeVerifier = oidc.randomPKCECodeVerifier();
    const expected = { state: oidc.randomState(), nonce: oidc.randomNonce(), codeVerifier };
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.callback.href,
      scope: this.settings.scope,
      code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
      state: expected.state,
      nonce: expected.nonce,
      ...(account === 'other' ? { prompt: 'login' } : {}),
    });
    return { url, expected };
  }

  /** Redeems the code of an answer. @throws openid-client's errors for one that does not match the transaction */
  async redeem(query: URLSearchParams, { state, nonce, codeVerifier }: Transaction): Promise<Claims> {
    const configuration = await this.configuration();
    const url = this.callback;
    url.search = query.toString();
    const answer = await oidc.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    });
    const claims = answer.claims();
    if (claims === undefined) throw new VamplateError('refused', 'The provider sent no ID token.');
    if (!this.settings.userInfo) return claims;
    return joinedClaims(claims, await oidc.fetchUserInfo(configuration, answer.access_token, claims.sub));
  }

  private get callback(): URL {
    return new URL(callbackPath, this.runtime.config.baseUrl);
  }

  /** One discovery at a time; one that failed is tried again by the next who asks. */
  private configuration(): Promise<oidc.Configuration> {
    const now = this.runtime.clock.monotonic();
    if (this.discovered !== null && now - this.discovered.at < discoveryMs) return this.discovered.answer;
    const answer = this.discover();
    this.discovered = { answer, at: now };
    answer.catch(() => {
      if (this.discovered?.answer === answer) this.discovered = null;
    });
    return answer;
  }

  private async discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, userInfo } = this.settings;
    const configuration = await oidc.discovery(
      new URL(issuer),
      clientId,
      undefined,
      provingItself(this.runtime.secrets.clientSecret ?? ''),
      {
        timeout: timeoutSeconds,
        [oidc.customFetch]: guardedFetch(this.settings),
        execute: [
          oidc.enableNonRepudiationChecks,
          // The configuration takes such an issuer on loopback only.
          ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : []),
        ],
      },
    );
    const unusable = unusableEndpoints({ ...configuration.serverMetadata() }, this.settings, userInfo);
    if (unusable.length === 0) return configuration;
    const message = `The discovery document's ${unusable.join(', ')} is missing, or on an origin that oidc.origins does not name.`;
    throw new VamplateError('refused', message);
  }
}

/** In the header, as OpenID Connect has it by default, unless the provider takes it in the body only. */
function provingItself(secret: string): oidc.ClientAuth {
  const inHeader = oidc.ClientSecretBasic(secret);
  const inBody = oidc.ClientSecretPost(secret);
  return (server, ...rest) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? inHeader : inBody)(server, ...rest);
  };
}
