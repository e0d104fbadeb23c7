/** Story: an admin makes a status page, shows a dataset on it, shares it once and takes that back, and tells of an incident. */
import type { Page } from '@playwright/test';
import { dialog, tickAll } from './support/acting';
import { pageOf } from './support/demo';
import { goTo, tabTo } from './support/keyboard';
import { test } from './support/own-console';
import { expect, expectAccessible, expectAccessibleInBoth } from './support/story';

test.describe.configure({ mode: 'serial' });

const board = '/status-pages';
const acme = '/status-pages/acme';
const make = (page: Page) => page.getByRole('button', { name: 'Make a status page…' });

async function expectNarrow(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
}

test.describe('an admin', () => {
  test.use({ role: 'admin' });

  test('makes a page from the console: what is on it, what outsiders read, who opens it', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Status pages' }).click();
    await expect(page.getByRole('link', { name: 'Demo' })).toBeVisible();
    await expect(page).toHaveTitle(/^Status pages/);
    await expectAccessible(page);
    await make(page).click();
    await expect(dialog(page)).toHaveAccessibleName('Which status page should be made?');
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    const submit = dialog(page).getByRole('button', { name: 'Make status page' });
    await expect(submit).toHaveAccessibleDescription('Title is missing.');
    await dialog(page).getByLabel('Title').fill('Acme data');
    await dialog(page).getByLabel('Name in its address').fill('Acme!');
    await expect(submit).toHaveAccessibleDescription(/^Small letters, digits and dashes/);
    await dialog(page).getByLabel('Name in its address').fill('acme');
    await expect(submit).toHaveAccessibleDescription('Nothing is on the page yet.');
    await dialog(page).getByRole('searchbox').fill('events');
    await dialog(page).getByRole('button', { name: 'Add dataset demo/events.lance' }).click();
    await dialog(page).getByLabel('Label of demo/events.lance').fill('Events of all shops');
    await expect(dialog(page).getByText('Outsiders read only the labels')).toBeVisible();
    await expectAccessibleInBoth(page);
    await submit.click();
    await expect(page).toHaveURL(/\/status-pages\/acme$/);
    await expect(page.getByRole('heading', { level: 1, name: 'Acme data' })).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'demo/events.lance' });
    await expect(row.getByRole('cell', { name: 'Events of all shops' })).toHaveCount(2);
    await expect(page).toHaveTitle(/^Status page/);
    await expectAccessibleInBoth(page);
  });

  test('adds a dataset from its own page, which then says where it is shown', async ({ page }) => {
    await page.goto(pageOf('products'));
    const add = page.getByRole('button', { name: 'Add to a status page…' });
    await expect(add).not.toHaveAttribute('aria-disabled', 'true');
    await add.click();
    await expect(dialog(page)).toHaveAccessibleName('Which status page should show demo/products.lance?');
    await expect(dialog(page).getByRole('status')).toContainText('“Dataset” and a number');
    await dialog(page)
      .getByLabel(/^Label/)
      .fill('Products');
    await expect(dialog(page).getByRole('status')).toContainText('Outsiders will read: Products.');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Add to the page' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(add).toHaveAccessibleDescription('Every status page shows it already.');
    await page.getByRole('note').getByRole('link', { name: 'Acme data' }).click();
    await expect(page.getByRole('row').filter({ hasText: 'demo/products.lance' })).toContainText('Products');
  });

  test('goes on from what another admin wrote meanwhile, without losing what was typed', async ({
    page,
    own,
    request,
  }) => {
    await page.goto(acme);
    await page.getByRole('button', { name: 'Change…' }).click();
    const submit = dialog(page).getByRole('button', { name: 'Change acme' });
    await expect(submit).toHaveAccessibleDescription('Nothing is changed yet.');
    await dialog(page).getByLabel('Title').fill('Acme data, Europe');
    const address = `${own.baseUrl}/api/v1/status-pages/acme`;
    const headers = { origin: own.baseUrl, authorization: `Bearer ${own.tokens.otherAdmin}` };
    const { revision } = (await (await request.get(address, { headers })).json()) as { revision: number };
    const reply = await request.patch(address, {
      headers,
      data: { revision, level: 'names', timeZone: 'Europe/Berlin' },
    });
    expect(reply.status(), await reply.text()).toBe(200);
    await submit.click();
    await expect(dialog(page).getByRole('alert')).toContainText('changed this page meanwhile');
    const way = dialog(page).getByRole('button', { name: 'Go on with the newest page' });
    await expect(way).toBeVisible();
    await expect(dialog(page).locator('.notice')).toContainText('story-other-admin');
    await expectAccessible(page);
    await way.click();
    await expect(dialog(page).getByRole('alert')).toHaveCount(0);
    await expect(dialog(page).getByLabel('Title')).toHaveValue('Acme data, Europe');
    await expect(dialog(page).getByLabel('Time zone of its times')).toHaveValue('Europe/Berlin');
    await submit.click();
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Acme data, Europe' })).toBeVisible();
    await expect(page.getByText('Names, chosen here')).toBeVisible();
  });

  test('makes a link whose secret is shown once, which opens signed out until it is revoked', async ({
    page,
    own,
    request,
    browser,
  }) => {
    await page.goto(acme);
    await page.getByRole('button', { name: 'Make a link…' }).click();
    await dialog(page).getByLabel('For whom').fill('Acme, support');
    await expect(dialog(page).getByLabel('Until, in UTC')).not.toHaveValue('');
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Make link' }).click();
    await expect(dialog(page)).toHaveCount(0);
    const told = page.locator('.secret-once code');
    await expect(told).toBeVisible();
    await expectAccessibleInBoth(page);
    const address = (await told.textContent()) ?? '';
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/s\/[\w-]{43}$/);
    await page.getByRole('button', { name: 'It is copied' }).click();
    await expect(told).toHaveCount(0);
    const secret = address.split('/').at(-1) ?? '';
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Acme, support' });
    await expect(row).toContainText('Opens');
    expect(await page.content()).not.toContain(secret);
    const kept = await request.get(`${own.baseUrl}/api/v1/status-pages/acme`, {
      headers: { authorization: `Bearer ${own.tokens.admin}` },
    });
    expect(await kept.text()).not.toContain(secret);

    const outside = await browser.newContext();
    const stranger = await outside.newPage();
    expect((await stranger.goto(address))?.status()).toBe(200);
    await expect(stranger.getByText('Acme data, Europe').first()).toBeVisible();
    await expect(stranger.getByText('Events of all shops').first()).toBeVisible();
    expect(await stranger.content()).not.toContain('Acme, support');

    await row.getByRole('button', { name: 'Revoke the link for Acme, support…' }).click();
    await expect(dialog(page)).toHaveAccessibleName('Revoke the link for Acme, support?');
    await dialog(page).getByRole('button', { name: 'Revoke link' }).click();
    await expect(row).toContainText('Revoked');
    await expect(row.getByRole('button', { name: /^Revoke/ })).toHaveCount(0);
    await expect.poll(async () => (await stranger.goto(address))?.status()).toBe(404);
    await outside.close();
  });

  test('tells of an incident, goes on with it, resolves it, and says what was learnt', async ({ page }) => {
    await page.goto(acme);
    await page.getByRole('button', { name: 'Tell of an incident…' }).click();
    await dialog(page).getByLabel('Title').fill('Events are late');
    await dialog(page).getByLabel('First update').fill('We **look** into it.');
    await dialog(page).getByLabel('demo/events.lance').check();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Tell of incident' }).click();
    const told = page.getByRole('article', { name: 'Events are late' });
    await expect(told).toContainText('Investigating');
    await expect(told).toContainText('what it touches is degraded: demo/events.lance');
    await expect(told).toContainText('We **look** into it.');

    await told.getByRole('button', { name: /^Add an update/ }).click();
    await dialog(page).getByLabel('How far it is').selectOption('identified');
    await dialog(page).getByLabel('Update').fill('A writer was stuck.');
    await dialog(page).getByRole('button', { name: 'Add update' }).click();
    await expect(told).toContainText('Identified');
    await expect(told.locator('.updates > li')).toHaveText([/A writer was stuck/, /We \*\*look\*\* into it/]);

    await told.getByRole('button', { name: /^Resolve/ }).click();
    await dialog(page).getByLabel('Last update').fill('It runs again.');
    await dialog(page).getByRole('button', { name: 'Resolve incident' }).click();
    await expect(told).toContainText('Resolved');

    await told.getByRole('button', { name: /^Write a post-mortem/ }).click();
    await dialog(page)
      .getByLabel(/^Post-mortem/)
      .fill('# Why\nNobody watched.');
    await expect(dialog(page).locator('.plain-markdown')).toContainText('Nobody watched.');
    await dialog(page).getByRole('button', { name: 'Save post-mortem' }).click();
    await expect(told).toContainText('Nobody watched.');
    await expectAccessibleInBoth(page);
  });

  test('is found, opened and changed by keys alone', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await goTo(page, 'u', /\/status-pages$/);
    await expect(page.getByRole('link', { name: 'Acme data, Europe' })).toBeVisible();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/status-pages\/acme$/);
    await expect(page.getByRole('button', { name: 'Change…' })).toBeVisible();
    await tabTo(page, 'button', 'Change…');
    await page.keyboard.press('Enter');
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    await tabTo(page, 'textbox', 'Title');
    await page.keyboard.press('End');
    await page.keyboard.insertText(' and Asia');
    await page.keyboard.press('Enter');
    await expect(dialog(page)).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1, name: 'Acme data, Europe and Asia' })).toBeVisible();
  });

  test('plans maintenance with its end, and completes it', async ({ page }) => {
    await page.goto(acme);
    await page.getByRole('button', { name: 'Plan maintenance…' }).click();
    await expect(dialog(page)).toHaveAccessibleName(/^When is maintenance planned on Acme data/);
    await dialog(page).getByLabel('Title').fill('Events move house');
    await dialog(page).getByLabel('What is done').fill('They move to another bucket.');
    await dialog(page).getByLabel('demo/events.lance').check();
    await expectAccessible(page);
    await dialog(page).getByRole('button', { name: 'Plan maintenance' }).click();
    await expect(dialog(page)).toHaveCount(0);
    const told = page.getByRole('article', { name: 'Events move house' });
    await expect(told).toContainText('Planned');
    await told.getByRole('button', { name: /^Complete/ }).click();
    await dialog(page).getByLabel('Last update').fill('They moved.');
    await dialog(page)
      .getByRole('button', { name: /^Complete/ })
      .click();
    await expect(told).toContainText('Completed');
  });

  test('adds a lock, a serving set and a lake from where they are shown', async ({ page }) => {
    const add = page.getByRole('button', { name: 'Add to a status page…' });
    for (const [address, name, label] of [
      ['/locks/atlas', 'atlas', 'Deployments of atlas'],
      ['/serving/demo/catalogue', 'demo/catalogue', 'Catalogue'],
    ] as const) {
      await page.goto(address);
      await add.click();
      await expect(dialog(page)).toHaveAccessibleName(`Which status page should show ${name}?`);
      await dialog(page).getByLabel('Status page').selectOption('acme');
      await dialog(page)
        .getByLabel(/^Label/)
        .fill(label);
      await dialog(page).getByRole('button', { name: 'Add to the page' }).click();
      await expect(dialog(page)).toHaveCount(0);
      await expect(page.getByRole('note').getByRole('link', { name: /^Acme data/ })).toBeVisible();
    }
    await page.goto('/');
    await add.click();
    await expect(dialog(page)).toHaveAccessibleName('Which status page should show demo?');
    await dialog(page).getByLabel('Status page').selectOption('acme');
    await dialog(page).getByRole('button', { name: 'Add to the page' }).click();
    await expect(dialog(page)).toHaveCount(0);
    await page.goto(acme);
    for (const words of ['Deployments of atlas', 'Catalogue', 'Lake']) {
      await expect(page.getByRole('row').filter({ hasText: words }).first()).toBeVisible();
    }
  });

  test('works on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    for (const address of [board, acme, pageOf('products')]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      await expectNarrow(page);
    }
    await page.goto(acme);
    await page.getByRole('button', { name: 'Change…' }).click();
    await expect(dialog(page).getByRole('button', { name: 'Change acme' })).toBeVisible();
    await expectNarrow(page);
    await expectAccessible(page);
  });

  test('is deleted by its typed name, and opens nothing any more', async ({ page }) => {
    await page.goto(acme);
    await page.getByRole('button', { name: 'Delete…' }).click();
    await expect(dialog(page)).toHaveAccessibleName(/^Delete the status page Acme data/);
    await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
    const submit = dialog(page).getByRole('button', { name: 'Delete acme' });
    await tickAll(page);
    await dialog(page).getByLabel('Name in its address').fill('acm');
    await expect(submit).toHaveAccessibleDescription('The name is not typed exactly.');
    await dialog(page).getByLabel('Name in its address').fill('acme');
    await expectAccessible(page);
    await submit.click();
    await expect(page).toHaveURL(/\/status-pages$/);
    await expect(page.getByRole('link', { name: 'Demo' })).toBeVisible();
    await expect(page.getByRole('link', { name: /^Acme data/ })).toHaveCount(0);
    await page.goto(acme);
    await expect(page.getByText('There is no status page acme.')).toBeVisible();
  });
});
