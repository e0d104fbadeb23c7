/** What must be true of every object that goes: nobody relies on it, nobody was seen to need it, and a plan names it (D15 to D20). */
import type { ManifestFact } from './facts';
import type { LastLooks, Witness } from './witness';
import { root } from './world';

export interface Deleted {
  readonly process: string;
  readonly key: string;
  readonly looks: LastLooks;
  readonly now: number;
}

const kept = /^(data|_transactions|_deletions|_indices|_versions|tree)\//;

/** @returns the invariant that this deletion breaks */
export function checkDelete(ledger: Witness, deleted: Deleted): string | null {
  const { process, key } = deleted;
  if (!kept.test(key.slice(root.key.length + 1))) return null;
  const plan = ledger.plans.get(process);
  if (plan?.has(key) === false && !key.includes('/tree/'))
    return `${process} deletes ${key}, which its plan does not name`;
  const manifest = ledger.facts.manifests.get(key);
  if (manifest !== undefined) return checkManifest(ledger, manifest, deleted);
  for (const needer of ledger.facts.neededBy.get(key) ?? []) {
    const wrong = whyNeeded(ledger, needer, deleted);
    if (wrong !== null) return `${process} deletes ${key}: ${wrong}`;
  }
  return null;
}

function checkManifest(ledger: Witness, manifest: ManifestFact, deleted: Deleted): string | null {
  const { process, key } = deleted;
  const wrong = whyNeeded(ledger, manifest, deleted);
  if (wrong !== null) return `${process} deletes the manifest ${key}: ${wrong}`;
  if (manifest.folder !== null) return null;
  const { facts } = ledger;
  // G.3: a crash must leave a version that can be found, so what only it needs goes before it.
  const orphan = manifest.needs.find((need) => {
    const needers = [...(facts.neededBy.get(need) ?? [])];
    const planned = ledger.plans.get(process)?.has(need) === true;
    // Spared for a version that another cleaner has removed since: the end of the run comes back to it.
    const sparedForOthers = (facts.neededUntil.get(need) ?? -1) >= deleted.looks.began;
    return planned && !sparedForOthers && facts.present.has(need) && needers.every((one) => one === manifest);
  });
  if (orphan !== undefined) return `the manifest ${key} goes before ${orphan}, which only it needs`;
  return null;
}

/** Why an object of `needer` may not go now; null when it may. */
function whyNeeded(
  ledger: Witness,
  needer: ManifestFact,
  { process, key, looks, now }: Deleted,
): string | null {
  const { folder, version, tick } = needer;
  const what = `version ${version} of ${folder ?? 'main'} needs it`;
  if (folder === 'clone') return tick < looks.clones ? what : late(ledger, key, 'clone');
  if (folder !== null) return whyBranchNeeds(ledger, needer, { key, looks }, what);
  const relied = ledger.promises.reliedOn(version, now);
  if (relied !== null) return `${what}, and ${relied}`;
  if (ledger.heldOutside.has(version)) return `${what}, and an outside reason holds that`;
  if (!ledger.facts.isCommitted(version)) {
    return tick < looks.versions ? `${what}, and it is not committed` : late(ledger, key, 'version');
  }
  for (const reference of ledger.facts.references.values()) {
    if (reference.version !== version) continue;
    if (reference.tick < looks.refs) return `${what}, and ${reference.key} was there before the last look`;
    late(ledger, key, 'reference');
  }
  return sealWasTaken(ledger, version, process, looks)
    ? `${what}, and its seal was taken before the commit`
    : null;
}

/** A branch folder counts with or without its reference, unless the branch itself is being deleted (D16, D21). */
function whyBranchNeeds(
  ledger: Witness,
  { folder, tick, key: own }: ManifestFact,
  { key, looks }: Pick<Deleted, 'key' | 'looks'>,
  what: string,
): string | null {
  const inFolder = key.startsWith(own.slice(0, own.indexOf('/_versions/')));
  if (inFolder) {
    const stands = ledger.facts.references.has(`${root.key}/_refs/branches/${folder}.json`);
    return stands ? `${what}, and its branch stands` : null;
  }
  return tick < looks.trees ? what : late(ledger, key, 'branch folder');
}

/** What came after the last look: counted, and what it needs is gone by nobody's fault (D20). */
function late(ledger: Witness, key: string, kind: string): null {
  ledger.hit('D20 late');
  ledger.hit(`late ${kind}`);
  ledger.excused.add(key);
  return null;
}

/** D17: the run itself committed the version after somebody had taken its seal, and nobody else has committed it. */
function sealWasTaken(ledger: Witness, version: bigint, process: string, looks: LastLooks): boolean {
  const commits = ledger.facts.markersOf(version).filter(({ marker }) => marker === 'committed');
  return commits.every(({ by, sealTakenInRun }) => by === process && sealTakenInRun === looks.run);
}
