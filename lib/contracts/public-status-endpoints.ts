/** The public forms of status pages: open without signing in, by slug or by a secret link. None of them changes anything. */
import type { Endpoint } from './endpoint';
import { statusDocument } from './status-document';
import { z } from './zod';

/** Whatever was asked for: what names no page is not found, however it is spelled. */
const bySlug = z.object({ slug: z.string() });
const bySecret = z.object({ secret: z.string() });

const open = { method: 'GET', access: 'nobody' } as const;
const page = { summary: 'A status page, for people.', produces: 'text/html' } as const;
const json = {
  ...{ summary: 'A status page, for programs.', produces: 'application/json' },
  describes: statusDocument,
} as const;
const feed = { summary: 'Incidents and maintenance as Atom.', produces: 'application/atom+xml' } as const;
const badge = { summary: 'The state as a badge.', produces: 'image/svg+xml' } as const;
const copy = { summary: 'A status page as one file to keep.', produces: 'text/html' } as const;

export const publicStatusEndpoints = {
  publicStatus: { ...open, ...page, path: '/status/{slug}', params: bySlug },
  publicStatusJson: { ...open, ...json, path: '/status/{slug}/status.json', params: bySlug },
  publicStatusFeed: { ...open, ...feed, path: '/status/{slug}/feed.atom', params: bySlug },
  publicStatusBadge: { ...open, ...badge, path: '/status/{slug}/badge.svg', params: bySlug },
  publicStatusExport: { ...open, ...copy, path: '/status/{slug}/export.html', params: bySlug },
  secretStatus: { ...open, ...page, path: '/s/{secret}', params: bySecret },
  secretStatusJson: { ...open, ...json, path: '/s/{secret}/status.json', params: bySecret },
  secretStatusFeed: { ...open, ...feed, path: '/s/{secret}/feed.atom', params: bySecret },
  secretStatusBadge: { ...open, ...badge, path: '/s/{secret}/badge.svg', params: bySecret },
  secretStatusExport: { ...open, ...copy, path: '/s/{secret}/export.html', params: bySecret },
} as const satisfies Record<string, Endpoint>;
