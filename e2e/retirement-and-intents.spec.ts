/** Story: an operator finds what stands still in retirements and publications, and follows Overview to exactly those rows. */
import type { Page } from '@playwright/test';
import { pageOf } from './support/demo';
import { expect, test } from './support/story';

const rowsOf = (page: Page, table: string | RegExp) =>
  page.getByRole('table', { name: table }).locator('tbody').getByRole('row');

test('the board of retirements tells work from wreckage', async ({ page }) => {
  await page.goto('/retirement');
  const rows = rowsOf(page, 'Table of retirement markers');
  await expect(rows).toHaveCount(3);
  const row = (text: string) => rows.filter({ hasText: text });
  await expect(row('sealed, abandoned')).toContainText('v4');
  await expect(row('sealed, abandoned')).toContainText(/[56] h/);
  await expect(row('draining, stale')).toContainText('v3');
  await expect(row('draining, stale')).toContainText(/ended [23] h \d+ m ago/);
  await expect(row('draining, in use')).toContainText('v2');
  await expect(row('draining, in use')).toContainText(/\d+ m( \d+ s)? left/);

  await page.getByRole('group', { name: 'State' }).getByRole('link', { name: 'Abandoned' }).click();
  await expect(rows).toHaveCount(1);
  await expect(page).toHaveURL(/state=abandoned/);
  await page.getByRole('group', { name: 'Kind' }).getByRole('link', { name: 'Draining' }).click();
  await expect(page.getByText('No retirement marker matches these filters.')).toBeVisible();
});

test('the board of intents tells a publisher at work from one that left', async ({ page }) => {
  await page.goto('/references?kind=intent');
  const rows = rowsOf(page, 'Table of intents');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'month-end' })).toContainText('Active');
  await expect(rows.filter({ hasText: 'month-end' })).toContainText(/left/);
  await expect(rows.filter({ hasText: 'quarter-end' })).toContainText('Expired');
  await expect(rows.filter({ hasText: 'quarter-end' })).toContainText(/ended \d+ m ago/);
});

test('every count of Overview opens the rows it counts', async ({ page }) => {
  await page.goto('/');
  const counts = page.getByRole('navigation', { name: 'Counts' });
  await expect(counts).toBeVisible();
  const links = await counts.getByRole('link').evaluateAll((all) =>
    all.map((link) => ({
      href: link.getAttribute('href') ?? '',
      label: link.querySelector('.label')?.textContent ?? '',
      figure: Number(link.querySelector('.figure')?.textContent),
      note: link.querySelector('.note')?.textContent ?? '',
    })),
  );
  expect(links.length).toBeGreaterThanOrEqual(6);
  for (const { href, label, figure, note } of links) {
    await test.step(`${label}: ${figure}, ${note}`, async () => {
      await page.goto(href);
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      // A note in colour is what the link filters by; without one the link opens all that is counted.
      const noted = /^(\d+) (abandoned|expired|not read)$/.exec(note);
      const expected = label === 'Corrupt control files' ? null : Number(noted?.[1] ?? figure);
      const rows = page.locator('main table').first().locator('tbody').getByRole('row');
      if (expected !== null) await expect(rows).toHaveCount(expected);
      else await expect(rows.first()).toContainText('docs_chunks');
    });
  }
});

test('every row of the attention list leads to what it speaks of', async ({ page }) => {
  await page.goto('/');
  const list = page.locator('ol.attention > li');
  await expect(list.first()).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toContainText(/\d+ things? needs? a decision/);
  const rows = await list.evaluateAll((all) =>
    all.map((row) => ({
      badge: row.querySelector('.badge')?.textContent ?? '',
      object: row.querySelector('.object')?.textContent ?? '',
      href: row.querySelector('a')?.getAttribute('href') ?? '',
    })),
  );
  expect(rows.map(({ badge }) => badge)).toEqual(expect.arrayContaining(['Refusing', 'Attention']));
  expect(new Set(rows.map(({ object, badge, href }) => object + badge + href)).size).toBe(rows.length);
  for (const { href, object } of rows) {
    await test.step(`${object}: ${href}`, async () => {
      await page.goto(href);
      await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
      await expect(page.getByText(/matches this filter|matches these filters/)).toHaveCount(0);
      const version = /v(\d+)/.exec(object)?.[0];
      if (version !== undefined)
        await expect(page.locator('main').getByText(version, { exact: true }).first()).toBeVisible();
    });
  }

  // The seal that was left behind: to its dataset's markers, with the row that is meant.
  await page.goto('/');
  await list.filter({ hasText: 'Refusing' }).getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`${pageOf('products', '/retirement')}`));
  await expect(rowsOf(page, 'Table of markers').filter({ hasText: 'sealed, abandoned' })).toHaveCount(1);
});
