/** A cleanup from policy to receipt: nothing goes that was not said, what came to be held stays, a stale plan is refused. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import type { Page } from '@playwright/test';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { lake } from './support/demo';
import { expect, expectAccessible, test } from './support/story';

test.use({ role: 'admin' });

/** A table of five versions that LanceDB wrote for this story; the newest two are told by their rows. */
async function writeTable(folder: string, name: string): Promise<void> {
  const db = await connect(folder);
  const rows = (from: number, count: number) =>
    Array.from({ length: count }, (_, at) => ({ id: from + at, text: `row ${from + at}` }));
  const table = await db.createTable(name, rows(0, 40));
  for (const from of [100, 200, 300]) await table.add(rows(from, 10), { mode: 'overwrite' });
  await table.add(rows(400, 10));
  db.close();
}

async function readable(folder: string, name: string): Promise<readonly (readonly [number, number])[]> {
  const db = await connect(folder);
  const table = await db.openTable(name);
  const counted: [number, number][] = [];
  for (const { version } of await table.listVersions()) {
    await table.checkout(version);
    counted.push([version, (await table.query().toArray()).length]);
  }
  db.close();
  return counted;
}

async function call(page: Page, baseUrl: string, address: string, data: object = {}): Promise<unknown> {
  const reply = await page.request.post(`${baseUrl}/api/v1${address}`, {
    headers: { origin: baseUrl },
    data,
  });
  expect(reply.status(), await reply.text()).toBe(200);
  return reply.json();
}

const policy = { retainVersions: 2, youngGuardMs: 0 };
async function sealed(page: Page, baseUrl: string, id: string): Promise<string> {
  await call(page, baseUrl, `/lakes/${lake}/probe`);
  const reply = await call(page, baseUrl, `/datasets/${lake}/${id}/plans`, { policy });
  return (reply as { plan: { hash: string } }).plan.hash;
}

async function startRun(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Run this plan/ }).click();
  const dialog = page.getByRole('dialog', { name: /^Delete \d versions and \d+ objects of .* for good\?$/ });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  const submit = dialog.getByRole('button', { name: /^Delete \d versions$/ });
  await expect(submit).toHaveAttribute('aria-disabled', 'true');
  await dialog.getByLabel('Reason').fill('room for the story');
  await dialog.getByLabel('Path of the dataset').fill(name);
  await submit.click();
}

test('from policy to receipt, after which LanceDB reads every kept version', async ({ page, shared }) => {
  const name = 'cleanup_whole.lance';
  await writeTable(shared.lake, 'cleanup_whole');
  await call(page, shared.baseUrl, `/lakes/${lake}/probe`);
  await page.goto(datasetHref(lake, name, '/cleanup'));
  await expect(page.getByText('without one nothing is selected')).toBeVisible();
  await page.getByLabel('Keep the newest').fill('2');
  await page.getByLabel('Leave alone what is younger than').fill('0s');
  await expect(page.getByText('3 versions go', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/retain=2/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Seal this plan' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Review the sealed plan of ${name}`);
  await expect(page).toHaveURL(/plan=[0-9a-f]{64}/);
  await expectAccessible(page);

  await startRun(page, name);
  await expect(page).toHaveURL(/\/operations\/runs\//);
  await expect(page.locator('.title-line').getByText('Completed')).toBeVisible();
  await expect(page.getByRole('row', { name: /v1 Retired/ })).toBeVisible();
  await expectAccessible(page);
  expect(await readable(shared.lake, 'cleanup_whole')).toEqual([
    [4, 10],
    [5, 20],
  ]);

  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const run = /receipts\/(\w{26})/.exec(page.url())?.[1] ?? '';
  const reply = await page.request.get(`${shared.baseUrl}/api/v1/receipts/${run}`);
  const { text } = (await reply.json()) as { text: string };
  await page.goto('/operations');
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await expect(page.getByText('Was run', { exact: true })).toBeVisible();
  await page.getByLabel('Receipt as text').fill(text);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.getByLabel('Receipt as text').fill(`${text.slice(0, -8)}AAAAAAAA`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Not valid', { exact: true })).toBeVisible();
  await expectAccessible(page);
  // As long as that of a large cleanup: it is read whole before it is called not valid.
  const long = `${text}${'A'.repeat(300_000)}`;
  expect(await call(page, shared.baseUrl, '/receipts/verify', { text: long })).toMatchObject({
    verdict: { kind: 'invalid' },
  });
});

test('a lease taken between plan and run is kept, and named in the receipt', async ({ page, shared }) => {
  const name = 'cleanup_leased.lance';
  await writeTable(shared.lake, 'cleanup_leased');
  const hash = await sealed(page, shared.baseUrl, name);
  await call(page, shared.baseUrl, `/datasets/${lake}/${name}/leases`, { version: '2', ttlMs: 3_600_000 });
  await page.goto(`/operations/plans/${hash}`);
  await startRun(page, name);
  await expect(page.locator('.title-line').getByText('Completed')).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByText('v2 was planned and stays:')).toBeVisible();
  expect((await readable(shared.lake, 'cleanup_leased')).map(([version]) => version)).toEqual([2, 4, 5]);
});

test('a stale plan is refused with its difference, and nothing goes', async ({ page, shared }) => {
  const name = 'cleanup_stale.lance';
  await writeTable(shared.lake, 'cleanup_stale');
  const hash = await sealed(page, shared.baseUrl, name);
  const versions = path.join(shared.lake, name, '_versions');
  const kept = `${2n ** 64n - 1n - 4n}.manifest`;
  await rm(path.join(versions, kept));
  const before = await readdir(path.join(shared.lake, name), { recursive: true });
  await page.goto(`/operations/plans/${hash}`);
  await startRun(page, name);
  const refusal = page.getByRole('dialog').getByRole('alert');
  await expect(refusal).toContainText('version 4, which stays, is gone');
  await expect(refusal).toContainText('Make a new plan');
  expect(await readdir(path.join(shared.lake, name), { recursive: true })).toEqual(before);
});

test.describe('an operator', () => {
  test.use({ role: 'operator' });

  test('sees why the plan cannot be run', async ({ page, shared }) => {
    const name = 'cleanup_operator.lance';
    await writeTable(shared.lake, 'cleanup_operator');
    const hash = await sealed(page, shared.baseUrl, name);
    await page.goto(`/operations/plans/${hash}`);
    const button = page.getByRole('button', { name: /^Run this plan/ });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(/needs the role admin; this session has operator/);
  });
});
