/**
 * Story: where the configuration asks for a second person, nobody approves a plan or a request of their own, no plan
 * outlives its half hour, and what has no plan waits as it was asked for until another admin has it done.
 */
import { utimes } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { dialog, notice, probe } from './support/acting';
import { sealPlan, startRun } from './support/cleaning';
import { startConfigured } from './support/configured-console';
import type { RunningConsole, StoryRole } from './support/console';
import { testOn } from './support/own-console';
import { expect, expectAccessible, signIn } from './support/story';
import { addToBranch, branchesOf, readable, writeBranches, writeTable } from './support/tables';

const lake = 'guarded';
const test = testOn(() =>
  startConfigured((data) => ({
    lakes: [{ id: lake, uri: pathToFileURL(path.join(data, 'lake')).href, gc: 'retire' }],
    secondApprover: ['run_cleanup', 'delete_branch'],
  })),
);
/** Who makes the plan. */
test.use({ role: 'admin' });

const approve = (page: Page) => page.getByRole('button', { name: 'Approve this plan…', exact: true });
const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });
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

/** A table with the branches outer and inner, in a lake whose store is proven. */
async function branchedTable(own: RunningConsole, request: APIRequestContext, table: string) {
  const place = { uri: own.lake };
  await writeTable(place, table);
  await writeBranches(place, table);
  await probe(request, own, lake);
  return place;
}

test('a branch goes once another admin approves exactly what was asked for, and once only', async ({
  page,
  own,
  request,
  browser,
}) => {
  const place = await branchedTable(own, request, 'forked');
  await page.goto(datasetHref(lake, 'forked.lance', '/references'));
  await rowOf(page, 'Table of references', 'inner')
    .getByRole('button', { name: 'Delete branch inner' })
    .click();
  await expect(dialog(page)).toContainText('another admin has to approve it within 30 minutes');
  await dialog(page).getByLabel('Reason').fill('the trial is over');
  await dialog(page).getByLabel('Name of the branch').fill('inner');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Ask to delete branch inner' }).click();
  await expect(notice(page)).toContainText('Waits for a second person: guarded/forked.lance: branch inner.');
  expect(await branchesOf(place, 'forked')).toEqual(['inner', 'outer']);
  await notice(page).getByRole('link', { name: 'The request' }).click();
  const go = (by: Page) => by.getByRole('button', { name: 'Approve and carry out…' });
  await expect(go(page)).toHaveAccessibleDescription('You asked for it: another admin approves it.');
  await expectAccessible(page);
  // The server does not rest on what a page shows.
  const hash = page.url().split('/').at(-1) ?? '';
  const alone = await page.request.post(`/api/v1/approvals/${hash}/approve`, {
    ...{ headers: { origin: own.baseUrl }, data: { reason: 'alone', typedName: 'inner' } },
  });
  expect(alone.status(), await alone.text()).toBe(422);

  await asAnother(browser, own, 'otherAdmin', async (other) => {
    await other.goto('/operations');
    const row = rowOf(other, 'Table of requests', 'branch inner');
    await expect(row).toContainText('admin');
    await expect(row).toContainText('the trial is over');
    await expectAccessible(other);
    await row.getByRole('link', { name: 'Delete branch' }).click();
    await go(other).click();
    await expect(dialog(other).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await expect(dialog(other)).toContainText('The newest version of the branch');
    await dialog(other).getByLabel('Reason').fill('I looked at it too');
    await dialog(other).getByLabel('Exact name of the object').fill('inner');
    await expectAccessible(other);
    await dialog(other).getByRole('button', { name: 'Approve and delete branch' }).click();
    await expect(notice(other)).toContainText(
      /Branch inner: completed, \d+ versions? and \d+ objects? deleted\./,
    );
    await expect(go(other)).toHaveAccessibleDescription(
      'story-other-admin approved it already: it is carried out once.',
    );
    await notice(other).getByRole('link', { name: 'Receipt' }).click();
    await expect(other.locator('dt:has-text("Approved by") + dd')).toHaveText('story-other-admin');
  });
  expect(await branchesOf(place, 'forked')).toEqual(['outer']);
  await page.goto('/activity');
  const told = page.getByRole('row').filter({ hasText: 'Delete branch' }).filter({ hasText: 'Done' });
  await expect(told).toContainText('story-other-admin');
  await expect(told).toContainText('asked by admin');
});

test('what changed since it was asked for is refused with what changed', async ({
  page,
  own,
  request,
  browser,
}) => {
  const place = await branchedTable(own, request, 'moving');
  const asked = await page.request.delete(`/api/v1/datasets/${lake}/moving.lance/branches/inner`, {
    ...{ headers: { origin: own.baseUrl }, data: { reason: 'the trial is over', typedName: 'inner' } },
  });
  expect(asked.status(), await asked.text()).toBe(200);
  const { waits } = (await asked.json()) as { waits: { hash: string } };
  await addToBranch(place, 'moving', 'inner');
  await asAnother(browser, own, 'otherAdmin', async (other) => {
    await other.goto(`/operations/approvals/${waits.hash}`);
    await expect(other.getByRole('note')).toContainText('The newest version of the branch was');
    await expect(other.getByRole('button', { name: 'Approve and carry out…' })).toHaveAccessibleDescription(
      /It is not as it was/,
    );
    const approval = await other.request.post(`/api/v1/approvals/${waits.hash}/approve`, {
      ...{ headers: { origin: own.baseUrl }, data: { reason: 'all the same', typedName: 'inner' } },
    });
    expect(approval.status()).toBe(422);
    expect(await approval.text()).toContain('was');
  });
  expect(await branchesOf(place, 'moving')).toEqual(['inner', 'outer']);
});
