/** A status page as it lies in the `control` store: what the wire tells of it, and the digests that no reply carries. */
import { count } from '@/lib/contracts/primitives';
import { type StatusPage, statusLink, statusPage } from '@/lib/contracts/status-pages';
import { z } from '@/lib/contracts/zod';

export const pagePrefix = '_vamplate/status-pages/';

export const pageBounds = {
  pages: 100,
  /** Of pages that are or once were: a deleted page leaves its name behind. */
  names: 1_000,
  links: 50,
  incidents: 200,
  updates: 100,
  changes: 100,
  /** Of one page with all that is told on it. */
  bytes: 1024 * 1024,
  linkMs: 366 * 86_400_000,
  maintenanceMs: 31 * 86_400_000,
} as const;

const storedLink = statusLink.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) });

/** `salt`: what names of rows are made with, so that nobody can try out which object a row is of. */
const storedPage = statusPage.extend({
  links: z.array(storedLink),
  salt: z.string().regex(/^[0-9a-f]{32}$/),
});
export type StoredPage = z.infer<typeof storedPage>;

/** `page` is null once it was deleted: the revision goes on, so that a page made again is never taken for the old one. */
export const pageRecord = z.strictObject({
  format: z.literal(1),
  revision: count,
  page: storedPage.nullable(),
});
export type PageRecord = z.infer<typeof pageRecord>;

export function pageKey(slug: string): string {
  return `${pagePrefix}${slug}.json`;
}

/** null for what is no page's name. */
export function slugOfKey(key: string): string | null {
  return /^_vamplate\/status-pages\/([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)\.json$/.exec(key)?.[1] ?? null;
}

/** What the wire may tell. */
export function toStatusPage({ salt: _, ...page }: StoredPage): StatusPage {
  return { ...page, links: page.links.map(({ sha256: _, ...link }) => link) };
}
