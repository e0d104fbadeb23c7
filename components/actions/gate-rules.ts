/** Why a button cannot be pressed now: the role, the grant, the freeze or the store; the page says it, the server decides it. */
import type { ActionRule } from '@/lib/contracts/actions';
import type { Access } from '@/lib/contracts/endpoint';
import type { Freeze } from '@/lib/contracts/freeze';
import type { CapabilityReport, Lake } from '@/lib/contracts/lakes';
import { allows, type Role } from '@/lib/contracts/roles';

/** Null: not read yet. */
export interface GateFacts {
  readonly role: Role | null;
  readonly lake: Pick<Lake, 'id' | 'gc'> | null;
  readonly freeze: Pick<Freeze, 'state' | 'actor' | 'reason'> | null;
  readonly capabilities: Pick<CapabilityReport, 'switchedOff'> | null;
}

export interface Gated {
  readonly access: Access;
  readonly action: ActionRule;
}

/** @param needed the role where this object needs more than others do. @returns null when it may be pressed */
export function gateRefusal(
  { access, action }: Gated,
  facts: GateFacts,
  needed: Access = access,
): string | null {
  const { role, lake, freeze, capabilities } = facts;
  if (role === null || lake === null) return 'Waiting for the session and the lake to be read.';
  const unfit = roleRefusal(role, needed);
  if (unfit !== null) return unfit;
  if (lake.gc !== 'retire' && lake.gc !== action.grant) {
    return `The lake ${lake.id} grants "${lake.gc}"; this needs "${action.grant}". It is set as lakes[].gc in the configuration.`;
  }
  if (action.inFrozenLake !== true) {
    if (freeze === null) return 'Waiting for the freeze to be read.';
    if (freeze.state === 'unreadable')
      return 'Whether the lake is frozen cannot be read, which counts as frozen.';
    if (freeze.state === 'frozen')
      return `${freeze.actor ?? 'Somebody'} froze the lake: ${freeze.reason ?? ''}`;
  }
  if (action.store === null) return null;
  if (capabilities === null) return 'Waiting for what the store can do.';
  const off = capabilities.switchedOff.find(({ id, kind }) => id === action.store && kind === 'off');
  return off === undefined ? null : `The store: ${off.reason} Settings has the probe.`;
}

/** @param role null: not read yet. @returns null when the role reaches */
export function roleRefusal(role: Role | null, needed: Access): string | null {
  if (role === null) return 'Waiting for the session to be read.';
  if (needed === 'nobody' || allows(role, needed)) return null;
  return `This needs the role ${needed}; this session has ${role}.`;
}

/** What works in a lesser way here, said before the button is pressed; null where nothing does. */
export function gateLimit({ action }: Gated, { capabilities }: GateFacts): string | null {
  const found = capabilities?.switchedOff.find(({ id, kind }) => id === action.store && kind === 'limited');
  return found?.reason ?? null;
}
