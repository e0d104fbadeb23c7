/** The one sentence above a status page: the worst of all that is known, and whom it concerns. */
import { isOpen, type StatusIncident, type StatusState, statusState } from '@/lib/contracts/status-document';
import { countedHeadline, headlineDetail, headlineOf } from './sentence-rules';
import type { StatusCode } from './status-model';

export interface Headline {
  readonly state: StatusState;
  readonly sentence: string;
  readonly detail: string | null;
  readonly worst: string | null;
}

interface Judged {
  readonly name: string;
  readonly state: StatusState;
  readonly code: StatusCode;
}

interface Grounds {
  readonly rows: readonly Judged[];
  /** With the names of their rows, whatever the level. */
  readonly incidents: readonly StatusIncident[];
  readonly mayName: boolean;
  readonly sampled: boolean;
}

/**
 * Worst first, of rows and open incidents together. An open incident that says as bad as the rows, or worse, lends its
 * title: a person wrote it for those who read here. Maintenance never makes anything worse than maintenance.
 */
export function headline({ rows, incidents, mayName, sampled }: Grounds): Headline {
  const counts = countStates(rows);
  if (rows.length === 0 || !sampled) return nothingYet(incidents, mayName);
  const worst = rows.reduce((one, other) => (isWorse(other.state, one.state) ? other : one));
  const incident = worstOpen(incidents);
  const claimed = incident === null ? 'working' : claimOf(incident);
  if (incident !== null && claimed !== 'working' && !isWorse(worst.state, claimed)) {
    return {
      state: claimed,
      sentence: incident.title,
      detail: headlineDetail(claimed, counts),
      worst: mayName ? (incident.rows[0] ?? null) : null,
    };
  }
  if (worst.state === 'working') {
    return {
      ...{ state: 'working', sentence: 'Everything works', worst: null },
      detail: 'All of it was checked.',
    };
  }
  return {
    state: worst.state,
    sentence: mayName
      ? headlineOf(worst.name, worst.code)
      : countedHeadline(worst.state, counts[worst.state], rows.length),
    detail: headlineDetail(worst.state, counts),
    worst: mayName ? worst.name : null,
  };
}

export function countStates(rows: readonly { readonly state: StatusState }[]): Record<StatusState, number> {
  const counts = { down: 0, degraded: 0, unknown: 0, maintenance: 0, working: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** What an open incident says of what it touches; planned maintenance says nothing yet. */
function claimOf({ kind, stage, impact }: StatusIncident): StatusState {
  if (kind === 'maintenance') return stage === 'in_progress' ? 'maintenance' : 'working';
  return impact === 'none' ? 'working' : impact;
}

function worstOpen(incidents: readonly StatusIncident[]): StatusIncident | null {
  const open = incidents.filter(isOpen);
  return open.reduce<StatusIncident | null>(
    (one, other) => (one === null || isWorse(claimOf(other), claimOf(one)) ? other : one),
    null,
  );
}

/** Before the first sample an open incident is all that is known. */
function nothingYet(incidents: readonly StatusIncident[], mayName: boolean): Headline {
  const incident = worstOpen(incidents);
  const claimed = incident === null ? 'working' : claimOf(incident);
  if (incident !== null && (claimed === 'down' || claimed === 'degraded')) {
    const worst = mayName ? (incident.rows[0] ?? null) : null;
    return { state: claimed, sentence: incident.title, detail: 'Nothing else was checked yet.', worst };
  }
  return {
    state: 'unknown',
    sentence: 'Nothing was checked yet',
    detail: 'What nobody has checked is not counted as working.',
    worst: null,
  };
}

/** @returns whether `one` is worse than `other`; the contract's order is worst first */
function isWorse(one: StatusState, other: StatusState): boolean {
  return statusState.options.indexOf(one) < statusState.options.indexOf(other);
}
