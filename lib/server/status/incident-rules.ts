/** What may become of an incident or a maintenance on a status page. */
import { VamplateError } from '@/lib/base/errors';
import type { changeIncidentBody, Incident, makeIncidentBody } from '@/lib/contracts/status-pages';
import type { z } from '@/lib/contracts/zod';
import { type PageRecord, pageBounds, type StoredPage } from './page-record';
import { type Change, full, invalid, livePage, touched } from './page-rules';

const stages: Readonly<Record<Incident['kind'], readonly Incident['stage'][]>> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['planned', 'in_progress', 'completed'],
};

type Lasting = Pick<Incident, 'kind' | 'stage' | 'endsAt'>;

/** Maintenance ends by its plan, whoever forgot to say so. @param moment in milliseconds */
export function isOver({ kind, stage, endsAt }: Lasting, moment: number): boolean {
  if (stage === 'resolved' || stage === 'completed') return true;
  return kind === 'maintenance' && endsAt !== null && Date.parse(endsAt) <= moment;
}

/** The same, said to be completed once it is over. */
export function endedByPlan<One extends Lasting>(one: One, moment: number): One {
  return one.kind === 'maintenance' && isOver(one, moment) ? { ...one, stage: 'completed' } : one;
}

/** Newest first; one that is over makes room. @throws `invalid_input`; `refused` when there is no room */
export function withIncident(
  before: PageRecord | null,
  slug: string,
  { id, text, ...told }: z.output<typeof makeIncidentBody> & { readonly id: string },
  change: Change,
): PageRecord {
  const page = livePage(before, slug);
  const updates = [{ at: change.at, by: change.by, text }];
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

/** @throws `not_found`, `invalid_input`; `refused` after too many updates */
export function withIncidentChanged(
  before: PageRecord | null,
  slug: string,
  id: string,
  { text, ...body }: z.output<typeof changeIncidentBody>,
  change: Change,
): PageRecord {
  const page = livePage(before, slug);
  const found = page.incidents.find((one) => one.id === id);
  if (found === undefined) {
    throw new VamplateError('not_found', 'There is no such incident on this page.', { incident: id });
  }
  if (text !== undefined && found.updates.length >= pageBounds.updates) {
    throw full(`An incident has at most ${pageBounds.updates} updates.`);
  }
  const update = text === undefined ? [] : [{ at: change.at, by: change.by, text }];
  const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const told: Incident = {
    ...found,
    ...(named as Partial<Incident>),
    updates: [...update, ...found.updates],
  };
  const wasOver = isOver(found, Date.parse(change.at));
  const incident = wasOver && body.endsAt === undefined ? told : ended(told, change.at);
  requireSound(incident, page);
  requireAnnounced(found, incident, change.at);
  const incidents = page.incidents.map((one) => (one === found ? incident : one));
  return touched({ ...page, incidents }, change, `went on with ${incident.title}`);
}

/** What is over ended now at the latest. */
function ended(incident: Incident, at: string): Incident {
  const { endsAt } = incident;
  if (!isOver(incident, Date.parse(at)) || (endsAt !== null && endsAt <= at)) return incident;
  // Ended before it was to begin: it never was.
  return { ...incident, endsAt: at < incident.startsAt ? incident.startsAt : at };
}

/**
 * Maintenance excuses what it was announced for: a window that may be moved over time that has passed would excuse
 * whatever happened in it. @throws `invalid_input`
 */
function requireAnnounced(before: Incident, after: Incident, at: string): void {
  if (after.kind !== 'maintenance') return;
  const now = Date.parse(at);
  const began = { before: Date.parse(before.startsAt), after: Date.parse(after.startsAt) };
  if (began.after < Math.min(now, began.before)) {
    throw invalid('startsAt', 'expected no time in the past that is earlier than it was announced');
  }
  if (before.endsAt === null || after.endsAt === null || before.endsAt === after.endsAt) return;
  if (Date.parse(before.endsAt) <= now) throw invalid('endsAt', 'expected the end that has passed');
}

function requireSound(incident: Incident, page: StoredPage): void {
  const { kind, stage, startsAt, endsAt, targets } = incident;
  if (!stages[kind].includes(stage)) throw invalid('stage', `expected one of ${stages[kind].join(', ')}`);
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
