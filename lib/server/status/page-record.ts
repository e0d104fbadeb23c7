/** A status page as it lies in the `control` store: what the wire tells of it, and the digests that no reply carries. */
import { count } from '@/lib/contracts/primitives';
import {
  idempotencyKey,
  incident,
  incidentUpdate,
  type StatusPage,
  slug,
  statusLink,
  statusPage,
} from '@/lib/contracts/status-pages';
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

/** The key of who asked for an update stays with it, so that a lost answer is told again and nothing twice. */
const storedIncident = incident.extend({
  updates: z.array(incidentUpdate.extend({ idempotencyKey: idempotencyKey.optional() })),
});
export type StoredIncident = z.infer<typeof storedIncident>;

/** `salt`: what names of rows are made with, so that nobody can try out which object a row is of. */
const storedPage = statusPage.extend({
  links: z.array(storedLink),
  incidents: z.array(storedIncident),
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

const suffix = '.json';

export function pageKey(name: string): string {
  return `${pagePrefix}${name}${suffix}`;
}

/** null for what is no page's name. */
export function slugOfKey(key: string): string | null {
  if (!key.startsWith(pagePrefix) || !key.endsWith(suffix)) return null;
  return slug.safeParse(key.slice(pagePrefix.length, -suffix.length)).data ?? null;
}

/** What the wire may tell. */
export function toStatusPage({ salt: _, ...page }: StoredPage): StatusPage {
  return {
    ...page,
    links: page.links.map(({ sha256: _, ...link }) => link),
    incidents: page.incidents.map((one) => ({
      ...one,
      updates: one.updates.map(({ at, by, text }) => ({ at, by, text })),
    })),
  };
}
