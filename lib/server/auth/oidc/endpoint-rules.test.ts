/** The provider leads nowhere that the configuration does not name. */
import { describe, expect, it } from 'vitest';
import { isNamed, unusableEndpoints } from './endpoint-rules';

const named = { issuer: 'https://login.example/tenant', origins: ['https://keys.example'] };

describe('a named address', () => {
  it.each([
    ['https://login.example/other', true],
    ['https://keys.example/jwks', true],
    ['https://login.example:8443/', false],
    ['http://login.example/', false],
    ['https://login.example.evil.example/', false],
    ['https://user:word@login.example/', false],
    ['https://evil.example/?https://login.example', false],
    ['/relative', false],
  ])('%s: %s', (url, answer) => expect(isNamed(url, named)).toBe(answer));
});

it('tells which endpoints are missing or elsewhere', () => {
  const document = {
    authorization_endpoint: 'https://login.example/authorize',
    token_endpoint: 'https://tokens.example/',
    userinfo_endpoint: 'https://elsewhere.example/',
  };
  expect(unusableEndpoints(document, named, false)).toEqual(['token_endpoint', 'jwks_uri']);
  expect(unusableEndpoints(document, named, true)).toEqual([
    'token_endpoint',
    'jwks_uri',
    'userinfo_endpoint',
  ]);
});
