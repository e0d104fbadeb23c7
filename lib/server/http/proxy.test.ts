/** The proxy gives every page a fresh nonce and its policy, refuses foreign hosts, and guards nothing else. */
import { NextRequest } from 'next/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { proxy } from '@/proxy';
import { signInAddress } from '../context';
import { installTestRuntime, type TestRuntime } from '../testing/test-runtime';
import { pagePolicy } from './security-headers';

let test: TestRuntime;
beforeEach(() => {
  test = installTestRuntime();
});
afterEach(() => test.restore());

function through(path: string, headers: Record<string, string> = {}): Response {
  const given = { host: '127.0.0.1:4680', ...headers };
  return proxy(new NextRequest(new URL(path, 'http://127.0.0.1:4680'), { headers: given }));
}

/** A header that the page, and not the browser, is given. */
function forPage(reply: Response, name: string): string | null {
  return reply.headers.get(`x-middleware-request-${name}`);
}

describe('a page', () => {
  it('gets a policy with a nonce of its own, which it can read', () => {
    const [one, two] = [through('/'), through('/')];
    const nonce = forPage(one, 'x-nonce') ?? '';
    expect(nonce).toMatch(/^[A-Za-z0-9+/]{22}==$/);
    expect(forPage(two, 'x-nonce')).not.toBe(nonce);
    expect(one.headers.get('content-security-policy')).toBe(pagePolicy(nonce, false));
    expect(forPage(one, 'content-security-policy')).toBe(pagePolicy(nonce, false));
    expect(one.headers.get('x-content-type-options')).toBe('nosniff');
    expect(one.headers.get('referrer-policy')).toBe('same-origin');
  });

  it('learns its address from the proxy, never from the client', () => {
    const reply = through('/datasets/a?tab=leases', { 'x-vamplate-address': 'https://evil.example' });
    expect(forPage(reply, 'x-vamplate-address')).toBe('/datasets/a?tab=leases');
  });

  it('leaves routes to their own headers', () => {
    for (const path of ['/api/v1/lakes', '/metrics']) {
      expect(through(path).headers.has('content-security-policy')).toBe(false);
    }
    for (const path of ['/status/acme', '/status/acme/badge.svg', '/s/x', '/s/x/status.json']) {
      expect(through(path).headers.has('content-security-policy')).toBe(false);
      expect(through(path, { host: 'evil.example' }).status).toBe(421);
    }
    for (const path of ['/status', '/status/', '/status-pages/acme', '/s/x/y', '/serving/x']) {
      expect(through(path).headers.has('content-security-policy')).toBe(true);
    }
    expect(through('/apiary').headers.has('content-security-policy')).toBe(true);
  });

  it.each(['evil.example', '127.0.0.1', 'localhost:4680'])('answers 421 for the host %s', (host) => {
    expect(through('/', { host }).status).toBe(421);
    expect(through('/_next/static/x.js', { host }).status).toBe(421);
  });
});

describe('the policy', () => {
  it('is the one of the issue', () => {
    const policy = pagePolicy('N', false).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "script-src 'self' 'nonce-N' 'strict-dynamic'",
        "style-src 'self' 'nonce-N'",
        "style-src-attr 'unsafe-inline'",
        "connect-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "object-src 'none'",
      ]),
    );
    expect(pagePolicy('N', false)).not.toContain('unsafe-eval');
  });
});

describe('where nobody is sent', () => {
  it.each([
    ['/datasets/a/b?x=1', '/sign-in?next=%2Fdatasets%2Fa%2Fb%3Fx%3D1'],
    ['/', '/sign-in'],
    [null, '/sign-in'],
    ['//evil.example', '/sign-in'],
    ['/\\evil.example', '/sign-in'],
    ['https://evil.example', '/sign-in'],
  ])('from %s', (address, expected) => expect(signInAddress(address)).toBe(expected));
});
