/**
 * A seed at which each mutant is found; not always the first, since whatever changes the choices of a schedule changes
 * these: `npm run test:mutants -- --search` looks afresh from 1 on.
 */
export const foundBy: Readonly<Record<string, number>> = {
  'no second lease census': 440,
  'no reference census': 31,
  'no post-commit check': 3,
  'no new-manifest read in the guard': 23,
  'acquire without its last check': 64,
  'renew without its last check': 28,
  'host clocks compared': 262,
  'no +1 s': 128,
  'no 901 s check at seal': 3,
  'no state snapshot': 97,
  'no branch lineage': 65,
  'clones ignored': 20,
  'manifests first': 1,
  'anchor first': 32,
  'run widens plan': 1,
  'blind retry of a conditional write': 78,
  '409 as exists': 506,
  'cancel after an unknown commit': 855,
  'host clock in the 7-day rule': 55,
  'unreadable as absent': 60,
};
