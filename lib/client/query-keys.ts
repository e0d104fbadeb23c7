/** One key per endpoint and input, so that a change event finds exactly the answers it makes old. */
import type { ChangeEvent } from '@/lib/contracts/events';
import type { JsonEndpointName } from './call-endpoint';

export interface KeyInput {
  readonly params?: unknown;
  readonly query?: unknown;
}

export type EndpointKey = readonly ['endpoint', JsonEndpointName, unknown, unknown];

export function endpointKey(name: JsonEndpointName, input: KeyInput): EndpointKey {
  return ['endpoint', name, input.params ?? null, input.query ?? null];
}

/**
 * What each part of a dataset shows up in. Storage is left out of `versions` and `control` on purpose: counting it
 * again costs a full listing, so its panel shows its age instead.
 */
const shownIn: Readonly<Record<ChangeEvent['part'], readonly JsonEndpointName[]>> = {
  lake: ['lakes', 'capabilities', 'datasets', 'attention'],
  dataset: ['dataset', 'datasets', 'attention'],
  versions: ['dataset', 'datasets', 'versions', 'version', 'ribbon', 'attention'],
  control: [
    ...(['dataset', 'datasets', 'attention', 'versions', 'version', 'ribbon'] as const),
    ...(['references', 'leases', 'retirements', 'intents'] as const),
    ...(['fleetReferences', 'fleetLeases', 'fleetRetirements', 'fleetIntents'] as const),
  ],
  storage: ['storage', 'dataset', 'attention', 'references', 'leases'],
  locks: ['locks', 'lock', 'attention'],
  runs: ['runs', 'run', 'plan', 'receipt'],
  serving: ['serving', 'servingSet', 'servingReplica', 'attention'],
};

/** The addresses of locks, runs, plans and replicas name no lake. */
const namelessParts: ReadonlySet<ChangeEvent['part']> = new Set(['locks', 'runs', 'serving']);

/** Whether the answer under this key rests on what the event says has changed. */
export function isAffected(key: readonly unknown[], event: ChangeEvent): boolean {
  const [mark, name, params] = key;
  if (mark !== 'endpoint' || !shownIn[event.part].includes(name as JsonEndpointName)) return false;
  if (namelessParts.has(event.part) || typeof params !== 'object' || params === null) return true;
  const place = params as { readonly lake?: unknown; readonly id?: unknown };
  if (place.lake !== event.lake) return false;
  return event.dataset === null || place.id === undefined || place.id === event.dataset;
}
