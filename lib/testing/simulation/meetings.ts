/** Calls before which it matters most what others do, and what that is: chance alone brings them together too seldom. */

import {
  intentsFolder,
  leasesFolder,
  markersFolder,
  statesFolder,
} from '@/lib/engine/retirement/lifecycle-names';
import { parseMarkerName } from '@/lib/engine/retirement/marker-names';
import type { StoreCall } from '@/lib/testing/faulty-store';
import type { Facts, MarkerFact } from './facts';
import type { Promises } from './promises';
import type { ScheduleConfig } from './schedule-config';
import { at, root } from './world';

export interface Seen {
  readonly facts: Facts;
  readonly promises: Promises;
  readonly config: ScheduleConfig;
  /** What each process has asked for last. */
  readonly asks: ReadonlyMap<string, StoreCall>;
  /** True time. */
  readonly now: () => number;
}

/** A lease that ends later than this is not worth waiting for. */
const soonMs = 8_000;

/** @returns whether others have done it; null when nothing here is worth waiting for */
export function worthWaitingFor(seen: Seen, process: string, call: StoreCall): (() => boolean) | null {
  if (isLastCensus(call)) return claimedMeanwhile(seen);
  if (call.verb !== 'create') return null;
  if (call.key.endsWith('.committed')) return sealTakenMeanwhile(seen, call.key);
  if (call.key.endsWith('.draining')) return nearEndOfLease(seen, call.key);
  if (call.key.startsWith(at(leasesFolder))) return sealedMeanwhile(seen, process);
  return isBareClaim([process, call]) ? () => [...seen.asks.values()].some(isLastCensus) : null;
}

/** The census of intents that a commit rests on. */
function isLastCensus({ verb, key }: StoreCall): boolean {
  return verb === 'list' && key === at(`${intentsFolder}main/`);
}

/** A publisher that writes no intent is about to claim: its state is all that speaks for it (F.7). */
function isBareClaim([process, { verb, key }]: readonly [string, StoreCall]): boolean {
  return process === 'hasty tagger' && verb === 'create' && key.startsWith(at(statesFolder));
}

/** A last census: the claim lands before it looks at the states. */
function claimedMeanwhile(seen: Seen): (() => boolean) | null {
  if (![...seen.asks].some(isBareClaim)) return null;
  return () => [...seen.facts.bareClaims.values()].some((one) => sealed(seen, one.version));
}

/** A commit: its seal is cancelled for a reference that goes again (D17). */
function sealTakenMeanwhile({ facts }: Seen, key: string): (() => boolean) | null {
  const seal = facts.lives.get(key.replace(/committed$/, 'sealed'));
  const version = markerOf(key)?.version;
  if (seal === undefined || version === undefined) return null;
  return () =>
    seal.removedBy !== null && ![...facts.references.values()].some((one) => one.version === version);
}

/** A drain: by one clock of the store a lease is over, by the other it is not yet (E). */
function nearEndOfLease({ facts, config, now }: Seen, key: string): (() => boolean) | null {
  const version = markerOf(key)?.version;
  const lease = [...facts.leases.values()].find((one) => one.version === version);
  if (lease === undefined || lease.endsAt - now() > soonMs) return null;
  const apartMs = Math.abs(config.gateways[0] - config.gateways[1]);
  return () => now() >= lease.endsAt + 1_000 - apartMs;
}

/** A renewal: its version is sealed between its first look and its file (H.2). */
function sealedMeanwhile(seen: Seen, process: string): (() => boolean) | null {
  const held = seen.promises.leaseOf(process);
  return held === null ? null : () => sealed(seen, held.version) || seen.now() > held.endsAt + 1_000;
}

function sealed({ facts }: Seen, version: bigint): boolean {
  return facts.markersOf(version).some(({ marker }) => marker === 'sealed');
}

function markerOf(key: string): Pick<MarkerFact, 'version'> | null {
  const name = parseMarkerName(key.slice(`${root.key}/${markersFolder}`.length));
  return name.kind === 'corrupt' ? null : name.value;
}
