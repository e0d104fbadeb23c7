// @vitest-environment happy-dom
/** The token field: what is typed is sent once, what failed is said plainly and the token stays. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { SignInForm } from './sign-in-form';

afterEach(cleanup);

function type(token: string): HTMLInputElement {
  const field = screen.getByLabelText<HTMLInputElement>('Token');
  fireEvent.change(field, { target: { value: token } });
  return field;
}

it('sends the token without the blanks around it', () => {
  const onToken = vi.fn();
  render(<SignInForm pending={false} error={null} onToken={onToken} />);
  fireEvent.submit(type(' abc ').form as HTMLFormElement);
  expect(onToken.mock.calls).toEqual([['abc']]);
});

it('sends nothing while a sign-in is under way', () => {
  const onToken = vi.fn();
  render(<SignInForm pending error={null} onToken={onToken} />);
  fireEvent.submit(type('abc').form as HTMLFormElement);
  expect(onToken).not.toHaveBeenCalled();
});

it('says why a token was refused, with the request to report', () => {
  const error = new VamplateError('unauthenticated', 'No.', { requestId: 'r-1' });
  render(<SignInForm pending={false} error={error} onToken={vi.fn()} />);
  expect(screen.getByRole('alert').textContent).toContain('This token is not valid');
  expect(screen.getByRole('alert').textContent).toContain('r-1');
});

it('does not blame the token when the server does not answer', () => {
  const error = new VamplateError('unavailable', 'The server of this console does not answer.');
  render(<SignInForm pending={false} error={error} onToken={vi.fn()} />);
  expect(screen.getByRole('alert').textContent).toContain('does not answer');
});
