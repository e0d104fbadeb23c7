/** One public form of a document as text: everything it tells comes out of the document. */
import { createElement } from 'react';
import { type FormLinks, StatusPage } from '@/components/status-page/status-page';
import type { StatusDocument } from '@/lib/contracts/status-document';
import { badgeSvg } from './badge-rules';
import { atomFeed, type FeedPlace } from './feed-rules';
import { copyPolicy } from './public-policy';

export const formNames = ['page', 'json', 'feed', 'badge', 'export'] as const;
export type FormName = (typeof formNames)[number];

/** Behind the address of the page. */
export const formEndings: Readonly<Record<FormName, string>> = {
  page: '',
  json: '/status.json',
  feed: '/feed.atom',
  badge: '/badge.svg',
  export: '/export.html',
};

/** Where a page is served. */
export interface PagePlace {
  /** `https://console.example`. */
  readonly baseUrl: string;
  /** `/status/acme`. */
  readonly path: string;
  /** Stable, and without anything secret: `acme`. */
  readonly name: string;
}

export async function renderForm(
  form: FormName,
  document: StatusDocument,
  place: PagePlace,
): Promise<string> {
  switch (form) {
    case 'page':
      return renderHtml(document, linksOf(place), null);
    case 'json':
      return `${JSON.stringify(document, null, 1)}\n`;
    case 'feed':
      return atomFeed(document, feedPlace(place));
    case 'badge':
      return badgeSvg(document);
    case 'export':
      return renderExport(document);
  }
}

/** The copy that is kept as a file: it is the same wherever it was asked for. */
export function renderExport(document: StatusDocument): Promise<string> {
  return renderHtml(document, null, copyPolicy);
}

async function renderHtml(
  document: StatusDocument,
  links: FormLinks | null,
  policy: string | null,
): Promise<string> {
  // Next refuses the import at the top of a file that a route reaches.
  const { renderToStaticMarkup } = await import('react-dom/server');
  const html = renderToStaticMarkup(createElement(StatusPage, { document, links, policy }));
  return `${html.startsWith('<!DOCTYPE') ? '' : '<!DOCTYPE html>'}${html}\n`;
}

function linksOf({ path }: PagePlace): FormLinks {
  const at = (form: FormName) => path + formEndings[form];
  return { json: at('json'), feed: at('feed'), badge: at('badge'), export: at('export') };
}

function feedPlace({ baseUrl, path, name }: PagePlace): FeedPlace {
  return {
    page: baseUrl + path,
    feed: baseUrl + path + formEndings.feed,
    // RFC 4151: an authority, a date on which it was its owner's, and a name.
    id: `tag:${new URL(baseUrl).hostname},2026:status/${name}`,
  };
}
