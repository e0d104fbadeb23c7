/** How often a delete without an answer is sent in all, and how long is waited before each further time. */
export const sendings = 4;

const firstPauseMs = 200;

/** @param sending counted from 0; at least 1 */
export function pauseBefore(sending: number): number {
  return firstPauseMs * 2 ** (sending - 1);
}
