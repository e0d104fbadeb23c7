/** Proves, a little each slot, that what is on pages with a canary can be restored: verify, as on a version's page. */
import { isVamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import { fleetOf, lakesOf } from '../lakes';
import { lookAtReplicas } from '../operations/read-serving';
import type { Runtime } from '../runtime';
import { placeOf } from '../to-contract/place';
import { iso } from '../to-contract/scalars';
import { replicaRowOf } from '../to-contract/serving-rows';
import { type Budget, budgeted } from './budgeted-store';
import {
  type Chosen,
  canaryChoices,
  tagsOfDataset,
  versionsOfDataset,
  versionsServed,
} from './canary-choice-rules';
import { type Answer, budgetOf, inTurn, proofOf, roundOf } from './canary-rules';
import type { StoredPage } from './page-record';
import { targetKey } from './page-rules';
import type { Proofs } from './proofs';
import { slotMs } from './slot-rules';

/** How long before its slot ends the last target is begun, and how long one may take. */
const lastStartMs = 150_000;
const oneTargetMs = 120_000;

/** Goes over the targets in turn until the hour's requests are spent or the slot ends. */
export async function runCanary(
  runtime: Runtime,
  { pages, proofs }: { readonly pages: readonly StoredPage[]; readonly proofs: Proofs },
  slot: number,
  signal: AbortSignal,
): Promise<void> {
  const chosen = await chooseTargets(runtime, pages);
  if (chosen.size === 0) return;
  const { record, byKey } = await proofs.read();
  const { hour, left } = budgetOf(record, runtime.clock.wall(), runtime.config.canaryRequestsPerHour);
  const budget = { left };
  for (const key of inTurn(chosen.keys(), byKey)) {
    if (budget.left <= 0 || signal.aborted) return;
    if (runtime.clock.wall() > slot + slotMs - lastStartMs) return;
    const before = budget.left;
    const triedAt = iso(runtime.clock.wall());
    const versions = chosen.get(key) ?? [];
    const proven = byKey.get(key) ?? null;
    const until = AbortSignal.any([signal, AbortSignal.timeout(oneTargetMs)]);
    const answers = await askRound(runtime, roundOf(versions, proven), budget, until);
    const proof = proofOf(key, { chosen: versions, answers }, proven, triedAt);
    await proofs.add(proof, { hour, used: before - budget.left });
  }
}

/** Until the budget or the time is spent; what that cut off is asked next time, unless it alone takes all of it. */
async function askRound(
  runtime: Runtime,
  round: readonly Chosen[],
  budget: Budget,
  signal: AbortSignal,
): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  const spent = () => budget.left <= 0 || signal.aborted;
  for (const one of round) {
    if (spent()) break;
    const answer = await verify(runtime, one, budget, signal);
    if (answer.verdict === 'unknown' && spent() && answers.length > 0) break;
    answers.push(answer);
  }
  return answers;
}

async function verify(
  runtime: Runtime,
  { lake, path, branch, version, name, newest }: Chosen,
  budget: Budget,
  signal: AbortSignal,
): Promise<Answer> {
  const store = budgeted(lakesOf(runtime).lake(lake).store, budget);
  const { clock } = runtime;
  const engine = openEngine({ store, clock, random: systemRandom, conditionalDelete: false }).dataset(path);
  try {
    const { verdict, provenAt } = await engine.verifyVersion({ branch, version }, signal);
    return { name, newest, verdict, provenAt: iso(provenAt) };
  } catch (error) {
    if (!isVamplateError(error) && !signal.aborted) throw error;
    return { name, newest, verdict: 'unknown', provenAt: null };
  }
}

/** What is to be proven of each target of pages that have a canary; locks have nothing to restore. */
async function chooseTargets(
  runtime: Runtime,
  pages: readonly StoredPage[],
): Promise<Map<string, readonly Chosen[]>> {
  const chosen = new Map<string, readonly Chosen[]>();
  const choices = canaryChoices(pages);
  if (choices.size === 0) return chosen;
  const { datasets } = await fleetOf(runtime).snapshot();
  for (const entry of datasets) {
    const lake = entry.lake.settings.id;
    const { dataset: id } = placeOf(lake, entry.path);
    const key = targetKey({ kind: 'dataset', lake, id });
    const tags = tagsOfDataset(choices, key, lake);
    if (tags !== undefined) chosen.set(key, versionsOfDataset(entry, tags));
  }
  for (const { canary, targets } of pages) {
    for (const target of canary ? targets : []) {
      if (target.kind === 'serving') chosen.set(targetKey(target), await servedVersions(runtime, target));
    }
  }
  return new Map([...chosen].filter(([, versions]) => versions.length > 0));
}

async function servedVersions(
  runtime: Runtime,
  { env, set }: { readonly env: string; readonly set: string },
): Promise<readonly Chosen[]> {
  const looked = await lookAtReplicas(runtime, { env, set }).catch((error: unknown) => {
    if (!isVamplateError(error)) throw error;
    return null;
  });
  const lakes = lakesOf(runtime).all.map(({ settings }) => settings);
  const now = runtime.clock.wall();
  return versionsServed((looked?.views ?? []).map((view) => replicaRowOf(view, lakes, now, null)));
}
