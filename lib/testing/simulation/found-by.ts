/**
 * A seed at which each mutant is found; not always the first, since whatever changes the choices of a schedule changes
 * these: `npm run test:mutants -- --search` looks afresh from 1 on. A mutant that is missing here has not been found yet.
 */
export const foundBy: Readonly<Record<string, number>> = {
  'no second lease census': 9,
  'no reference census': 31,
  'no new-manifest read in the guard': 43,
  'acquire without its last check': 9,
  'host clocks compared': 9,
  'no +1 s': 355,
  'no 901 s check at seal': 4,
  'no branch lineage': 55,
  'clones ignored': 14,
  'manifests first': 1,
  'anchor first': 4,
  'run widens plan': 1,
  '409 as exists': 769,
  'cancel after an unknown commit': 196,
  'host clock in the 7-day rule': 12,
  'unreadable as absent': 14,
};
