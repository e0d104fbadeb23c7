'use client';
/** A page that could not be drawn: what is known of it, and a way to try again. */
import { Button, ButtonLink } from '@/components/ui/button';

export interface PageErrorProps {
  readonly error: Error & { readonly digest?: string };
  readonly reset: () => void;
}

export default function PageError({ error, reset }: PageErrorProps) {
  return (
    <main className="gate" id="main">
      <section className="panel" aria-labelledby="page-error">
        <h1 id="page-error">This page could not be drawn</h1>
        <p className="muted">
          Nothing was changed. The server says no more than the number of its log line
          {error.digest ? (
            <>
              : <code className="id">{error.digest}</code>.
            </>
          ) : (
            '.'
          )}
        </p>
        <p className="form-go">
          <Button variant="primary" icon="refresh" onClick={reset}>
            Try again
          </Button>
          <ButtonLink href="/">Overview</ButtonLink>
        </p>
      </section>
    </main>
  );
}
