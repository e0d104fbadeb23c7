/** Everybody a standing token can stand for: the configured tokens and the environment's admin. */
import type { Role } from '@/lib/contracts/roles';
import type { Secrets } from '../config/environment';
import type { Config } from '../config/load';
import { reservedActors } from '../config/schema';
import { sameDigest, sha256Hex } from './secret-digest';

export interface Principal {
  readonly id: string;
  readonly role: Role;
  readonly sha256: string;
}

export function principalsOf(config: Config, secrets: Secrets): readonly Principal[] {
  const admin: readonly Principal[] =
    secrets.adminSha256 === null
      ? []
      : [{ id: reservedActors.admin, role: 'admin', sha256: secrets.adminSha256 }];
  return [...admin, ...config.tokens];
}

/** @returns whom the token stands for; every principal is compared whatever the outcome, so time tells nothing */
export function principalOfToken(principals: readonly Principal[], token: string): Principal | null {
  const digest = sha256Hex(token);
  return principals.reduce<Principal | null>(
    (found, one) => (sameDigest(one.sha256, digest) ? one : found),
    null,
  );
}
