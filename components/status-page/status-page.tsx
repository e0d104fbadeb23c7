/** A status page as one document: it asks for nothing, runs one short script, and reads the same without it. */
import { BrandMark } from '@/components/shell/brand-mark';
import { Icon } from '@/components/ui/icon';
import type { StatusDocument } from '@/lib/contracts/status-document';
import { AgeLine, oldLine } from './age-line';
import { DaysKey } from './day-bars';
import { NowAndNext, PastIncidents } from './events';
import { Headline } from './headline';
import { pageScript } from './page-script';
import { pageStyle } from './page-style';
import { Rows } from './rows';
import { zonedTime } from './zoned-time';

/** Paths or addresses of the other forms of the same page. */
export interface FormLinks {
  readonly json: string;
  readonly feed: string;
  readonly badge: string;
  readonly export: string;
}

export interface StatusPageProps {
  readonly document: StatusDocument;
  /** Null in a copy that is kept as a file: nothing in it leads back. */
  readonly links: FormLinks | null;
  /** Of a copy, which no server's headers guard. */
  readonly policy: string | null;
}

export function StatusPage({ document, links, policy }: StatusPageProps) {
  return (
    <html lang="en" data-until={document.reliableUntil} data-old={oldLine(document, links === null)}>
      {/* biome-ignore lint/style/noHeadElement: a route handler's document, which Next does not put together */}
      <head>
        <meta charSet="utf-8" />
        {policy === null ? null : <meta httpEquiv="Content-Security-Policy" content={policy} />}
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>{`${document.headline.sentence} · ${document.title}`}</title>
        {links === null ? null : <Alternates links={links} />}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <style dangerouslySetInnerHTML={{ __html: pageStyle }} />
      </head>
      <body>
        <a className="skip" href="#main">
          Skip to content
        </a>
        <div className="public">
          <header>
            <AgeLine age={document} />
            <div className="public-top">
              <span className="brand">
                <BrandMark />
                <span>{document.title}</span>
              </span>
              {links === null ? null : <Forms links={links} />}
            </div>
          </header>
          <main id="main" className="flush">
            <Headline document={document} />
            <NowAndNext document={document} />
            <Rows document={document} kind="serving" />
            <Rows document={document} kind="dataset" />
            <Rows document={document} kind="lock" />
            {document.rows.length === 0 ? null : <DaysKey />}
            <PastIncidents document={document} />
          </main>
          <Foot document={document} />
        </div>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant, allowed by its hash */}
        <script dangerouslySetInnerHTML={{ __html: pageScript }} />
      </body>
    </html>
  );
}

function Alternates({ links }: { readonly links: FormLinks }) {
  return (
    <>
      <link rel="alternate" type="application/atom+xml" href={links.feed} />
      <link rel="alternate" type="application/json" href={links.json} />
    </>
  );
}

function Forms({ links }: { readonly links: FormLinks }) {
  const forms = [
    ['code', 'JSON', links.json],
    ['feed', 'Atom', links.feed],
    ['status', 'Badge', links.badge],
    ['copy', 'Copy', links.export],
  ] as const;
  return (
    <nav aria-label="Other forms">
      {forms.map(([icon, word, href]) => (
        <a key={word} href={href}>
          <Icon name={icon} size="sm" />
          {word}
        </a>
      ))}
    </nav>
  );
}

const levelWords: Readonly<Record<StatusDocument['level'], string>> = {
  names: 'addresses, owners, ids and sizes are left out',
  labels: 'names, addresses, owners, ids and sizes are left out',
  counts: 'all but counts is left out',
};

function Foot({ document }: { readonly document: StatusDocument }) {
  const { madeAt, timeZone, level } = document;
  const made = madeAt === null ? null : zonedTime(madeAt, timeZone);
  return (
    <footer className="fine">
      <p>
        <Icon name="clock" size="sm" />
        {made === null ? (
          <span>No sample was taken yet.</span>
        ) : (
          <span>
            The newest sample was taken at{' '}
            <time dateTime={madeAt ?? ''}>{`${made.time} on ${made.day}`}</time>. Opening this page asks
            nobody.
          </span>
        )}
      </p>
      <p>
        <Icon name="hide" size="sm" />
        <span>{`Redacted for sharing: ${levelWords[level]}.`}</span>
      </p>
    </footer>
  );
}
