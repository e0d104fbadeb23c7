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
  /** What all this speaks of, in milliseconds. */
  readonly moment: number;
  readonly mayName: boolean;
  readonly sampled: boolean;
}

/**
 * Worst first, of rows and open incidents together. An open incident that says as bad as the rows, or worse, lends its
 * title: a person wrote it for those who read here. Maintenance never makes anything worse than maintenance.
 */
export function headline({ rows, incidents, moment, mayName, sampled }: Grounds): Headline {
  const counts = countStates(rows);
  const { incident, claimed } = worstClaim(incidents, moment);
  if (rows.length === 0 || !sampled) return nothingYet(incident, claimed, mayName);
  const worst = rows.reduce((one, other) => (isWorse(other.state, one.state) ? other : one));
  if (incident !== null && claimed !== 'working' && !isWorse(worst.state, claimed)) {
    return {
      state: claimed,
      sentence: incident.title,
      detail: headlineDetail(claimed, rows),
      worst: mayName ? (incident.rows[0]?.name ?? null) : null,
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
    detail: headlineDetail(worst.state, rows),
    worst: mayName ? worst.name : null,
  };
}

export function countStates(rows: readonly { readonly state: StatusState }[]): Record<StatusState, number> {
  const counts = { down: 0, degraded: 0, unknown: 0, maintenance: 0, working: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

interface Claim {
  readonly incident: StatusIncident | null;
  readonly claimed: StatusState;
}

function worstClaim(incidents: readonly StatusIncident[], moment: number): Claim {
  return incidents.reduce<Claim>(
    (one, incident) => {
      const claimed = claimOf(incident, moment);
      return isWorse(claimed, one.claimed) ? { incident, claimed } : one;
    },
    { incident: null, claimed: 'working' },
  );
}

/** What an incident says of what it touches, while it goes on; what is planned says nothing yet. */
function claimOf(incident: StatusIncident, moment: number): StatusState {
  const { kind, impact, startsAt, endsAt } = incident;
  const ended = endsAt !== null && Date.parse(endsAt) <= moment;
  if (!isOpen(incident) || ended || moment < Date.parse(startsAt)) return 'working';
  if (kind === 'maintenance') return 'maintenance';
  return impact === 'none' ? 'working' : impact;
}

/** Before the first sample an incident is all that is known. */
function nothingYet(incident: StatusIncident | null, claimed: StatusState, mayName: boolean): Headline {
  if (incident !== null && (claimed === 'down' || claimed === 'degraded')) {
    const worst = mayName ? (incident.rows[0]?.name ?? null) : null;
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
