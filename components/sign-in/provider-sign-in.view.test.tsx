// @vitest-environment happy-dom
/** The link to the provider and what is said when it led back without a session. */
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { signInProblem } from '@/lib/contracts/session';
import { ProviderProblem, ProviderSignIn } from './provider-sign-in';

afterEach(cleanup);

it('carries the page asked for along', () => {
  render(<ProviderSignIn label="Acme" next="/datasets?q=a&b=1" />);
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'Sign in with Acme' });
  expect(link.getAttribute('href')).toBe('/api/v1/session/oidc?next=%2Fdatasets%3Fq%3Da%26b%3D1');
});

describe('a problem', () => {
  it.each(signInProblem.options)('%s is said in words', (problem) => {
    render(<ProviderProblem problem={problem} label="Acme" next="/" />);
    expect(screen.getByRole('alert').textContent).toMatch(/\w\.( Use another account)?$/);
  });

  it('of an account without role offers another one', () => {
    render(<ProviderProblem problem="no_role" label="Acme" next="/" />);
    const link = screen.getByRole('link', { name: 'Use another account' });
    expect(link.getAttribute('href')).toBe('/api/v1/session/oidc?account=other');
  });
});
