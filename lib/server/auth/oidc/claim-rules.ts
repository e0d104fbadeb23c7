/** What a provider's claims mean here: which role, which actor. Strict: what does not match to the letter gives nothing. */
import type { Role } from '@/lib/contracts/roles';
import { roles } from '@/lib/contracts/roles';

export type Claims = Readonly<Record<string, unknown>>;

export interface RoleMapping {
  /** The name of a claim, or the names on the way to one inside others. */
  readonly claim: string | readonly string[];
  readonly value: string;
  readonly role: Role;
}

/** Told apart by this from every token's id, which holds no colon. */
export const oidcActorPrefix = 'oidc:';

const maxName = 180;

/** The highest role of the mappings that match; null when none does. */
export function roleOfClaims(claims: Claims, mappings: readonly RoleMapping[]): Role | null {
  const granted = mappings.filter(({ claim, value }) => holds(claimOf(claims, claim), value));
  return roles.findLast((role) => granted.some((one) => one.role === role)) ?? null;
}

/** `oidc:` and the claim; null for a claim that is no text, or none that a log and a page can show as it is. */
export function actorOfClaims(claims: Claims, actorClaim: string): string | null {
  const name = claimOf(claims, actorClaim);
  const shown = typeof name === 'string' && name.length <= maxName && /^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(name);
  return shown ? `${oidcActorPrefix}${name}` : null;
}

/** The user info endpoint adds claims; it overrides none that the provider signed. */
export function joinedClaims(signed: Claims, added: Claims): Claims {
  return { ...added, ...signed };
}

function claimOf(claims: Claims, claim: string | readonly string[]): unknown {
  const path = typeof claim === 'string' ? [claim] : claim;
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner) && Object.hasOwn(inner, name)
        ? (inner as Claims)[name]
        : undefined,
    claims,
  );
}

function holds(claim: unknown, value: string): boolean {
  return claim === value || (Array.isArray(claim) && claim.includes(value));
}
