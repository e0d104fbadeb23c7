/** The closed tables of what outsiders are told: every public sentence is one of these, with a shown name at most. */
import type { StatusRow, StatusState } from '@/lib/contracts/status-document';
import type { RetentionCode, StatusCode } from './status-model';

/** Of a row, in one sentence. */
export function rowSentence(kind: StatusRow['kind'], code: StatusCode): string {
  return code === 'working' ? workingSentences[kind] : rowSentences[code];
}

const workingSentences: Readonly<Record<StatusRow['kind'], string>> = {
  dataset: 'It was read, and nothing is wrong.',
  serving: 'It answers, and its data is up to date.',
  lock: 'Its owner is alive.',
};

const rowSentences: Readonly<Record<Exclude<StatusCode, 'working'>, string>> = {
  not_sampled: 'Nobody has checked it yet.',
  left_out: 'There are more than are checked at once. They may still work.',
  sample_old: 'Nobody has checked it lately. It may still work.',
  unreadable: 'We cannot reach it to check it. It may still work.',
  damaged: 'A part of it is damaged.',
  needs_operator: 'It waits for a decision of its operators.',
  missing_objects: 'Some of its data is missing.',
  serving_down: 'It does not answer.',
  serving_degraded: 'It answers only in part.',
  serving_behind: 'It answers, with older data.',
  serving_stale: 'It has not reported lately. It may still work.',
  serving_recovering: 'It is recovering.',
  lock_free: 'Nobody holds it.',
  lock_late: 'Its owner is late.',
  lock_silent: 'Its owner is silent.',
  lock_corrupt: 'Its record cannot be understood.',
  incident: 'An incident is open, see above.',
  maintenance: 'Planned work is under way.',
};

/** The headline that names the worst row. */
export function headlineOf(name: string, code: StatusCode): string {
  return headlines[code](name);
}

const headlines: Readonly<Record<StatusCode, (name: string) => string>> = {
  working: (name) => `${name} works`,
  not_sampled: (name) => `Nobody has checked ${name} yet`,
  left_out: () => 'Not all of it was checked',
  sample_old: (name) => `Nobody has checked ${name} lately`,
  unreadable: (name) => `We cannot reach ${name} to check it`,
  damaged: (name) => `A part of ${name} is damaged`,
  needs_operator: (name) => `${name} waits for a decision of its operators`,
  missing_objects: (name) => `Some data of ${name} is missing`,
  serving_down: (name) => `${name} does not answer`,
  serving_degraded: (name) => `${name} answers only in part`,
  serving_behind: (name) => `${name} shows older results`,
  serving_stale: (name) => `${name} has not reported lately`,
  serving_recovering: (name) => `${name} is recovering`,
  lock_free: (name) => `Nobody holds ${name}`,
  lock_late: (name) => `The owner of ${name} is late`,
  lock_silent: (name) => `The owner of ${name} is silent`,
  lock_corrupt: (name) => `The record of ${name} cannot be understood`,
  incident: (name) => `${name} has an incident`,
  maintenance: (name) => `Planned work on ${name}`,
};

/** The headline where no row may be named. @param count how many are in `state`, of `all` */
export function countedHeadline(state: StatusState, count: number, all: number): string {
  return state === 'working' ? 'Everything works' : `${count} of ${all} ${countedWords[state]}`;
}

const countedWords: Readonly<Record<Exclude<StatusState, 'working'>, string>> = {
  down: 'down',
  degraded: 'degraded',
  unknown: 'unknown',
  maintenance: 'in maintenance',
};

/** How far the rest of the page can be trusted under a headline of this state. */
export function headlineDetail(
  state: StatusState,
  rows: readonly { readonly state: StatusState; readonly code: StatusCode }[],
): string {
  const unknown = rows.some((row) => row.state === 'unknown');
  switch (state) {
    case 'down':
      return unknown ? 'What is unknown may be down too.' : 'What else is concerned stands below.';
    case 'degraded':
      // Of a row that an incident speaks for, nobody need have checked more.
      return unknown || rows.some(({ code }) => code === 'incident')
        ? 'Nothing that we could check is down.'
        : 'Nothing is down.';
    case 'unknown':
      return 'It may still work. What nobody could check is not counted as working.';
    case 'maintenance':
      return 'This was planned. Nothing is known to be down.';
    case 'working':
      return 'All of it was checked.';
  }
}

/** Retention in one sentence. @param count versions that may go, or that somebody holds; null where unknown */
export function retentionSentence(code: RetentionCode, count: number | null): string {
  const versions = count === 1 ? '1 old version' : `${count ?? 'Some'} old versions`;
  switch (code) {
    case 'nothing_due':
      return 'No old version is due to go.';
    case 'due':
      return count === 1 ? '1 old version is due to go.' : `${versions} are due to go.`;
    case 'held':
      return count === 1
        ? '1 old version is still in use and stays.'
        : `${versions} are still in use and stay.`;
    case 'no_policy':
      return 'No rule says which versions may go: all stay.';
    case 'abandoned':
      return 'A cleanup stopped half way; what it left waits for its operators.';
    case 'unknown':
      return 'Nobody could read which versions are due to go.';
  }
}
