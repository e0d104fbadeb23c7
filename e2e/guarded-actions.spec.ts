/** Story: operators protect, tag, move and verify, an admin freezes a lake; each is asked first, told after, and found in Activity. */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { call, dialog, notice, probe } from './support/acting';
import type { RunningConsole } from './support/console';
import { datasets, lake, pageOf } from './support/demo';
import { test } from './support/own-console';
import { expect, expectAccessible, signIn } from './support/story';
import { tagsOf } from './support/tables';

test.use({ role: 'operator' });
test.beforeEach(({ own, request }) => probe(request, own, lake));

const usersTags = (own: RunningConsole) => tagsOf({ uri: own.lake }, 'users');

/** A tag that a story then changes; the others have names of their own. */
function tagged(request: APIRequestContext, own: RunningConsole, name: string): Promise<unknown> {
  const body = { name, version: '2', branch: null };
  return call(request, own, ['operator', `/datasets/${lake}/${datasets.users}/tags`, body]);
}

/** The file that every version since needs. */
async function oldestOf(folder: string): Promise<string> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.lance'));
  const dated = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  return dated.toSorted((a, b) => a.at - b.at)[0]?.name ?? '';
}

const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('table', { name: 'Table of references' }).getByRole('row').filter({ hasText: name });

test('a tag made in the dialog is seen by LanceDB, and a protection is undone at once', async ({
  page,
  own,
}) => {
  await page.goto(pageOf('users', '/versions/2'));
  await page.getByRole('button', { name: 'Create tag…' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Tag version 2?');
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog(page).getByLabel('Name').fill('story');
  await dialog(page).getByText('The same as an HTTP request').click();
  await expect(dialog(page)).toContainText('POST /api/v1/datasets/demo/users.lance/tags');
  await expect(dialog(page)).toContainText('{"name":"story","version":"2","branch":null}');
  await expectAccessible(page);
  await dialog(page).getByLabel('Name').press('Enter');
  await expect(notice(page)).toContainText('Tag story protects v2.');
  expect(await usersTags(own)).toMatchObject({ story: 2 });

  await page.getByRole('button', { name: 'Protect this version' }).click();
  await expect(notice(page)).toContainText(/Tag keep-2-\d{4}-\d\d-\d\d protects v2\./);
  expect(Object.keys(await usersTags(own)).filter((name) => name.startsWith('keep-2-'))).toHaveLength(1);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('is gone again');
  expect(Object.keys(await usersTags(own)).filter((name) => name.startsWith('keep-2-'))).toHaveLength(0);
});

test('two operators move one tag: one wins, the other is told in the dialog', async ({
  page,
  own,
  request,
  browser,
}) => {
  await tagged(request, own, 'moved');
  const context = await browser.newContext();
  await signIn(context, own, 'operator');
  const other = await context.newPage();
  await other.goto(own.baseUrl + pageOf('users', '/references'));
  await page.goto(pageOf('users', '/references'));
  for (const one of [page, other]) {
    await rowOf(one, 'moved').getByRole('button', { name: 'Move tag moved' }).click();
    await expect(dialog(one)).toHaveAccessibleName('Move tag moved away from v2?');
  }
  await dialog(page).getByLabel('Version').fill('3');
  await dialog(page).getByRole('button', { name: 'Move tag moved' }).click();
  await expect(notice(page)).toContainText('Tag moved was at v2 and is at v3 now.');

  await dialog(other).getByLabel('Version').fill('1');
  await dialog(other).getByRole('button', { name: 'Move tag moved' }).click();
  await expect(dialog(other).getByRole('alert')).toContainText('has changed since it was looked at');
  await expect(dialog(other).getByRole('alert')).toContainText(
    'Look at what is there now, then decide again.',
  );
  await expectAccessible(other);
  await dialog(other).getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(other, 'moved')).toContainText('v3');
  expect(await usersTags(own)).toMatchObject({ moved: 3 });
  await context.close();
});

test('a deleted tag can be made again, and no secret in its reason is kept or shown', async ({
  page,
  own,
  request,
}) => {
  await tagged(request, own, 'let-go');
  await page.goto(pageOf('users', '/references'));
  await rowOf(page, 'let-go').getByRole('button', { name: 'Delete tag let-go' }).click();
  const submit = dialog(page).getByRole('button', { name: 'Delete tag let-go' });
  await expect(submit).toHaveAccessibleDescription('A reason is missing.');
  await dialog(page).getByLabel('Reason').fill('no use, token=hunter2hunter2 was in it');
  await submit.click();
  await expect(notice(page)).toContainText('Tag let-go of v2 is gone.');
  await notice(page).getByRole('button', { name: 'Create it again' }).click();
  await expect(notice(page)).toContainText('Tag let-go protects v2 again.');
  expect(await usersTags(own)).toMatchObject({ 'let-go': 2 });

  await page.goto('/activity');
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Delete tag' })
    .filter({ hasText: 'tag let-go' })
    .filter({ hasText: /Done/ });
  await expect(row).toContainText('demo/users.lance: tag let-go');
  await expect(row).toContainText('token=[withheld]');
  await expect(page.getByText('hunter2hunter2')).toHaveCount(0);
  await expectAccessible(page);
  const journal = path.join(own.lake, '_vamplate', 'journal');
  for (const name of await readdir(journal, { recursive: true })) {
    if (!name.endsWith('.json')) continue;
    const line = await readFile(path.join(journal, name), 'utf8');
    expect(line).not.toContain('hunter2');
    for (const token of Object.values(own.tokens)) expect(line).not.toContain(token);
  }
  expect(own.words()).not.toContain('hunter2');
});

test('a lease is taken, renewed and released; somebody else’s takes an admin', async ({ page }) => {
  await page.goto(pageOf('users', '/leases'));
  await page.getByRole('button', { name: 'Take lease…' }).click();
  await dialog(page).getByLabel('Version').fill('2');
  await dialog(page).getByLabel('What will read by it').fill('weekly report');
  await dialog(page).getByRole('button', { name: 'Take lease' }).click();
  await expect(notice(page)).toContainText(/Lease [0-9a-f]{32} holds v2 until/);
  const table = page.getByRole('table', { name: 'Table of leases' });
  await expect(table).toContainText('console: story-operator');
  await table.getByRole('button', { name: 'Renew lease on v2' }).click();
  await expect(notice(page)).toContainText('The lease on v2 holds until');
  await table.getByRole('button', { name: 'Release lease on v2' }).click();
  await expect(page.getByText('No lease holds a version of this dataset.')).toBeVisible();

  await page.goto(pageOf('events', '/leases'));
  const others = page.getByRole('button', { name: /^Release somebody else’s lease/ }).first();
  await expect(others).toHaveAccessibleDescription('This needs the role admin; this session has operator.');
});

test('verify proves a version and a tag, and names the file that is missing', async ({
  page,
  own,
  request,
}) => {
  await tagged(request, own, 'proven');
  await page.goto(pageOf('users', '/versions/2'));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.locator('.verification')).toContainText(/Version 2 is restorable, proven at \d{4}-/);

  const data = path.join(own.lake, datasets.users, 'data');
  const first = await oldestOf(data);
  const kept = await readFile(path.join(data, first));
  await rm(path.join(data, first));
  await page.goto(pageOf('users', '/versions/2'));
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.locator('.verification')).toContainText('cannot be restored');
  await expect(page.locator('.verification')).toContainText(`users.lance/data/${first}`);
  await page.goto(pageOf('users', '/references'));
  await rowOf(page, 'proven').getByRole('button', { name: 'Verify tag proven' }).click();
  await expect(page.locator('.verification')).toContainText(/Tag proven: .*cannot be restored/);
  await expect(page.locator('.verification')).toContainText(`users.lance/data/${first}`);
  await expectAccessible(page);
  await writeFile(path.join(data, first), kept);
  await rowOf(page, 'proven').getByRole('button', { name: 'Verify tag proven' }).click();
  await expect(page.locator('.verification')).toContainText(/Tag proven: Version 2 is restorable, proven at/);
});

