/** Story: what crashed processes and people left behind is settled by hand: each is asked first, refused with its reason, or done. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { call, dialog, notice, outcomeOf, probe, tickAll } from './support/acting';
import { datasets, lake, pageOf } from './support/demo';
import { test } from './support/own-console';
import { expect, expectAccessible } from './support/story';
import { branchesOf, tagByLance, writeBranches, writeTable } from './support/tables';

test.beforeEach(({ own, request }) => probe(request, own, lake));

const rowOf = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: text });

async function markersOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(path.join(folder, datasets.products, '_refs/version_lease_gc'), {
    recursive: true,
  });
  return names.filter((name) => /draining|sealed|committed/.test(name));
}

test.describe('an operator', () => {
  test.use({ role: 'operator' });

  test('cancels a stale drain: its version accepts leases again; a seal takes an admin', async ({
    page,
    own,
  }) => {
    const before = await markersOf(own.lake);
    await page.goto(pageOf('products', '/retirement'));
    const drain = rowOf(page, 'Table of markers', 'draining, stale');
    await drain.getByRole('button', { name: 'Cancel draining marker of v3' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Cancel the stale drain of version 3?');
    await expect(dialog(page)).toContainText('older than 15 minutes and a second by the store’s clock');
    const submit = dialog(page).getByRole('button', { name: 'Cancel the drain of v3' });
    await expect(submit).toHaveAccessibleDescription('A reason is missing.');
    await dialog(page).getByLabel('Reason').fill('its cleaner is gone');
    await expectAccessible(page);
    await submit.click();
    await expect(notice(page)).toContainText('The draining marker of v3 is gone; the version stays.');
    await expect(drain).toHaveCount(0);
    expect(before.length - (await markersOf(own.lake)).length).toBe(1);

    await expect(
      rowOf(page, 'Table of markers', 'draining, in use').getByRole('button', { name: /^Cancel draining/ }),
    ).toHaveAccessibleDescription('Its run may still be at work.');
    await page.goto('/activity');
    await expect(outcomeOf(page, 'Cancel retirement', 'draining marker')).toContainText('Done');
  });

  test('settles expired intents: one is taken back, and who is still at work is left alone', async ({
    page,
  }) => {
    await page.goto(`${pageOf('orders', '/references')}?kind=intent`);
    const abandoned = rowOf(page, 'Table of intents', 'quarter-end');
    await expect(abandoned).toContainText('Expired');
    await page.getByRole('button', { name: 'Settle expired…' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Settle the expired intent?');
    await expect(dialog(page)).toContainText('quarter-end at v5:');
    await expect(dialog(page)).not.toContainText('month-end');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Settle expired intents' }).click();
    await expect(notice(page)).toContainText('1 of 2 intents settled.');
    await expect(notice(page)).toContainText('quarter-end at v5: taken back.');
    await expect(notice(page)).toContainText('month-end at v8: still owned, left alone.');
    await expect(abandoned).toHaveCount(0);
    await expect(rowOf(page, 'Table of intents', 'month-end')).toContainText('Active');
  });
});

test.describe('an admin', () => {
  test.use({ role: 'admin' });

  test('cancels an abandoned seal only where somebody needs the version and its process is stopped', async ({
    page,
    own,
  }) => {
    await page.goto(pageOf('products', '/retirement'));
    const seal = rowOf(page, 'Table of markers', 'sealed, abandoned');
    await seal.getByRole('button', { name: 'Cancel sealed marker of v4' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Cancel the abandoned seal of version 4?');
    const submit = dialog(page).getByRole('button', { name: 'Cancel the seal of v4' });
    await expect(submit).toHaveAccessibleDescription('Every statement must be ticked.');
    await tickAll(page);
    await dialog(page).getByLabel('Reason').fill('a report needs it');
    await dialog(page).getByLabel('Path of the dataset').fill('products');
    await expect(submit).toHaveAccessibleDescription('The name is not typed exactly.');
    await dialog(page).getByLabel('Path of the dataset').fill(datasets.products);
    await expectAccessible(page);
    await submit.click();
    const refusal = dialog(page).getByRole('alert');
    await expect(refusal).toContainText('Nothing leases or references version 4');
    await expect(refusal).toContainText('Finish the retirement.');
    expect((await markersOf(own.lake)).filter((name) => name.includes('sealed'))).toHaveLength(1);

    // A released client tags it: it does not know of seals.
    await tagByLance({ uri: own.lake }, 'products', 'needed', 4);
    await submit.click();
    await expect(notice(page)).toContainText('The sealed marker of v4 is gone; the version stays.');
    await expect(seal).toHaveCount(0);
    expect((await markersOf(own.lake)).filter((name) => name.includes('sealed'))).toEqual([]);
    await page.goto('/activity');
    await expect(outcomeOf(page, 'Cancel retirement', 'sealed marker')).toContainText('a report needs it');
  });

  test('deletes a branch, but not one that another was forked from', async ({ page, own }) => {
    await writeTable({ uri: own.lake }, 'forked');
    await writeBranches({ uri: own.lake }, 'forked');
    await page.goto(datasetHref(lake, 'forked.lance', '/references'));
    const ask = async (name: string) => {
      await rowOf(page, 'Table of references', name)
        .getByRole('button', { name: `Delete branch ${name}` })
        .click();
      await expect(dialog(page)).toHaveAccessibleName(`Delete branch ${name} and every version of it?`);
      await dialog(page).getByLabel('Reason').fill('the trial is over');
      await dialog(page).getByLabel('Name of the branch').fill(name);
      await expectAccessible(page);
      await dialog(page)
        .getByRole('button', { name: `Delete branch ${name}` })
        .click();
    };
    await ask('outer');
    await expect(dialog(page).getByRole('alert')).toContainText('inner');
    expect(await branchesOf({ uri: own.lake }, 'forked')).toEqual(['inner', 'outer']);
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();

    await ask('inner');
    await expect(notice(page)).toContainText(
      /Branch inner: completed, \d+ versions? and \d+ objects? deleted\./,
    );
    expect(await branchesOf({ uri: own.lake }, 'forked')).toEqual(['outer']);
    await page.goto('/activity');
    await expect(outcomeOf(page, 'Delete branch', 'branch inner')).toContainText('Done');
  });

  test('releases somebody else’s lease, told who holds it and who will fail', async ({
    page,
    own,
    request,
  }) => {
    await writeTable({ uri: own.lake }, 'held');
    const lease = { version: '2', ttlMs: 3_600_000, workload: 'weekly report' };
    await call(request, own, ['operator', `/datasets/${lake}/held.lance/leases`, lease]);
    await page.goto(datasetHref(lake, 'held.lance', '/leases'));
    await page.getByRole('button', { name: 'Release somebody else’s lease on v2' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Release somebody else’s lease on version 2?');
    await expect(dialog(page)).toContainText('console: story-operator');
    await expect(dialog(page)).toContainText('weekly report');
    await expect(dialog(page)).toContainText(/It has \d+ m.* left/);
    await expect(dialog(page)).toContainText(
      'Whoever reads by it fails as soon as a cleanup takes the version.',
    );
    const submit = dialog(page).getByRole('button', { name: 'Release the lease' });
    await expect(submit).toHaveAccessibleDescription('A reason is missing.');
    await dialog(page).getByLabel('Reason').fill('its process hangs');
    await expectAccessible(page);
    await submit.click();
    await expect(notice(page)).toContainText('The lease on v2 is released.');
    await expect(page.getByText('No lease holds a version of this dataset.')).toBeVisible();
    await page.goto('/activity');
    await expect(outcomeOf(page, 'Release lease', 'held.lance')).toContainText('its process hangs');
  });
});
