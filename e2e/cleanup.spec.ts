/** A cleanup from policy to receipt: nothing goes that was not said, what came to be held stays, a stale plan is refused. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { call, dialog, probe } from './support/acting';
import { sealPlan, startRun } from './support/cleaning';
import type { ConsoleAddress } from './support/console';
import { lake } from './support/demo';
import { test } from './support/own-console';
import { expect, expectAccessible } from './support/story';
import { readable, writeTable } from './support/tables';

test.use({ role: 'admin' });

async function sealed(request: APIRequestContext, own: ConsoleAddress, table: string): Promise<string> {
  await writeTable({ uri: own.lake }, table);
  await probe(request, own, lake);
  return sealPlan(request, own, [lake, `${table}.lance`]);
}

test('from policy to receipt, after which LanceDB reads every kept version', async ({
  page,
  own,
  request,
}) => {
  const name = 'cleanup_whole.lance';
  await writeTable({ uri: own.lake }, 'cleanup_whole');
  await probe(request, own, lake);
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
  const hash = /plan=([0-9a-f]{64})/.exec(page.url())?.[1] ?? '';
  await expectAccessible(page);

  await startRun(page, name);
  await expect(page).toHaveURL(/\/operations\/runs\//);
  await expect(page.locator('.title-line').getByText('Completed')).toBeVisible();
  await expect(page.getByRole('row', { name: /v1 Retired/ })).toBeVisible();
  await expectAccessible(page);
  expect(await readable({ uri: own.lake }, 'cleanup_whole')).toEqual([
    [4, 10],
    [5, 20],
  ]);

  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await expect(page.getByText('Passed', { exact: true })).toBeVisible();
  await expectAccessible(page);
  const run = /receipts\/(\w{26})/.exec(page.url())?.[1] ?? '';
  const reply = await page.request.get(`${own.baseUrl}/api/v1/receipts/${run}`);
  const { text } = (await reply.json()) as { text: string };
  await page.goto('/operations');
  await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: hash.slice(0, 12) });
  await expect(row.getByText('Was run', { exact: true })).toBeVisible();
  await page.getByLabel('Receipt as text').fill(text);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Valid', { exact: true })).toBeVisible();
  await page.getByLabel('Receipt as text').fill(`${text.slice(0, -8)}AAAAAAAA`);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Not valid', { exact: true })).toBeVisible();
  await expectAccessible(page);
  // As long as that of a large cleanup: it is read whole before it is called not valid.
  const long = `${text}${'A'.repeat(300_000)}`;
  expect(await call(request, own, ['viewer', '/receipts/verify', { text: long }])).toMatchObject({
    verdict: { kind: 'invalid' },
  });
});

test('a lease taken between plan and run is kept, and named in the receipt', async ({
  page,
  own,
  request,
}) => {
  const name = 'cleanup_leased.lance';
  const hash = await sealed(request, own, 'cleanup_leased');
  const lease = { version: '2', ttlMs: 3_600_000 };
  await call(request, own, ['operator', `/datasets/${lake}/${name}/leases`, lease]);
  await page.goto(`/operations/plans/${hash}`);
  await startRun(page, name);
  await expect(page.locator('.title-line').getByText('Completed')).toBeVisible();
  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByText('v2 was planned and stays:')).toBeVisible();
  expect((await readable({ uri: own.lake }, 'cleanup_leased')).map(([version]) => version)).toEqual([
    2, 4, 5,
  ]);
});

test('a stale plan is refused with its difference, and nothing goes', async ({ page, own, request }) => {
  const name = 'cleanup_stale.lance';
  const hash = await sealed(request, own, 'cleanup_stale');
  const versions = path.join(own.lake, name, '_versions');
  const kept = `${2n ** 64n - 1n - 4n}.manifest`;
  await rm(path.join(versions, kept));
  const before = await readdir(path.join(own.lake, name), { recursive: true });
  await page.goto(`/operations/plans/${hash}`);
  await startRun(page, name);
  const refusal = dialog(page).getByRole('alert');
  await expect(refusal).toContainText('version 4, which stays, is gone');
  await expect(refusal).toContainText('Make a new plan');
  expect(await readdir(path.join(own.lake, name), { recursive: true })).toEqual(before);
});

test.describe('an operator', () => {
  test.use({ role: 'operator' });

  test('sees why the plan cannot be run', async ({ page, own, request }) => {
    const hash = await sealed(request, own, 'cleanup_operator');
    await page.goto(`/operations/plans/${hash}`);
    const button = page.getByRole('button', { name: /^Run this plan/ });
    await expect(button).toHaveAttribute('aria-disabled', 'true');
    await expect(button).toHaveAccessibleDescription(/needs the role admin; this session has operator/);
  });
});
