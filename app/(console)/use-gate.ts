'use client';
/** Why buttons of one lake cannot be pressed now, from the answers the page shares with every other. */
import { type Gated, type GateFacts, gateLimit, gateRefusal } from '@/components/actions/gate-rules';
import type { ActionName } from '@/lib/client/mutations/act';
import type { RunActionName } from '@/lib/client/mutations/runs';
import { useFreeze } from '@/lib/client/queries/activity';
import { useCapabilities, useLakes } from '@/lib/client/queries/lakes';
import { useSession } from '@/lib/client/queries/session';
import type { AskedAction } from '@/lib/contracts/approvals';
import type { Access } from '@/lib/contracts/endpoint';
import { endpoints } from '@/lib/contracts/endpoints';

export interface Gate {
  /** Null until the session has answered. */
  readonly actor: string | null;
  /** @param harder the object needs what the endpoint declares for some. @returns null when it may be pressed */
  refusal(name: ActionName | RunActionName, harder?: boolean): string | null;
  /** What works in a lesser way here. */
  limit(name: ActionName): string | null;
  /** Whether the configuration asks for a second person: pressing then only asks for it. */
  takesTwo(action: AskedAction): boolean;
}

export function useGate(lake: string): Gate {
  const session = useSession();
  const lakes = useLakes();
  const freeze = useFreeze(lake);
  const capabilities = useCapabilities(lake);
  const facts: GateFacts = {
    role: session.data?.caller.role ?? null,
    lake: lakes.data?.items.find(({ id }) => id === lake) ?? null,
    freeze: freeze.data?.freeze ?? null,
    capabilities: capabilities.data ?? null,
  };
  return {
    actor: session.data?.caller.actor ?? null,
    refusal: (name, harder = false) => {
      const gated: Gated = endpoints[name];
      const needed: Access = harder ? (gated.action.harder?.access ?? gated.access) : gated.access;
      return gateRefusal(gated, facts, needed);
    },
    limit: (name) => gateLimit(endpoints[name], facts),
    takesTwo: (action) => session.data?.secondApprover.includes(action) === true,
  };
}
