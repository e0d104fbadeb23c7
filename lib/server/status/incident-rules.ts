/** What may become of an incident or a maintenance on a status page. */
import { VamplateError } from '@/lib/base/errors';
import { isOpen, stagesOf } from '@/lib/contracts/status-document';
import type { changeIncidentBody, makeIncidentBody } from '@/lib/contracts/status-pages';
import type { z } from '@/lib/contracts/zod';
import { type PageRecord, pageBounds, type StoredIncident, type StoredPage } from './page-record';
import { type Change, full, invalid, livePage, pageAt, touched } from './page-rules';

type Lasting = Pick<StoredIncident, 'kind' | 'stage' | 'endsAt'>;

/** Maintenance ends by its plan, whoever forgot to say so. @param moment in milliseconds */
export function isOver({ kind, stage, endsAt }: Lasting, moment: number): boolean {
  if (!isOpen({ stage })) return true;
  return kind === 'maintenance' && endsAt !== null && Date.parse(endsAt) <= moment;
}

/** The same, said to be completed once it is over. */
export function endedByPlan<One extends Lasting>(one: One, moment: number): One {
  return one.kind === 'maintenance' && isOver(one, moment) ? { ...one, stage: 'completed' } : one;
}

/**
 * Newest first; one that is over makes room.
 * @returns null where it was told already under its key
 * @throws `conflict` where the page is not at the revision that was seen, and where its key told something else;
 *   `invalid_input`; `refused` when there is no room
 */
export function withIncident(
  before: PageRecord | null,
  slug: string,
  { id, text, revision, ...asked }: z.output<typeof makeIncidentBody> & { readonly id: string },
  change: Change,
): PageRecord | null {
  const { idempotencyKey, ...told } = asked;
  const twin = livePage(before, slug).incidents.find(
    ({ updates }) => idempotencyKey !== undefined && updates.at(-1)?.idempotencyKey === idempotencyKey,
  );
  if (twin !== undefined) return requireSame(twin, twin.updates.at(-1), { ...told, text });
  const page = pageAt(before, slug, revision);
  const updates = [{ at: change.at, by: change.by, text, ...keyed(idempotencyKey) }];
  const incident = ended({ ...told, id, updates, postMortem: null }, change.at);
  requireSound(incident, page);
  const { incidents } = page;
  const oldest = incidents.findLast((one) => isOver(one, Date.parse(change.at)));
  const kept =
    incidents.length < pageBounds.incidents ? incidents : incidents.filter((one) => one !== oldest);
  if (kept.length >= pageBounds.incidents) {
    throw full(`A page tells of at most ${pageBounds.incidents} incidents that are not over.`);
  }
  return touched({ ...page, incidents: [incident, ...kept] }, change, `told of ${told.title}`);
}

/**
 * @returns null where the update was told already under its key
 * @throws `conflict` as `withIncident`; `not_found`, `invalid_input`; `refused` after too many updates
 */
export function withIncidentChanged(
  before: PageRecord | null,
  slug: string,
  id: string,
  { text, revision, idempotencyKey, ...body }: z.output<typeof changeIncidentBody>,
  change: Change,
): PageRecord | null {
  const found = livePage(before, slug).incidents.find((one) => one.id === id);
  if (found === undefined) {
    throw new VamplateError('not_found', 'There is no such incident on this page.', { incident: id });
  }
  const twin = found.updates.find(
    (one) => idempotencyKey !== undefined && one.idempotencyKey === idempotencyKey,
  );
  if (twin !== undefined) return requireSame(found, twin, { ...body, text });
  const page = pageAt(before, slug, revision);
  if (text !== undefined && found.updates.length >= pageBounds.updates) {
    throw full(`An incident has at most ${pageBounds.updates} updates.`);
  }
  const update = text === undefined ? [] : [{ at: change.at, by: change.by, text, ...keyed(idempotencyKey) }];
  const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const told: StoredIncident = {
    ...found,
    ...(named as Partial<StoredIncident>),
    updates: [...update, ...found.updates],
  };
  const wasOver = isOver(found, Date.parse(change.at));
  const incident = wasOver && body.endsAt === undefined ? told : ended(told, change.at);
  requireSound(incident, page);
  requireAnnounced(found, incident, change.at);
  const incidents = page.incidents.map((one) => (one === found ? incident : one));
  return touched({ ...page, incidents }, change, `went on with ${incident.title}`);
}

const keyed = (idempotencyKey: string | undefined) =>
  idempotencyKey === undefined ? {} : { idempotencyKey };

/**
 * What is sent again under its key was told; what differs from it was not, and nobody may take it for told.
 * @param asked what is undefined was not named
 */
function requireSame(
  incident: StoredIncident,
  update: StoredIncident['updates'][number] | undefined,
  asked: Partial<z.output<typeof changeIncidentBody>>,
): null {
  const stands: Readonly<Record<string, unknown>> = { ...incident, text: update?.text };
  const same = Object.entries(asked).every(
    ([name, value]) =>
      value === undefined ||
      // What is over ended when that was told, whatever end was asked for.
      (name === 'endsAt' && !isOpen(incident)) ||
      JSON.stringify(stands[name]) === JSON.stringify(value),
  );
  if (same) return null;
  throw new VamplateError(
    'conflict',
    'This was told already, and stands otherwise on the page: look there.',
    { reason: 'told', incident: incident.id },
  );
}

/** What is over ended now at the latest. */
function ended(incident: StoredIncident, at: string): StoredIncident {
  const { endsAt } = incident;
  if (!isOver(incident, Date.parse(at)) || (endsAt !== null && endsAt <= at)) return incident;
  // Ended before it was to begin: it never was.
  return { ...incident, endsAt: at < incident.startsAt ? incident.startsAt : at };
}

/**
 * Maintenance excuses what it was announced for: a window that may be moved over time that has passed would excuse
 * whatever happened in it. @throws `invalid_input`
 */
function requireAnnounced(before: StoredIncident, after: StoredIncident, at: string): void {
  if (after.kind !== 'maintenance') return;
  const now = Date.parse(at);
  const began = { before: Date.parse(before.startsAt), after: Date.parse(after.startsAt) };
  if (began.after < Math.min(now, began.before)) {
    throw invalid('startsAt', 'expected no time in the past that is earlier than it was announced');
  }
  if (before.endsAt === null || after.endsAt === null || before.endsAt === after.endsAt) return;
  if (Date.parse(before.endsAt) <= now) throw invalid('endsAt', 'expected the end that has passed');
}

function requireSound(incident: StoredIncident, page: StoredPage): void {
  const { kind, stage, startsAt, endsAt, targets } = incident;
  const stages = stagesOf[kind];
  if (!stages.includes(stage)) throw invalid('stage', `expected one of ${stages.join(', ')}`);
  if (targets.some((place) => place >= page.targets.length)) {
    throw invalid('targets', `expected places below ${page.targets.length}`);
  }
  if (endsAt !== null && endsAt < startsAt) throw invalid('endsAt', 'expected no time before startsAt');
  if (kind !== 'maintenance') return;
  const lasts = endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt) - Date.parse(startsAt);
  if (lasts > pageBounds.maintenanceMs) {
    throw invalid('endsAt', 'expected an end within 31 days: maintenance ends by itself');
  }
}