test.describe('an admin', () => {
  test.use({ role: 'admin' });

  test('freezes the lake: nothing is changed until it is opened again', async ({ page, own, browser }) => {
    await page.goto('/settings');
    const panel = page.getByRole('region', { name: lake, exact: true });
    await expect(panel).toContainText('Kept by the console');
    await expect(panel.getByRole('row', { name: /^Journal/ })).toBeVisible();
    await panel.getByRole('button', { name: 'Freeze operations…' }).click();
    await dialog(page).getByLabel('Reason').fill('an audit');
    await dialog(page).getByRole('button', { name: 'Freeze demo' }).click();
    await expect(panel).toContainText('The lake demo is frozen.');
    await expectAccessible(page);

    const context = await browser.newContext();
    await signIn(context, own, 'operator');
    const operator = await context.newPage();
    await operator.goto(own.baseUrl + pageOf('users', '/versions/2'));
    await expect(operator.getByRole('button', { name: 'Create tag…' })).toHaveAccessibleDescription(
      'admin froze the lake: an audit',
    );
    await context.close();

    await panel.getByRole('button', { name: 'Open again…' }).click();
    await dialog(page).getByLabel('Reason').fill('it is over');
    await dialog(page).getByRole('button', { name: 'Open demo' }).click();
    await expect(panel).toContainText('The lake demo is open again.');
  });
});
