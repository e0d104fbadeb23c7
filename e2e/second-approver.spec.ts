/** Story: where the configuration asks for a second person, nobody approves a plan of their own, and no plan outlives its half hour. */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from '@playwright/test';
import { probe } from './support/acting';
import { sealPlan, startRun } from './support/cleaning';
import { startConfigured } from './support/configured-console';
import type { RunningConsole, StoryRole } from './support/console';
import { testOn } from './support/own-console';
import { expect, expectAccessible, signIn } from './support/story';
import { readable, writeTable } from './support/tables';

const lake = 'guarded';
const test = testOn(() =>
  startConfigured((data) => ({
    lakes: [{ id: lake, uri: pathToFileURL(path.join(data, 'lake')).href, gc: 'retire' }],
    secondApprover: ['run_cleanup'],
  })),
);
/** Who makes the plan. */
test.use({ role: 'admin' });

const approve = (page: Page) => page.getByRole('button', { name: 'Approve this plan…', exact: true });
const run = (page: Page) => page.getByRole('button', { name: /^Run this plan/ });

async function asAnother(
  browser: Browser,
  own: RunningConsole,
  role: StoryRole,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: own.baseUrl });
  await signIn(context, own, role);
  await act(await context.newPage());
  await context.close();
}

test('who made a plan cannot approve it, who approved it cannot run it; two people together can', async ({
  page,
  own,
  request,
  browser,
}) => {
  await writeTable({ uri: own.lake }, 'events');
  await probe(request, own, lake);
  const hash = await sealPlan(request, own, [lake, 'events.lance'], 'admin');
  await page.goto(`/operations/plans/${hash}`);
  await expect(page.getByText('An admin other than its maker approves it here.')).toBeVisible();
  await expect(approve(page)).toHaveAccessibleDescription('You made it: another person approves it.');
  await expect(run(page)).toHaveAccessibleDescription('Another person has to approve this plan first.');
  await expectAccessible(page);
  // The server does not rest on what a page shows.
  const headers = { origin: own.baseUrl };
  const approval = await page.request.post(`/api/v1/plans/${hash}/approve`, { headers, data: {} });
  expect(approval.status(), await approval.text()).toBe(422);
  const data = { dataset: 'events.lance', reason: 'alone' };
  const running = await page.request.post(`/api/v1/plans/${hash}/run`, { headers, data });
  expect(running.status(), await running.text()).toBe(422);

  await asAnother(browser, own, 'operator', async (other) => {
    await other.goto(`/operations/plans/${hash}`);
    await expect(approve(other)).toHaveAccessibleDescription(/needs the role admin/);
  });
  await asAnother(browser, own, 'otherAdmin', async (other) => {
    await other.goto(`/operations/plans/${hash}`);
    await approve(other).click();
    const dialog = other.getByRole('dialog', { name: /^Approve that .* of events\.lance may be deleted\?$/ });
    await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Approve this plan', exact: true }).click();
    await expect(run(other)).toHaveAccessibleDescription('You approved it: another person runs it.');
    await expect(approve(other)).toHaveAccessibleDescription('story-other-admin approved it already.');
    await expectAccessible(other);
  });
  expect(await readable({ uri: own.lake }, 'events')).toHaveLength(5);

  await page.reload();
  await startRun(page, 'events.lance');
  await expect(page.locator('.title-line').getByText('Completed')).toBeVisible();
  expect(await readable({ uri: own.lake }, 'events')).toEqual([
    [4, 10],
    [5, 20],
  ]);
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.locator('dt:has-text("Approved by") + dd')).toHaveText('story-other-admin');
  await page.goto('/activity');
  const told = page.getByRole('row').filter({ hasText: 'Approve plan' }).filter({ hasText: 'events.lance' });
  await expect(told.filter({ hasText: 'Done' })).toContainText('story-other-admin');
  await expect(told.filter({ hasText: 'Refused' })).not.toContainText('story-other-admin');
});

test('a plan older than half an hour is approved and run by nobody', async ({
  page,
  own,
  request,
  browser,
}) => {
  await writeTable({ uri: own.lake }, 'late');
  await probe(request, own, lake);
  const hash = await sealPlan(request, own, [lake, 'late.lance'], 'admin');
  // The store says when it was sealed: half an hour and a second ago.
  const sealedAt = new Date(Date.now() - 1_801_000);
  await utimes(path.join(own.lake, '_vamplate/plans', hash, 'seal.json'), sealedAt, sealedAt);
  await asAnother(browser, own, 'otherAdmin', async (other) => {
    await other.goto(`/operations/plans/${hash}`);
    await expect(approve(other)).toHaveAccessibleDescription('The plan has lapsed.');
    const headers = { origin: own.baseUrl };
    const approval = await other.request.post(`/api/v1/plans/${hash}/approve`, { headers, data: {} });
    expect(approval.status(), await approval.text()).toBe(422);
  });
  await page.goto(`/operations/plans/${hash}`);
  await expect(run(page)).toHaveAccessibleDescription(
    'The plan has lapsed: it may be run for 30 minutes after it was sealed.',
  );
  await page.goto('/operations');
  const row = page.getByRole('row').filter({ hasText: hash.slice(0, 12) });
  await expect(row).toContainText('Lapsed');
  expect(await readable({ uri: own.lake }, 'late')).toHaveLength(5);
});
