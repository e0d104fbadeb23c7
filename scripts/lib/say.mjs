/** What the commands tell a person goes to stderr, one line each; stdout is left to what other programs read. */

/** @param {string} text */
export function say(text) {
  process.stderr.write(`${text}\n`);
}

/** An error whose message is all a person needs: printed without a stack. */
export class PlainError extends Error {}

/** @param {number} startedAt `performance.now()` of the start */
export function seconds(startedAt) {
  return `${((performance.now() - startedAt) / 1000).toFixed(1)} s`;
}
