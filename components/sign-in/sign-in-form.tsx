'use client';
/** The form that takes a token; what went wrong is said in one sentence, and the token stays typed. */
import { type FormEvent, useId, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { problemOf } from '@/components/ui/problem';

export interface SignInFormProps {
  readonly pending: boolean;
  readonly error: unknown;
  readonly onToken: (token: string) => void;
  /** Another way in stands above it and is the primary one. */
  readonly second?: boolean;
}

export function SignInForm({ pending, error, onToken, second = false }: SignInFormProps) {
  const id = useId();
  const [token, setToken] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!pending && token.trim() !== '') onToken(token.trim());
  };
  return (
    <form onSubmit={submit}>
      <div className="field">
        <label htmlFor={id}>Token</label>
        <input
          id={id}
          className="input mono"
          type="password"
          autoComplete="off"
          spellCheck={false}
          maxLength={512}
          required
          value={token}
          aria-invalid={error ? true : undefined}
          aria-describedby={`${id}-hint`}
          onChange={(event) => setToken(event.target.value)}
        />
        <span className="hint" id={`${id}-hint`}>
          The console prints a link with one when it starts, good once and for 15 minutes.
        </span>
      </div>
      {error ? <SignInProblem error={error} /> : null}
      <Button type="submit" {...(second ? {} : { variant: 'primary' })} pending={pending}>
        {pending ? 'Signing in' : 'Sign in'}
      </Button>
    </form>
  );
}

function SignInProblem({ error }: { readonly error: unknown }) {
  const { code, sentence, requestId } = problemOf(error);
  return (
    <div className="notice stop" role="alert">
      <Icon name="stop" />
      <p>
        {code === 'unauthenticated'
          ? 'This token is not valid: misspelt, used already, or older than 15 minutes.'
          : sentence}
        {requestId === null ? null : (
          <>
            {' '}
            Request <code className="id">{requestId}</code>.
          </>
        )}
      </p>
    </div>
  );
}
