/** How the journal names what an action is done to: the lake, the dataset below it, and the object there. */

/** Of the journal's field. */
const maxLength = 400;

/**
 * `prod/eu/orders.lance: tag v1`. Control characters become spaces; a name that is too long loses its middle.
 * @param path the dataset's path below the lake; null: the action is on the lake itself
 */
export function targetName(lake: string, path: string | null, object?: string): string {
  const place = path === null ? lake : `${lake}/${path}`;
  const whole = object === undefined ? place : `${place}: ${object}`;
  const line = whole.replace(/[\p{Cc}\p{Surrogate}]/gu, ' ');
  if (line.length <= maxLength) return line;
  const half = (maxLength - 1) >> 1;
  return `${line.slice(0, half)}…${line.slice(-half)}`.replace(/\p{Surrogate}/gu, ' ');
}

/** `version 7` of main, `version 7 of branch x`. */
export function versionName(version: string, branch: string | null): string {
  return branch === null ? `version ${version}` : `version ${version} of branch ${branch}`;
}
