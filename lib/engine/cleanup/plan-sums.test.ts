/** What a plan says its run will cost beside what the run does cost, on a meter. */
import { expect, it } from 'vitest';
import { cleanupStage, keeping } from '@/lib/testing/cleanup-stage';
import type { CleanupContext } from './cleanup-context';
import { noFilters } from './cleanup-policy';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';
import { ManifestMemory } from './survey/manifest-memory';

/** As another process sees it that has read nothing. */
const later = (context: CleanupContext): CleanupContext => ({ ...context, memory: new ManifestMemory() });

it.each([1, 3, 30, 205])('the estimate for a run of %s versions is a tenth off at most', async (versions) => {
  const stage = await cleanupStage();
  await stage.commit(1, versions + 1);
  const plan = await planCleanup(stage.context, keeping(1));
  const { requests, retired } = await runCleanup(later(stage.context), plan);
  expect(retired).toHaveLength(versions);
  expect(Math.abs(plan.requestEstimate - requests) / requests).toBeLessThanOrEqual(0.1);
});

it('and without conditional deletes a quarter above at most', async () => {
  const stage = await cleanupStage();
  await stage.commit(1, 31);
  const context = { ...stage.context, conditionalDelete: false };
  const plan = await planCleanup(context, keeping(1));
  const { requests } = await runCleanup(later(context), plan);
  expect(plan.requestEstimate).toBeGreaterThanOrEqual(requests);
  expect(plan.requestEstimate / requests).toBeLessThanOrEqual(1.25);
});

it('and for files that no version mentions, more than one batch of them', async () => {
  const stage = await cleanupStage();
  await stage.commit(1, 1);
  for (let file = 0; file < 1_100; file += 1) await stage.put(`data/stray-${file}.lance`);
  const deleteUnverified = { attestation: 'no writer runs' };
  const plan = await planCleanup(stage.context, { ...noFilters, retainVersions: 1, deleteUnverified });
  const { requests, objectsDeleted } = await runCleanup(stage.context, plan);
  expect(objectsDeleted).toBe(1_100);
  expect(Math.abs(plan.requestEstimate - requests) / requests).toBeLessThanOrEqual(0.25);
});
