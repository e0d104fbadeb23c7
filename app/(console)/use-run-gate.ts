'use client';
/** Why buttons of plans and runs cannot be pressed now, and who is signed in. */
import { type Gated, gateRefusal } from '@/components/actions/gate-rules';
import type { RunActionName } from '@/lib/client/mutations/runs';
import { useFreeze } from '@/lib/client/queries/activity';
import { useCapabilities, useLakes } from '@/lib/client/queries/lakes';
import { useSession } from '@/lib/client/queries/session';
import { endpoints } from '@/lib/contracts/endpoints';

export interface RunGate {
  readonly actor: string | null;
  refusal(name: RunActionName): string | null;
}

export function useRunGate(lake: string): RunGate {
  const session = useSession();
  const lakes = useLakes();
  const freeze = useFreeze(lake);
  const capabilities = useCapabilities(lake);
  const facts = {
    role: session.data?.caller.role ?? null,
    lake: lakes.data?.items.find(({ id }) => id === lake) ?? null,
    freeze: freeze.data?.freeze ?? null,
    capabilities: capabilities.data ?? null,
  };
  return {
    actor: session.data?.caller.actor ?? null,
    refusal: (name) => {
      const gated: Gated = endpoints[name];
      return gateRefusal(gated, facts);
    },
  };
}
