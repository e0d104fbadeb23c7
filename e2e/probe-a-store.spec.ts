/** Story: buttons wait until an operator presses Probe and sees what the store can do and what is switched off; nothing else is written. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { dialog } from './support/acting';
import { startConfigured } from './support/configured-console';
import { testOn } from './support/own-console';
import { expect, signIn } from './support/story';
import { writeTable } from './support/tables';

const dataset = 'users.lance';
const version = datasetHref('fresh', dataset, '/versions/2');

/** A lake that nobody has probed yet. */
const test = testOn(() =>
  startConfigured(async (data) => {
    const folder = path.join(data, 'lake');
    await writeTable({ uri: folder }, 'users');
    return { lakes: [{ id: 'fresh', uri: pathToFileURL(folder).href, gc: 'retire' }] };
  }),
);
test.use({ role: 'operator' });

test('Probe proves the capabilities of the store, leaves the datasets as they are, and buttons that waited can be pressed', async ({
  page,
  own,
  browser,
}) => {
  await page.goto(version);
  const button = page.getByRole('button', { name: 'Create tag…' });
  await expect(button).toHaveAccessibleDescription(/not proven yet. Settings has the probe/);
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect(dialog(page)).toHaveCount(0);

  const files = async () =>
    (await readdir(path.join(own.lake, dataset), { recursive: true })).filter(
      (name) => !name.endsWith('.tmp'),
    );
  const before = await files();
  await page.goto('/settings');
  const panel = page.getByRole('region', { name: 'fresh', exact: true });
  await expect(panel).toContainText('Never probed.');
  await expect(panel.getByRole('row').filter({ hasText: 'Not probed' }).first()).toBeVisible();

  await panel.getByRole('button', { name: 'Probe store' }).click();
  await expect(panel).toContainText(/Probed (now|\d+ s ago)\./);
  const rows = panel.getByRole('table').locator('tbody').getByRole('row');
  await expect(rows.filter({ hasText: 'Not probed' })).toHaveCount(0);
  await expect(rows.filter({ hasText: 'Proven' }).first()).toBeVisible();
  const text = (await panel.textContent()) ?? '';
  expect(text).toMatch(
    /Switched off here|Works here in a lesser way|Nothing is switched off because of the store\./,
  );
  expect(await files()).toEqual(before);

  await page.reload();
  await expect(panel).toContainText(/Probed/);
  await expect(panel).not.toContainText('Never probed');
  await page.goto(version);
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');

  const context = await browser.newContext();
  await signIn(context, own, 'viewer');
  const viewer = await context.newPage();
  await viewer.goto(own.baseUrl + version);
  for (const name of ['Protect this version', 'Create tag…', 'Take lease…', 'Verify']) {
    await expect(viewer.getByRole('button', { name })).toHaveAccessibleDescription(
      'This needs the role operator; this session has viewer.',
    );
  }
  await context.close();
});
