/** Story: an operator on a bad night acts where the trouble is shown: on the boards of all datasets, and finds what was done on the dataset's own tabs. */
import type { APIRequestContext, Page } from '@playwright/test';
import { type RunningConsole, startConsole } from './support/console';
import { datasets, lake, pageOf } from './support/demo';
import { testOn } from './support/own-console';
import { expect, expectAccessible, signIn } from './support/story';

/** The demo lake as it is made: what is done to it here no other story sees. */
const test = testOn(() => startConsole());
test.use({ role: 'admin' });

const dialog = (page: Page) => page.getByRole('dialog');
const notice = (page: Page) => page.locator('.done-line');
const rowsOf = (page: Page, table: string) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

async function probe(request: APIRequestContext, own: RunningConsole): Promise<void> {
  const reply = await request.post(`${own.baseUrl}/api/v1/lakes/${lake}/probe`, {
    headers: { origin: own.baseUrl, authorization: `Bearer ${own.tokens.operator}` },
    data: {},
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** The boards tell of what was read: the first look at all datasets takes a while. */
async function everythingRead(request: APIRequestContext, own: RunningConsole): Promise<void> {
  const read = async () => {
    const reply = await request.get(`${own.baseUrl}/api/v1/retirements`, {
      headers: { authorization: `Bearer ${own.tokens.viewer}` },
    });
    return ((await reply.json()) as { meta: { complete: boolean } }).meta.complete;
  };
  await expect.poll(read, { timeout: 120_000 }).toBe(true);
}

test.beforeEach(async ({ request, own }) => {
  await probe(request, own);
  await everythingRead(request, own);
});

test('a viewer reads at every button of a board which role it takes', async ({ own, browser }) => {
  const context = await browser.newContext();
  await signIn(context, own, 'viewer');
  const page = await context.newPage();
  for (const [address, button] of [
    ['/retirement', 'Finish the retirement of v4'],
    ['/leases', /^Release somebody else’s lease/],
    ['/references?kind=tag', /^Move tag/],
    ['/references?kind=branch', /^Delete branch/],
    ['/references?kind=intent&state=expired', /^Settle expired intents/],
  ] as const) {
    await page.goto(own.baseUrl + address);
    const found = page.getByRole('button', { name: button }).first();
    await expect(found).toHaveAccessibleDescription(
      /^This needs the role (operator|admin); this session has viewer\.$/,
    );
    await expect(found).toHaveAttribute('aria-disabled', 'true');
  }
  await context.close();
});

test('a stale drain is cancelled on the board, and a marker at work cannot be', async ({ page }) => {
  await page.goto('/retirement');
  const rows = rowsOf(page, 'Table of retirement markers');
  await expect(
    rows
      .filter({ hasText: 'draining, in use' })
      .getByRole('button', { name: 'Cancel draining marker of v2' }),
  ).toHaveAccessibleDescription('Its run may still be at work.');
  await rows
    .filter({ hasText: 'draining, stale' })
    .getByRole('button', { name: 'Cancel draining marker of v3' })
    .click();
  await expect(dialog(page)).toHaveAccessibleName('Cancel the stale drain of version 3?');
  await expect(dialog(page)).toContainText(`In demo/${datasets.products}`);
  await expectAccessible(page);
  await dialog(page).getByLabel('Reason').fill('its cleaner is gone');
  await dialog(page).getByRole('button', { name: 'Cancel the drain of v3' }).click();
  await expect(notice(page)).toContainText('The draining marker of v3 is gone; the version stays.');
  await expect(rows.filter({ hasText: 'draining, stale' })).toHaveCount(0);
});

test('an abandoned retirement is finished: planned from its row, run like any cleanup, gone from the board', async ({
  page,
}) => {
  await page.goto('/retirement');
  const seal = rowsOf(page, 'Table of retirement markers').filter({ hasText: 'sealed, abandoned' });
  await seal.getByRole('button', { name: 'Finish the retirement of v4' }).click();
  await expect(dialog(page)).toHaveAccessibleName('Plan to finish the retirement of version 4?');
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await expect(dialog(page)).toContainText('Nothing is deleted by this.');
  await dialog(page).getByText('The same as an HTTP request').click();
  await expect(dialog(page)).toContainText(
    /POST \/api\/v1\/datasets\/demo\/products\.lance\/retirements\/4\/[0-9a-f]{32}\/finish/,
  );
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Plan the end of v4' }).click();

  await expect(page).toHaveURL(/\/operations\/plans\/[0-9a-f]{64}$/);
  await page.getByRole('button', { name: /^Run this plan/ }).click();
  await dialog(page).getByLabel('Reason').fill('its cleaner died');
  await dialog(page).getByLabel('Path of the dataset').fill(datasets.products);
  await dialog(page)
    .getByRole('button', { name: /^Delete 1 version$/ })
    .click();
  await expect(page.locator('.title-line').getByText('Completed')).toBeVisible();
  await expect(page.getByRole('row', { name: /v4 Retired/ })).toBeVisible();

  await page.goto('/retirement');
  await expect(rowsOf(page, 'Table of retirement markers').first()).toBeVisible();
  await expect(rowsOf(page, 'Table of retirement markers').filter({ hasText: 'sealed' })).toHaveCount(0);
});

test('the dataset’s own tabs tell what was run and done there, and nothing of other datasets', async ({
  page,
}) => {
  await page.goto(pageOf('products', '/operations'));
  await expect(rowsOf(page, 'Table of runs')).toHaveCount(1);
  await expect(rowsOf(page, 'Table of runs')).toContainText('Completed');
  await expect(rowsOf(page, 'Table of sealed plans')).toContainText('Was run');
  await expectAccessible(page);
  await page.keyboard.press('7');
  await expect(page).toHaveURL(/\/activity$/);
  const lines = rowsOf(page, 'Table of lines');
  await expect(lines.filter({ hasText: 'Run cleanup' }).first()).toContainText('Reason: its cleaner died');
  await expect(lines.filter({ hasText: 'Cancel retirement' }).first()).toContainText('version 3');
  await expect(lines.filter({ hasNotText: 'demo/products.lance' })).toHaveCount(0);
  await expectAccessible(page);
  await page.goto(pageOf('users', '/operations'));
  await expect(page.getByText('Nothing was run on this dataset.')).toBeVisible();
  await page.goto(pageOf('users', '/activity'));
  await expect(page.getByText('Nobody has changed anything in this dataset')).toBeVisible();
});

test('expired intents are settled from the board, and each is told by itself', async ({ page }) => {
  await page.goto('/references?kind=intent');
  const rows = rowsOf(page, 'Table of intents');
  await expect(
    rows.filter({ hasText: 'month-end' }).getByRole('button', { name: /^Settle/ }),
  ).toHaveAccessibleDescription('Its owner may still finish it.');
  await rows
    .filter({ hasText: 'quarter-end' })
    .getByRole('button', { name: /^Settle/ })
    .click();
  await expect(dialog(page)).toHaveAccessibleName('Settle the expired intent?');
  await expect(dialog(page)).toContainText('quarter-end at v');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Settle expired intents' }).click();
  await expect(notice(page)).toContainText(/1 of \d intents? settled\./);
  await expect(notice(page).getByRole('listitem').filter({ hasText: 'quarter-end' })).toHaveCount(1);
  await expectAccessible(page);
});

test('somebody else’s lease and a tag are released and deleted on their boards', async ({ page }) => {
  await page.goto('/leases');
  // Not one of those that the demo's actors renew at any moment.
  const lasting = rowsOf(page, 'Table of leases').filter({ hasText: 'nightly export' });
  await lasting.getByRole('button', { name: /^Release somebody else’s lease on/ }).click();
  await expect(dialog(page)).toContainText(
    'Whoever reads by it fails as soon as a cleanup takes the version.',
  );
  await dialog(page).getByLabel('Reason').fill('its reader is gone');
  await dialog(page).getByRole('button', { name: 'Release the lease' }).click();
  await expect(notice(page)).toContainText(/The lease on v\d+ is released\./);

  await page.goto('/references?kind=tag');
  const remove = page.getByRole('button', { name: /^Delete tag/ }).first();
  const name = (await remove.getAttribute('aria-label'))?.replace('Delete tag ', '') ?? '';
  await remove.click();
  await dialog(page).getByLabel('Reason').fill('no use');
  await dialog(page)
    .getByRole('button', { name: `Delete tag ${name}` })
    .click();
  await expect(notice(page)).toContainText(`Tag ${name} of`);
  await notice(page).getByRole('button', { name: 'Create it again' }).click();
  await expect(notice(page)).toContainText(`Tag ${name} protects`);
});
