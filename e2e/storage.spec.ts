/** Story: an operator asks where the bytes are, who costs what, and why the next cleanup would free nothing. */
import type { Locator } from '@playwright/test';
import { pageOf } from './support/demo';
import { expect, test } from './support/story';

/** `1.25 MB` in bytes, as exactly as it is written. */
async function exactBytes(cell: Locator): Promise<number> {
  const exact = cell.getByRole('button');
  const text = (await exact.count()) === 0 ? await cell.textContent() : await exact.getAttribute('data-tip');
  return Number((text ?? '').replace(/[^\d]/g, ''));
}

test('the bar and both tables tell the same sum', async ({ page }) => {
  await page.goto(pageOf('events', '/storage'));
  const panel = page.getByRole('region', { name: 'Storage by reason' });
  await expect(panel.getByRole('img')).toHaveAttribute('aria-label', /Live .*B/i);
  const sumOf = async (name: string) => {
    const cells = page.getByRole('table', { name }).locator('tbody td:nth-child(2)');
    let sum = 0;
    for (const cell of await cells.all()) sum += await exactBytes(cell);
    return sum;
  };
  const reasons = await sumOf('Bytes by reason');
  expect(reasons).toBeGreaterThan(100_000);
  expect(await sumOf('Bytes by class of object')).toBe(reasons);
  const reply = await page.request.get('/api/v1/datasets/demo/events.lance/storage');
  expect(Math.abs((await reply.json()).totalBytes - reasons)).toBeLessThan(200_000);
});

test('every holder has its cost, and the next cleanup its first obstacle', async ({ page }) => {
  await page.goto(pageOf('events', '/storage'));
  const costs = page.getByRole('table', { name: /What each holder costs/ });
  for (const holder of ['audit.q3', 'release-2026-09', 'experiment/ranking', 'prod']) {
    await expect(costs.getByRole('row').filter({ hasText: holder }).first()).toContainText(
      /Deleting (tag|branch)|Not known/,
    );
  }
  const next = page.getByRole('region', { name: 'What would the next cleanup free?' });
  await expect(next).toContainText(/It would remove \d+ versions and free [\d.]+ kB\./);
  await expect(next).toContainText("this console's configuration for the lake");

  await page.goto(pageOf('users', '/storage'));
  const nothing = page.getByRole('region', { name: 'Why would the next cleanup free nothing?' });
  await expect(nothing).toContainText('No version is old enough and beyond the number kept.');
  await expect(
    nothing.getByRole('listitem').filter({ hasText: 'The first thing that stops it.' }),
  ).toContainText('Selection: 0 versions of 8');
});

test('what was counted shows on Overview, with its age', async ({ page }) => {
  await page.goto(pageOf('users', '/storage'));
  await expect(page.getByRole('region', { name: 'Storage by reason' }).getByRole('img')).toBeVisible();
  await page.goto('/');
  const fleet = page.getByRole('region', { name: 'Fleet storage' });
  await expect(fleet).toContainText(/counted in [1-8] of 8 datasets/);
  await expect(fleet).toContainText('Oldest count');
});
