/** Story: an operator presses Probe and sees what the store can do and what is switched off; nothing else is written. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from './support/story';

test.use({ role: 'operator' });

test('Probe proves the capabilities of the store, and leaves the datasets as they are', async ({
  page,
  shared,
}) => {
  const files = async () =>
    (await readdir(path.join(shared.lake, 'users.lance'), { recursive: true })).filter(
      (name) => !name.endsWith('.tmp'),
    );
  const before = await files();
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'demo', exact: true });
  await expect(panel).toContainText('Never probed.');
  await expect(panel.getByRole('row').filter({ hasText: 'Not probed' }).first()).toBeVisible();

  await panel.getByRole('button', { name: 'Probe store' }).click();
  await expect(panel).toContainText(/Probed (now|\d+ s ago)\./);
  const rows = panel.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows.filter({ hasText: 'Not probed' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Proven' }).first()).toBeVisible();
  const text = (await panel.textContent()) ?? '';
  expect(text).toMatch(/Switched off here|Nothing is switched off because of the store\./);
  expect(await files()).toEqual(before);

  await page.reload();
  await expect(panel).toContainText(/Probed/);
  await expect(panel).not.toContainText('Never probed');
});
