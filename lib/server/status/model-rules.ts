/** The model of a page from its settings and what was recorded: worst first in doubt, nothing dropped that is on the page. */
import type { StatusDay } from '@/lib/contracts/status-document';
import type { Incident } from '@/lib/contracts/status-pages';
import { type Excused, historyOf, sinceOf, worstState } from './history-rules';
import { endedByPlan, isOver } from './incident-rules';
import type { StoredPage } from './page-record';
import { type Place, placesOf } from './place-rules';
import type { Recorded } from './recorded';
import { sampleBounds, type TargetSample } from './sample-record';
import { dayMs, dayOf, reliableMs, slotOf, speaksOf } from './slot-rules';
import type { ModelRow, StatusCode, StatusModel } from './status-model';

/**
 * @param now this host's clock: says only whether the newest sample still counts
 * @param keyOf a short stable name for a row that tells nothing of its object
 */
export function modelOf(
  page: StoredPage,
  recorded: Recorded,
  now: number,
  keyOf: (targetKey: string) => string,
): StatusModel {
  const { newest } = recorded;
  const moment = momentOf(page, newest?.at ?? null, now);
  const placed = placesOf(page.targets, recorded);
  const incidents = page.incidents.map(({ targets, ...incident }) => ({
    ...endedByPlan(incident, moment),
    rows: placed.flatMap(({ from }, row) => (from !== null && targets.includes(from) ? [row] : [])),
  }));
  const rows = placed.map((place, row) =>
    rowOf(place, recorded, {
      ...{ now, moment, key: keyOf(place.key) },
      told: incidents.filter((one) => one.rows.includes(row)),
    }),
  );
  return {
    ...{ title: page.title, level: page.level, timeZone: page.timeZone },
    madeAt: newest === null ? null : isoOf(newest.at),
    reliableUntil: newest === null ? null : isoOf(newest.at + reliableMs),
    ...{ rows, incidents: shownIncidents(incidents, moment) },
  };
}

/**
 * What a page speaks of: its newest sample, or the change after it. Else nothing changes without a sample; but where
 * nobody samples any more planned work still ends.
 */
export function momentOf(page: StoredPage, sampledAt: number | null, now: number): number {
  const told = Math.max(sampledAt ?? 0, Date.parse(page.changedAt));
  if (sampledAt !== null && speaksOf(sampledAt, now)) return told;
  const ends = page.incidents.flatMap(({ kind, endsAt }) =>
    kind === 'maintenance' && endsAt !== null && Date.parse(endsAt) <= now ? [Date.parse(endsAt)] : [],
  );
  return Math.max(told, ...ends);
}

interface Told {
  readonly key: string;
  readonly now: number;
  readonly moment: number;
  readonly told: readonly Omit<Incident, 'targets'>[];
}

function rowOf(place: Place, { newest, days }: Recorded, { key, now, moment, told }: Told): ModelRow {
  const { kind, name, label, description } = place;
  const sample = newest?.targets.get(place.key) ?? null;
  const recorded = days.get(place.key) ?? new Map<string, string>();
  const maintenance = told.filter((one) => one.kind === 'maintenance');
  const today = newest?.slot ?? slotOf(moment);
  const history = historyOf(recorded, today, maintenance.map(excusedBy), sampleBounds.days);
  const sampled = place.leftOut ? leftOut : sampledState(sample, newest?.at ?? null, now);
  const over = overlay(sampled, told, moment);
  const since =
    sampled.state === over.state && newest !== null ? sinceOf(recorded, newest.slot, over.state) : null;
  return {
    ...{ key, kind, name, label, description, state: over.state, code: over.code },
    since: over.since ?? isoOf(since),
    lastCommitAt: sample?.lastCommitAt ?? null,
    lastProvenAt: sample?.lastProvenAt ?? null,
    retention: retentionOf(kind, sampled.current ? sample : null),
    provenPercent: history.provenPercent,
    days: history.days as StatusDay[],
  };
}

interface Sampled {
  readonly state: ModelRow['state'];
  readonly code: StatusCode;
  /** Whether the sample still speaks of now. */
  readonly current: boolean;
}

const leftOut: Sampled = { state: 'unknown', code: 'left_out', current: false };

function sampledState(sample: TargetSample | null, at: number | null, now: number): Sampled {
  if (sample === null || at === null) return { state: 'unknown', code: 'not_sampled', current: false };
  if (!speaksOf(at, now)) return { state: 'unknown', code: 'sample_old', current: false };
  return { state: sample.state, code: sample.code, current: true };
}

/** Planned work stands above what was sampled; an incident can only make it worse. */
function overlay({ state, code }: Sampled, told: Told['told'], moment: number) {
  const going = told.filter((one) => isGoingOn(one, moment));
  const [planned] = going.filter(({ kind }) => kind === 'maintenance');
  if (planned !== undefined) {
    return { state: 'maintenance', code: 'maintenance', since: planned.startsAt } as const;
  }
  for (const impact of ['down', 'degraded'] as const) {
    const incident = going.find((one) => one.impact === impact);
    if (incident !== undefined && worstState([state, impact]) === impact && state !== impact) {
      return { state: impact, code: 'incident', since: incident.startsAt } as const;
    }
  }
  return { state, code, since: null };
}

function isGoingOn(incident: Omit<Incident, 'targets'>, moment: number): boolean {
  const { from, until } = windowOf(incident);
  return !isOver(incident, moment) && from <= moment && moment < until;
}

function windowOf({ startsAt, endsAt }: Pick<Incident, 'startsAt' | 'endsAt'>): Excused {
  return {
    from: Date.parse(startsAt),
    until: endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(endsAt),
  };
}

/** Only what was announced before excuses anything. */
function excusedBy(incident: Omit<Incident, 'targets'>): Excused {
  const { from, until } = windowOf(incident);
  const announced = incident.updates.at(-1)?.at;
  return { from: announced === undefined ? from : Math.max(from, Date.parse(announced)), until };
}

function retentionOf(kind: ModelRow['kind'], sample: TargetSample | null): ModelRow['retention'] {
  if (kind !== 'dataset') return null;
  return sample?.retention ?? { state: 'unknown', code: 'unknown', count: null };
}

/** Current and planned ones first, then those of the last 90 days, newest first. */
function shownIncidents<One extends Omit<Incident, 'targets'>>(
  incidents: readonly One[],
  moment: number,
): One[] {
  const oldest = dayOf(moment - sampleBounds.days * dayMs);
  const shown = incidents.filter((one) => !isOver(one, moment) || (one.endsAt ?? one.startsAt) >= oldest);
  return shown.sort(
    (a, b) =>
      Number(isOver(a, moment)) - Number(isOver(b, moment)) ||
      (a.startsAt < b.startsAt ? 1 : a.startsAt > b.startsAt ? -1 : 0),
  );
}

function isoOf(ms: number): string;
function isoOf(ms: number | null): string | null;
function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
