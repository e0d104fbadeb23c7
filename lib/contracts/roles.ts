/** The roles, lowest first: each may do all that the ones before it may. */
import { z } from './zod';

export const roles = ['viewer', 'operator', 'admin'] as const;
export const role = z.enum(roles);
export type Role = z.infer<typeof role>;

export function allows(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed);
}
