/** Story: an operator is told of a control file that nobody can read, with its name and bytes; everything else works on. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { datasets, pageOf } from './support/demo';
import { expect, test } from './support/story';

const misnamed = '_refs/version_leases/main/4-forever-by-hand.lease';

test('the corrupt lease name is named on Overview, on the board and in its dataset', async ({ page }) => {
  await page.goto('/');
  const row = page
    .locator('main')
    .getByRole('listitem')
    .filter({ hasText: 'docs_chunks' })
    .filter({ hasText: '1 control file cannot be understood' });
  await expect(row).toHaveCount(1);
  await row.getByRole('link').click();
  await expect(page).toHaveURL(new RegExp(`^[^?]*${pageOf('chunks')}`));

  await page.goto(pageOf('chunks', '/leases'));
  const panel = page.getByRole('region', { name: '1 corrupt control file' });
  await expect(panel).toContainText(misnamed);
  await expect(panel).toContainText('Corrupt lease');
  await expect(panel).toContainText('0 B');
  await expect(panel).toContainText('Its body is empty.');
  // The lease that can be read stands above it all the same.
  await expect(page.getByRole('table', { name: 'Table of leases' }).getByRole('row')).toHaveCount(1 + 1);

  await page.goto('/leases');
  await expect(page.getByRole('region', { name: /corrupt control file/ })).toContainText(misnamed);
});

test('a body that does not parse is shown with its bytes, escaped, and runs nothing', async ({
  page,
  shared,
}) => {
  const name = '_refs/tags/broken-by-hand.json';
  const file = path.join(shared.lake, datasets.users, name);
  await writeFile(file, Buffer.from('<img src=x onerror=alert(1)>{"version":\u0000\u00ff', 'latin1'));
  try {
    await page.goto(pageOf('users', '/references'));
    const panel = page.getByRole('region', { name: '1 corrupt control file' });
    await expect(panel).toBeVisible({ timeout: 40_000 });
    await expect(panel).toContainText(name);
    await expect(panel).toContainText('Corrupt tag');
    await expect(panel.locator('pre')).toHaveText('<img src=x onerror=alert(1)>{"version":\\x00\\xff');
    await expect(page.getByRole('table', { name: 'Table of references' })).toContainText('gdpr-snapshot');
    await expect(panel.locator('img')).toHaveCount(0);
  } finally {
    await rm(file);
  }
});
