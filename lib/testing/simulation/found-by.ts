/**
 * The first seed from 1 on at which each mutant is found; whatever changes the choices of a schedule changes these:
 * `npm run test:mutants -- --search` finds them afresh.
 */
export const foundBy: Readonly<Record<string, number>> = {};
