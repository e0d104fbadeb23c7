'use client';
/** Why this session may not verify a version, which reads only: no grant, freeze or probe is in its way. */
import { useSession } from '@/lib/client/queries/session';
import { endpoints } from '@/lib/contracts/endpoints';
import { allows } from '@/lib/contracts/roles';

const { access } = endpoints.verifyVersion;

export function useVerifyRefusal(): string | null {
  const role = useSession().data?.caller.role;
  if (role === undefined) return 'Waiting for the session to be read.';
  return allows(role, access) ? null : `This needs the role ${access}; this session has ${role}.`;
}
