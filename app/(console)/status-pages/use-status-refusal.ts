'use client';
/** Why nobody with this session changes status pages here; null when it may. */
import { roleRefusal } from '@/components/actions/gate-rules';
import type { StatusActionName } from '@/lib/client/mutations/status-pages';
import { useSession } from '@/lib/client/queries/session';
import { endpoints } from '@/lib/contracts/endpoints';

export function useStatusRefusal(name: StatusActionName): string | null {
  const session = useSession();
  return roleRefusal(session.data?.caller.role ?? null, endpoints[name].access);
}
