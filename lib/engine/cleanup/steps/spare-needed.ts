/** Takes out of a deletion what a fresh look says is needed, and says so when it comes too late (D16, D20). */
import type { CleanupRun } from '@/lib/engine/cleanup/cleanup-run';
import { missedBy } from '@/lib/engine/cleanup/guard-rules';
import { keysHere } from '@/lib/engine/cleanup/survey/kept-needs';
import { readManifests } from '@/lib/engine/cleanup/survey/read-manifests';
import { rootUri } from '@/lib/engine/lance/root-uri';
import { type Look, look } from './look';

/** @param going shrinks by the versions that something holds now */
export async function spareNeeded(run: CleanupRun, going: Set<bigint>): Promise<Look> {
  const { context, plan, ledger, needs } = run;
  ledger.step('guard', 'Looking afresh at everything that may need what is about to go.');
  const seen = await look(context, plan, going);
  for (const version of going) {
    const protections = seen.holds.get(version);
    if (protections === undefined) continue;
    going.delete(version);
    ledger.leave(version, 'held', protections);
    const names = needs.get(version) ?? new Set<string>();
    seen.kept.add(names);
    const missingKeys = missedBy(names, ledger.deletedNames);
    if (missingKeys.length === 0) continue;
    const sentence = `Version ${version} is needed again, and part of it is already deleted.`;
    ledger.incident({ version, sentence, missingKeys });
  }
  await findLate(run, seen, going);
  return seen;
}

/** New manifests that need what this run has deleted already. */
async function findLate(run: CleanupRun, seen: Look, going: ReadonlySet<bigint>): Promise<void> {
  const { context, plan, ledger } = run;
  if (ledger.deletedNames.size === 0 || !context.rules.readsNewManifests()) return;
  const { target } = seen.facts;
  const planned = new Set([...plan.versions, ...plan.kept].map(({ version }) => version));
  const late = target.versions.filter(({ version }) => !planned.has(version) && !going.has(version));
  const known = await readManifests(context, target.root, late);
  for (const [index, manifest] of known.entries()) {
    const version = late[index]?.version;
    if (manifest === null || version === undefined) continue;
    const missingKeys = missedBy(
      keysHere(manifest, rootUri(context.store, target.root)),
      ledger.deletedNames,
    );
    if (missingKeys.length === 0) continue;
    const sentence = `Version ${version} was committed while the run deleted what it needs.`;
    ledger.incident({ version, sentence, missingKeys });
  }
}
