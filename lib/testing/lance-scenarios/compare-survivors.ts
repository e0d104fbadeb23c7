/** Where two cleaners differ, and which differences the specification itself demands. */
import { countRoles, type Roles } from './roles';

export interface Difference {
  readonly role: string;
  /** How many objects of that role are left. */
  readonly lance: number;
  readonly ours: number;
}

interface NamedDifference {
  /** The scenario in which it must be seen; a row that is never seen fails the suite. */
  readonly scenario: string;
  readonly matches: (difference: Difference) => boolean;
  readonly section: string;
  readonly because: string;
}

export const namedDifferences: readonly NamedDifference[] = [
  {
    scenario: 'another table is a shallow clone of an old version',
    matches: ({ role, lance, ours }) =>
      lance === 0 && ours > 0 && (role === 'manifest of events.lance:3' || role.includes(' cloned.lance:')),
    section: 'D13, G.4',
    because:
      'a released cleaner does not look for clones at other roots; ours keeps what they need and their version',
  },
  ...[
    ['another table is a shallow clone of an old version', 'events.lance:3'],
    ['nested branches, main is cleaned', 'events.lance:3'],
    ['nested branches, the middle one is cleaned', 'events.lance/tree/exp:5'],
  ].map(([scenario = '', fork]) => ({
    scenario,
    matches: ({ role, lance, ours }: Difference) =>
      lance === 0 && ours === 1 && /\/_transactions of /.test(role) && role.endsWith(` of ${fork}`),
    section: 'G.2 (5 and 7)',
    because:
      'a version that a branch or clone pins is a kept version: its transaction stays too, which LanceDB deletes',
  })),
];

/** By role, not by name: each cleaner worked at its own place. */
export function differences(
  lance: { readonly roles: Roles; readonly keys: readonly string[] },
  ours: { readonly roles: Roles; readonly keys: readonly string[] },
): readonly Difference[] {
  const left = countRoles(lance.roles, lance.keys);
  const right = countRoles(ours.roles, ours.keys);
  return [...new Set([...left.keys(), ...right.keys()])].sort().flatMap((role) => {
    const difference = { role, lance: left.get(role) ?? 0, ours: right.get(role) ?? 0 };
    return difference.lance === difference.ours ? [] : [difference];
  });
}

/** Splits them by the table above. */
export function judge(scenario: string, found: readonly Difference[]) {
  const rows = namedDifferences.filter((row) => row.scenario === scenario);
  return {
    unnamed: found.filter((difference) => !rows.some((row) => row.matches(difference))),
    unseen: rows.filter((row) => !found.some((difference) => row.matches(difference))),
  };
}
