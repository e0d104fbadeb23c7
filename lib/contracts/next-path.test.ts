/** Signing in never leads to another site, nor to an address that is no page. */
import { describe, expect, it } from 'vitest';
import { nextPathOf, tokenOfFragment } from './next-path';

describe('nextPathOf', () => {
  it.each([
    ['/datasets/demo/a%20b?branch=x#v', '/datasets/demo/a%20b?branch=x#v'],
    ['/', '/'],
  ])('keeps %s', (next, path) => expect(nextPathOf(next)).toBe(path));

  it.each([
    null,
    '',
    'datasets',
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example/',
    '/%09/evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    '/.//evil.example',
    'javascript:alert(1)',
    '/api/v1/session',
    '/sign-in?next=/sign-in',
    `/${'a'.repeat(5000)}`,
  ])('refuses %s', (next) => {
    const path = nextPathOf(next);
    expect(new URL(path, 'http://console.invalid').origin).toBe('http://console.invalid');
    expect(path === '/' || next === '/%09/evil.example').toBe(true);
  });
});

describe('tokenOfFragment', () => {
  it.each([
    ['#token=abc.def_ghi', 'abc.def_ghi'],
    ['#token=', null],
    ['#other=1', null],
    ['', null],
  ])('%s', (fragment, token) => expect(tokenOfFragment(fragment)).toBe(token));
});
