/** An address of this console that leads nowhere; it tells nothing about what exists. */
import { ButtonLink } from '@/components/ui/button';

export default function NotFound() {
  return (
    <main className="gate" id="main">
      <section className="panel" aria-labelledby="not-found">
        <h1 id="not-found">There is no such page</h1>
        <p className="muted">The address may be misspelt, or what it named is not built into this console.</p>
        <p>
          <ButtonLink href="/">Overview</ButtonLink>
        </p>
      </section>
    </main>
  );
}
