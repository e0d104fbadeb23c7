/** Story: operators protect, tag, move and verify; an admin freezes a lake, and is refused a lock that changed hands; each is asked first, told after, and found in Activity. */
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import type { APIRequestContext, Locator, Page } from '@playwright/test';
import { type RunningConsole, startConsole } from './support/console';
import { datasets, lake, pageOf } from './support/demo';
import { test as base, expect, expectAccessible, signIn } from './support/story';

/** A console of its own: the lake that the other stories share stays as it is. */
const test = base.extend<object, { readonly own: RunningConsole }>({
  own: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const running = await startConsole();
      await use(running);
      await running.stop();
    },
    // Making the demo lake takes longer than a story may.
    { scope: 'worker', timeout: 600_000 },
  ],
  shared: [async ({ own }, use) => use(own), { scope: 'worker' }],
});
test.use({ role: 'operator' });

const dialog = (page: Page) => page.getByRole('dialog');
const notice = (page: Page) => page.locator('.done-line');

async function probe(request: APIRequestContext, own: RunningConsole): Promise<void> {
  const reply = await request.post(`${own.baseUrl}/api/v1/lakes/${lake}/probe`, {
    headers: { origin: own.baseUrl, authorization: `Bearer ${own.tokens.operator}` },
    data: {},
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

async function tagsOf(own: RunningConsole): Promise<Record<string, number>> {
  const db = await connect(own.lake);
  const table = await db.openTable(datasets.users.replace('.lance', ''));
  const listed = await (await table.tags()).list();
  return Object.fromEntries(Object.entries(listed).map(([name, { version }]) => [name, Number(version)]));
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

test('before the store is probed a button says what it waits for; a viewer reads which role it takes', async ({
  page,
  own,
  browser,
}) => {
  await page.goto(pageOf('users', '/versions/2'));
  const button = page.getByRole('button', { name: 'Create tag…' });
  await expect(button).toHaveAccessibleDescription(/not proven yet. Settings has the probe/);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect(dialog(page)).toHaveCount(0);

  const context = await browser.newContext();
  await signIn(context, own, 'viewer');
  const viewer = await context.newPage();
  await viewer.goto(own.baseUrl + pageOf('users', '/versions/2'));
  for (const name of ['Protect this version', 'Create tag…', 'Take lease…', 'Verify']) {
    await expect(viewer.getByRole('button', { name })).toHaveAccessibleDescription(
      'This needs the role operator; this session has viewer.',
    );
  }
  await context.close();
});

test('a tag made in the dialog is seen by LanceDB, and a protection is undone at once', async ({
  page,
  own,
  request,
}) => {
  await probe(request, own);
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
  expect(await tagsOf(own)).toMatchObject({ story: 2 });

  await page.getByRole('button', { name: 'Protect this version' }).click();
  await expect(notice(page)).toContainText(/Tag keep-2-\d{4}-\d\d-\d\d protects v2\./);
  expect(Object.keys(await tagsOf(own)).filter((name) => name.startsWith('keep-2-'))).toHaveLength(1);
  await notice(page).getByRole('button', { name: 'Undo' }).click();
  await expect(notice(page)).toContainText('is gone again');
  expect(Object.keys(await tagsOf(own)).filter((name) => name.startsWith('keep-2-'))).toHaveLength(0);
});

test('two operators move one tag: one wins, the other is told in the dialog', async ({
  page,
  own,
  browser,
}) => {
  const context = await browser.newContext();
  await signIn(context, own, 'operator');
  const other = await context.newPage();
  await other.goto(own.baseUrl + pageOf('users', '/references'));
  await page.goto(pageOf('users', '/references'));
  for (const one of [page, other]) {
    await rowOf(one, 'story').getByRole('button', { name: 'Move tag story' }).click();
    await expect(dialog(one)).toHaveAccessibleName('Move tag story away from v2?');
  }
  await dialog(page).getByLabel('Version').fill('3');
  await dialog(page).getByRole('button', { name: 'Move tag story' }).click();
  await expect(notice(page)).toContainText('Tag story was at v2 and is at v3 now.');

  await dialog(other).getByLabel('Version').fill('1');
  await dialog(other).getByRole('button', { name: 'Move tag story' }).click();
  await expect(dialog(other).getByRole('alert')).toContainText('has changed since it was looked at');
  await expect(dialog(other).getByRole('alert')).toContainText(
    'Look at what is there now, then decide again.',
  );
  await expectAccessible(other);
  await dialog(other).getByRole('button', { name: 'Cancel' }).click();
  await expect(rowOf(other, 'story')).toContainText('v3');
  expect(await tagsOf(own)).toMatchObject({ story: 3 });
  await context.close();
});

test('a deleted tag can be made again, and no secret in its reason is kept or shown', async ({
  page,
  own,
}) => {
  await page.goto(pageOf('users', '/references'));
  await rowOf(page, 'story').getByRole('button', { name: 'Delete tag story' }).click();
  const submit = dialog(page).getByRole('button', { name: 'Delete tag story' });
  await expect(submit).toHaveAccessibleDescription('A reason is missing.');
  await dialog(page).getByLabel('Reason').fill('no use, token=hunter2hunter2 was in it');
  await submit.click();
  await expect(notice(page)).toContainText('Tag story of v3 is gone.');
  await notice(page).getByRole('button', { name: 'Create it again' }).click();
  await expect(notice(page)).toContainText('Tag story protects v3 again.');
  expect(await tagsOf(own)).toMatchObject({ story: 3 });

  await page.goto('/activity');
  const row = page
    .getByRole('row')
    .filter({ hasText: 'Delete tag' })
    .filter({ hasText: 'tag story' })
    .filter({ hasText: /Done/ });
  await expect(row).toContainText('demo/users.lance: tag story');
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

test('verify proves a version, and names the file that is missing', async ({ page, own }) => {
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
  await writeFile(path.join(data, first), kept);
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

  test('is refused a dead lock that changed hands meanwhile, and the dialog says who has it', async ({
    page,
    own,
    request,
  }) => {
    await probe(request, own);
    const file = path.join(own.lake, '_vamplate', 'clusters', 'atlas', '__cluster', 'lock.json');
    const body = await readFile(file, 'utf8');
    const lockId = (JSON.parse(body) as { lock_id: string }).lock_id;
    await page.goto('/locks/atlas');
    const button = page.getByRole('button', { name: 'Force unlock atlas…' });
    await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: 120_000 });
    await button.click();
    await expect(dialog(page)).toHaveAccessibleName('Break the lock of atlas?');
    const submit = dialog(page).getByRole('button', { name: 'Force unlock atlas' });
    await expect(submit).toHaveAccessibleDescription('Every statement must be ticked.');
    for (const box of await dialog(page).getByRole('checkbox').all()) {
      await expect(box).not.toBeChecked();
      await box.check();
    }
    await dialog(page).getByLabel('Reason').fill('its machine is gone');
    await dialog(page).getByLabel('Full id of the lock').fill(lockId.slice(0, 20));
    await expect(submit).toHaveAccessibleDescription('The name is not typed exactly.');
    await dialog(page).getByLabel('Full id of the lock').fill(lockId);
    await expectAccessible(page);

    const another = `${lockId.slice(0, -1)}${lockId.endsWith('0') ? '1' : '0'}`;
    await writeFile(file, body.replace(lockId, another));
    await submit.click();
    await expect(dialog(page).getByRole('alert')).toContainText(`The lock names ${another}`);
    expect(await readFile(file, 'utf8')).toContain(another);
  });
});
