/** Where the provider's discovery document may lead: the issuer's own origin and those the configuration names. */

export interface NamedOrigins {
  readonly issuer: string;
  readonly origins: readonly string[];
}

export function isNamed(url: string, { issuer, origins }: NamedOrigins): boolean {
  if (!URL.canParse(url)) return false;
  const { origin, username, password } = new URL(url);
  return username === '' && password === '' && [new URL(issuer).origin, ...origins].includes(origin);
}

const endpointKeys = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;

/** The endpoints that sign-in needs and the document leaves out or puts elsewhere, by their names. */
export function unusableEndpoints(
  document: Readonly<Record<string, unknown>>,
  named: NamedOrigins,
  userInfo: boolean,
): readonly string[] {
  const keys = userInfo ? [...endpointKeys, 'userinfo_endpoint'] : endpointKeys;
  return keys.filter((key) => {
    const url = document[key];
    return typeof url !== 'string' || !isNamed(url, named);
  });
}
