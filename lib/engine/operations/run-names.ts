/** What the key of a run says: its id, after the inverted instant of that id, so that listings begin with the newest. */
import { decodeTime } from 'ulid';
import { VamplateError } from '@/lib/base/errors';

export const runsFolder = '_vamplate/runs/';

const runId = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;
const runName = /^\d{15}-([0-7][0-9A-HJKMNP-TV-Z]{25})\.json$/;
/** The largest instant of an id is 2^48 - 1 and has 15 digits. */
const lastMs = 999_999_999_999_999;

/** The run's name below `runsFolder`. @throws `invalid_input` for what is no run's id */
export function formatRunName(run: string): string {
  if (!runId.test(run)) {
    throw new VamplateError('invalid_input', 'The id of a run is 26 characters of base 32.');
  }
  return `${String(lastMs - decodeTime(run)).padStart(15, '0')}-${run}.json`;
}

/** @param name below `runsFolder`; null for one that no run has */
export function parseRunName(name: string): string | null {
  const run = runName.exec(name)?.[1];
  return run !== undefined && formatRunName(run) === name ? run : null;
}
