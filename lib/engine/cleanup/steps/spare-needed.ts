/** Takes out of a deletion what a fresh look says is needed, and says so when it comes too late (D16, D20). */
import type { CleanupRun } from '@/lib/engine/cleanup/cleanup-run';
import { missedBy } from '@/lib/engine/cleanup/guard-rules';
import type { Needed } from '@/lib/engine/cleanup/survey/needs-index';
import { type Look, look } from './look';
import { ownNeeds } from './own-needs';

/** What nobody who stays needs, as a fresh look sees it. */
export interface Spared {
  readonly seen: Look;
  readonly kept: Needed;
}

/** @param going shrinks by the versions that something holds now */
export async function spareNeeded(run: CleanupRun, going: Set<bigint>): Promise<Spared> {
  const { context, ledger, needs } = run;
  ledger.step('guard', 'Looking afresh at everything that may need what is about to go.');
  const seen = await look(run, going);
  const { target } = seen.facts;
  const held = [...going].flatMap((version) => {
    const protections = seen.holds.get(version);
    return protections === undefined ? [] : [{ version, protections }];
  });
  for (const { version, protections } of held) {
    going.delete(version);
    ledger.leave(version, 'held', protections);
  }
  const back = new Set(held.map(({ version }) => version));
  const listed = target.versions.filter(({ version }) => back.has(version));
  const needed = await ownNeeds(context, target, listed, needs);
  for (const { version } of held) {
    const itself = await ownNeeds(
      context,
      target,
      listed.filter((one) => one.version === version),
      needs,
    );
    const missingKeys = missedBy(itself, ledger.deletedNames);
    if (missingKeys.length === 0) continue;
    const sentence = `Version ${version} is needed again, and part of it is already deleted.`;
    ledger.incident({ version, sentence, missingKeys });
  }
  await findLate(run, seen, going);
  return { seen, kept: { has: (name) => seen.kept.has(name) || needed.has(name) } };
}

/** New manifests that need what this run has deleted already. */
async function findLate(run: CleanupRun, seen: Look, going: ReadonlySet<bigint>): Promise<void> {
  const { context, plan, ledger, needs } = run;
  if (ledger.deletedNames.size === 0 || !context.rules.readsNewManifests()) return;
  const { target } = seen.facts;
  const planned = new Set([...plan.versions, ...plan.kept].map(({ version }) => version));
  const late = target.versions.filter(({ version }) => !planned.has(version) && !going.has(version));
  for (const one of late) {
    const missingKeys = missedBy(await ownNeeds(context, target, [one], needs), ledger.deletedNames);
    if (missingKeys.length === 0) continue;
    const sentence = `Version ${one.version} was committed while the run deleted what it needs.`;
    ledger.incident({ version: one.version, sentence, missingKeys });
  }
}
