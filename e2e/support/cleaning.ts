/** The steps of a cleanup that several stories take: a plan sealed without its pages, and its run asked for in the dialog. */
import type { APIRequestContext, Page } from '@playwright/test';
import { type Called, call } from './acting';
import type { StoryRole } from './console';
import { expect } from './story';

/** Of the five versions of a story's table three go, however young. */
const policy = { retainVersions: 2, youngGuardMs: 0 };

/** @returns the hash of the plan */
export async function sealPlan(
  request: APIRequestContext,
  console: Called,
  [lake, id]: readonly [lake: string, id: string],
  role: StoryRole = 'operator',
): Promise<string> {
  const reply = await call(request, console, [role, `/datasets/${lake}/${id}/plans`, { policy }]);
  return (reply as { plan: { hash: string } }).plan.hash;
}

/** On the page of a sealed plan. */
export async function startRun(page: Page, path: string): Promise<void> {
  await page.getByRole('button', { name: /^Run this plan/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Delete \d versions and \d+ objects of .* for good\?$/ });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const submit = dialog.getByRole('button', { name: /^Delete \d versions$/ });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Reason').fill('room for the story');
  await dialog.getByLabel('Path of the dataset').fill(path);
  await submit.click();
}
