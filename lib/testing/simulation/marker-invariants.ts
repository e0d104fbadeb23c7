/** What must be true of markers: no commit over a census, none undone, none left behind by its anchor (E, H.3, D1, D15). */
import type { MarkerFact } from './facts';
import type { LastLooks, Witness } from './witness';
import { manifestKey, minuteMs } from './world';

/** Two gateways, whole seconds in listings, and rounding. */
const slackMs = 4_000;

export function checkCommit(
  ledger: Witness,
  commit: MarkerFact,
  looks: LastLooks,
  now: number,
): string | null {
  const { version, key, by } = commit;
  const { facts, promises } = ledger;
  // One that lands after all has been finished is a later run's to remove.
  if (commit.namespace !== 'main' || !facts.manifests.has(manifestKey(version))) return null;
  const seal = facts.lives.get(key.replace(/committed$/, 'sealed'));
  const drain = facts.lives.get(key.replace(/committed$/, 'draining'));
  if (seal === undefined || drain === undefined) return `version ${version} is committed without a seal`;
  // What a later run of the same process recovers, it recovers as anybody would.
  if (seal.removedBy === by && seal.removedInRun === looks.run)
    return `the run cancelled version ${version} although its commit might still land`;
  if (seal.removedBy !== null) {
    ledger.hit('D17 seal taken before the commit');
    commit.sealTakenInRun = looks.run;
    return null;
  }
  if (seal.at - drain.at > 15 * minuteMs + 1_000 + slackMs) {
    return `version ${version} is committed though it was sealed after its drain had expired`;
  }
  if (seal.at - drain.at > 5 * minuteMs + slackMs) {
    return `version ${version} is committed though its group was not sealed within five minutes`;
  }
  const relied = promises.reliedOn(version, now);
  if (relied !== null) return `version ${version} is committed, and ${relied}`;
  const leases = [
    ...facts.leases.values(),
    ...facts.pastLeases.filter((one) => one.goneTick > looks.leasesEnded),
  ];
  const counted = leases.find(
    (one) => one.version === version && one.namespace === 'main' && one.tick < looks.leases,
  );
  if (counted !== undefined && counted.endsAt > seal.at) {
    return `version ${version} is committed, and ${counted.key} was there throughout the last census`;
  }
  for (const claim of facts.bareClaims.values()) {
    if (claim.version === version && claim.tick < looks.states) {
      return `version ${version} is committed, and a state that was there before the last census names it`;
    }
  }
  return null;
}

/** When a reader is told that it holds a version: its last look at the markers found none that refuses (H.1, H.2). */
export function checkHeld(
  { facts }: Witness,
  reader: string,
  version: bigint,
  looks: LastLooks,
): string | null {
  const refusing = facts
    .markersOf(version)
    .find(({ marker, tick }) => marker !== 'draining' && tick < looks.markers);
  return refusing === undefined
    ? null
    : `${reader} was given a lease although ${refusing.key} was there to be seen`;
}

/**
 * Before a marker goes. A manifest of that name that came after the last look at versions is another one: a writer that
 * was held since the name was free has taken it again.
 */
export function checkUndone(
  ledger: Witness,
  { marker, namespace, version, key }: MarkerFact,
  looks: LastLooks,
): string | null {
  const manifest = ledger.facts.manifests.get(manifestKey(version));
  if (marker !== 'committed' || namespace !== 'main' || manifest === undefined) return null;
  if (manifest.tick < looks.versions) return `the commit ${key} was undone`;
  ledger.hit('D20 late');
  return null;
}

/** After a marker went: of a version that is gone, the last anchor takes nothing with it that was there to be seen. */
export function checkAnchor(ledger: Witness, gone: MarkerFact, looks: LastLooks): string | null {
  const { facts, excused } = ledger;
  const { version, namespace, marker } = gone;
  if (marker === 'draining' || namespace !== 'main' || facts.manifests.has(manifestKey(version))) return null;
  // What a released cleaner removes under a seal is finished by whoever comes later, also after a cancellation.
  if (excused.has(manifestKey(version))) return null;
  const markers = facts.markersOf(version);
  if (markers.some((one) => one.marker !== 'draining')) return null;
  const left = [...markers, ...facts.leases.values(), ...facts.intents.values()].find(
    (one) => one.version === version && one.namespace === 'main' && one.tick < looks.refs,
  );
  return left === undefined ? null : `the anchor of version ${version} goes before ${left.key}`;
}
