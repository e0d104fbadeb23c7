/** What may become of a status page: each change makes the next page from the one before, or says why not. */
import { VamplateError } from '@/lib/base/errors';
import {
  linkState,
  type StatusLink,
  type StatusPageSettings,
  type StatusTarget,
} from '@/lib/contracts/status-pages';
import { type PageRecord, pageBounds, type StoredPage } from './page-record';

/** Who changes it, and when by this host's clock. */
export interface Change {
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
}

/** @throws `conflict` where a page has this slug */
export function madePage(
  before: PageRecord | null,
  settings: StatusPageSettings & { readonly slug: string; readonly salt: string },
  { by, at }: Change,
): PageRecord {
  if (before !== null && before.page !== null) {
    throw new VamplateError('conflict', `There is a status page ${settings.slug} already.`, {
      reason: 'taken',
      slug: settings.slug,
    });
  }
  const revision = (before?.revision ?? 0) + 1;
  const page: StoredPage = {
    ...settings,
    ...{ madeAt: at, madeBy: by, changedAt: at, changedBy: by, revision },
    ...{ links: [], incidents: [], changes: [{ at, by, what: 'made the page' }] },
  };
  return { format: 1, revision, page };
}

/** @throws `conflict` where it is not at the revision that was seen */
export function changedPage(
  before: PageRecord | null,
  slug: string,
  { revision, ...settings }: Partial<Undefined<StatusPageSettings>> & { readonly revision: number },
  change: Change,
): PageRecord {
  const page = pageAt(before, slug, revision);
  const named = Object.entries(settings).filter(([, value]) => value !== undefined);
  const next = { ...page, ...(Object.fromEntries(named) as Partial<StatusPageSettings>) };
  const incidents = withPlaces(page, next.targets);
  return touched(
    { ...next, incidents },
    change,
    `changed ${named.map(([name]) => words[name] ?? name).join(', ')}`,
  );
}

/** @throws `conflict` where it is not at the revision that was seen */
export function deletedPage(before: PageRecord | null, slug: string, revision: number): PageRecord {
  return { format: 1, revision: pageAt(before, slug, revision).revision + 1, page: null };
}

/** @throws `invalid_input` for an end in the past or more than a year away; `refused` when there is no room */
export function withLink(
  before: PageRecord | null,
  slug: string,
  link: StatusLink & { readonly sha256: string },
  change: Change,
): PageRecord {
  const page = livePage(before, slug);
  const lasts = Date.parse(link.expiresAt) - Date.parse(change.at);
  if (lasts <= 0 || lasts > pageBounds.linkMs) {
    throw invalid('expiresAt', 'expected a time within the year to come');
  }
  const kept = page.links.filter(
    (one) => linkState(one, Date.parse(change.at)) === 'alive' || one.id === link.id,
  );
  // Links that open nothing any more make room.
  const links = page.links.length < pageBounds.links ? page.links : kept;
  if (links.length >= pageBounds.links) throw full(`A page has at most ${pageBounds.links} links.`);
  return touched({ ...page, links: [link, ...links] }, change, `made a link for ${link.note}`);
}

/** A link revoked twice keeps its first time. @throws `not_found` */
export function withoutLink(
  before: PageRecord | null,
  slug: string,
  id: string,
  change: Change,
): PageRecord | null {
  const page = livePage(before, slug);
  const link = page.links.find((one) => one.id === id);
  if (link === undefined)
    throw new VamplateError('not_found', 'There is no such link on this page.', { link: id });
  if (link.revokedAt !== null) return null;
  const links = page.links.map((one) => (one === link ? { ...link, revokedAt: change.at } : one));
  return touched({ ...page, links }, change, `revoked the link for ${link.note}`);
}

/** @throws `not_found` */
export function livePage(record: PageRecord | null, slug: string): StoredPage {
  if (record === null || record.page === null) {
    throw new VamplateError('not_found', `There is no status page ${slug}.`, { slug });
  }
  return record.page;
}

/** The page with its next revision, and the change in its list. */
export function touched(page: StoredPage, { at, by }: Change, what: string): PageRecord {
  const revision = page.revision + 1;
  const changes = [{ at, by, what }, ...page.changes].slice(0, pageBounds.changes);
  return { format: 1, revision, page: { ...page, revision, changes, changedAt: at, changedBy: by } };
}

export function invalid(path: string, message: string): VamplateError {
  return new VamplateError('invalid_input', `${path}: ${message}.`, { issues: [{ path, message }] });
}

export function full(sentence: string): VamplateError {
  const reason = { code: 'full', sentence, holder: null, since: null, remedy: null };
  return new VamplateError('refused', sentence, { reasons: [reason] });
}

type Unnamed<T> = T extends StatusTarget ? Omit<T, 'label' | 'description'> : never;

/** One name for one object, whatever it is called on the page. */
export function targetKey(target: Unnamed<StatusTarget>): string {
  switch (target.kind) {
    case 'lake':
      return JSON.stringify(['lake', target.lake]);
    case 'dataset':
      return JSON.stringify(['dataset', target.lake, target.id]);
    case 'serving':
      return JSON.stringify(['serving', target.env, target.set]);
    case 'lock':
      return JSON.stringify(['lock', target.root]);
  }
}

/** What incidents point at stays what it was when targets are moved; what left the page is pointed at no more. */
function withPlaces(page: StoredPage, targets: readonly StatusTarget[]): StoredPage['incidents'] {
  const places = new Map(targets.map((target, place) => [targetKey(target), place]));
  return page.incidents.map((incident) => ({
    ...incident,
    targets: incident.targets.flatMap((place) => {
      const target = page.targets[place];
      const moved = target === undefined ? undefined : places.get(targetKey(target));
      return moved === undefined ? [] : [moved];
    }),
  }));
}

/** @throws `conflict` where it is not at the revision that was seen */
export function pageAt(record: PageRecord | null, slug: string, revision: number): StoredPage {
  const page = livePage(record, slug);
  if (page.revision !== revision) {
    throw new VamplateError('conflict', `${page.changedBy} changed this page meanwhile: look again.`, {
      reason: 'changed',
      revision: page.revision,
    });
  }
  return page;
}

const words: Readonly<Record<string, string>> = {
  targets: 'what is on it',
  level: 'what outsiders are told',
  visibility: 'who may open it',
  timeZone: 'the time zone',
  canary: 'the canary',
  canaryTags: 'which tags it proves',
  title: 'the title',
};

type Undefined<T> = { [K in keyof T]: T[K] | undefined };
