/** The model of a page from its settings and what was recorded: worst first in doubt, nothing dropped that is on the page. */
import { decodeDatasetId } from '@/lib/contracts/dataset-id';
import type { StatusDay } from '@/lib/contracts/status-document';
import type { Incident, StatusTarget } from '@/lib/contracts/status-pages';
import { type Excused, historyOf, type RecordedDays, sinceOf, worstState } from './history-rules';
import { isOver } from './incident-rules';
import type { StoredPage } from './page-record';
import { targetKey } from './page-rules';
import { sampleBounds, type TargetSample } from './sample-record';
import { dayMs, dayOf, reliableMs, slotOf } from './slot-rules';
import type { ModelRow, StatusCode, StatusModel } from './status-model';

/** All that was recorded, of every target. */
export interface Recorded {
  /** Null before the first sample. */
  readonly newest: {
    readonly slot: number;
    readonly at: number;
    readonly targets: ReadonlyMap<string, TargetSample>;
    /** Lakes whose datasets were all found. */
    readonly wholeLakes: ReadonlySet<string>;
  } | null;
  readonly days: ReadonlyMap<string, RecordedDays>;
}

/** Most rows of one page: a lake stands for every dataset in it. */
const maxRows = 500;

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
  // Changes of a page count at once; else nothing changes without a sample.
  const moment = Math.max(newest?.at ?? 0, Date.parse(page.changedAt));
  const placed = placesOf(page.targets, recorded);
  const incidents = page.incidents.map(({ targets, ...incident }) => ({
    ...incident,
    rows: placed.flatMap(({ from }, row) => (targets.includes(from) ? [row] : [])),
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

interface Place {
  readonly key: string;
  /** Place of its target on the page. */
  readonly from: number;
  readonly kind: ModelRow['kind'];
  readonly name: string;
  readonly label: string | null;
  readonly description: string | null;
}

/** Every row of a page; a dataset that is on it by itself is not there by its lake once more. */
function placesOf(targets: readonly StatusTarget[], recorded: Recorded): readonly Place[] {
  const own = new Set(targets.map(targetKey));
  return targets
    .flatMap((target, from) => {
      if (target.kind !== 'lake') return [{ ...shownOf(target), key: targetKey(target), from }];
      const { label, description } = target;
      const keys = datasetsOf(target.lake, recorded).filter((key) => !own.has(key));
      // Of a lake nobody could look into there is still this to say: that nothing is known.
      if (keys.length === 0) {
        const whole = recorded.newest?.wholeLakes.has(target.lake) ?? false;
        const row = { kind: 'dataset' as const, name: target.lake, label, description };
        return whole ? [] : [{ ...row, key: targetKey(target), from }];
      }
      return keys.map((key) => ({
        ...{ key, from, kind: 'dataset' as const, name: nameOf(key) },
        ...(keys.length === 1 ? { label, description } : { label: null, description: null }),
      }));
    })
    .slice(0, maxRows);
}

function shownOf(target: Exclude<StatusTarget, { kind: 'lake' }>) {
  const { kind, label, description } = target;
  const name =
    kind === 'lock' ? target.root : kind === 'serving' ? target.set : lastPart(target.id, target.lake);
  return { kind, name, label, description };
}

/** Those of the newest sample; where it did not see the whole lake, those that were recorded before too. */
function datasetsOf(lake: string, { newest, days }: Recorded): string[] {
  const keys = new Set(newest?.targets.keys() ?? []);
  if (newest === null || !newest.wholeLakes.has(lake)) {
    for (const key of days.keys()) keys.add(key);
  }
  return [...keys].filter((key) => lakeOf(key) === lake).sort();
}

function lakeOf(key: string): string | null {
  const [kind, lake] = JSON.parse(key) as string[];
  return kind === 'dataset' ? (lake ?? null) : null;
}

function nameOf(key: string): string {
  const [, lake = '', id = ''] = JSON.parse(key) as string[];
  return lastPart(id, lake);
}

function lastPart(id: string, lake: string): string {
  return decodeDatasetId(id).split('/').at(-1) || lake;
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
  const sampled = sampledState(sample, newest?.at ?? null, now);
  const over = overlay(sampled, told, moment);
  const since =
    sampled.state === over.state && newest !== null ? sinceOf(recorded, newest.slot, over.state) : null;
  return {
    ...{ key, kind, name, label, description, state: over.state, code: over.code },
    detail: sample?.detail ?? null,
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

function sampledState(sample: TargetSample | null, at: number | null, now: number): Sampled {
  if (sample === null || at === null) return { state: 'unknown', code: 'not_sampled', current: false };
  if (now - at > reliableMs) return { state: 'unknown', code: 'sample_old', current: false };
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
  return !isOver(incident) && from <= moment && moment < until;
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
  const shown = incidents.filter((one) => !isOver(one) || (one.endsAt ?? one.startsAt) >= oldest);
  return shown.sort(
    (a, b) =>
      Number(isOver(a)) - Number(isOver(b)) ||
      (a.startsAt < b.startsAt ? 1 : a.startsAt > b.startsAt ? -1 : 0),
  );
}

function isoOf(ms: number): string;
function isoOf(ms: number | null): string | null;
function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
