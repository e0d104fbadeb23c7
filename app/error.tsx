'use client';
/** A page that could not be drawn: what is known of it, and a way to try again. */

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
          <button type="button" className="btn primary" onClick={reset}>
            Try again
          </button>
          <a className="btn" href="/">
            Overview
          </a>
        </p>
      </section>
    </main>
  );
}
