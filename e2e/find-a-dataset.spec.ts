/** Story: an operator finds a dataset by list, filter, address and palette, whatever characters its path has. */
import { datasetTabLabels, datasetTabs } from '@/components/dataset/dataset-tabs';
import { pageOf } from './support/demo';
import { expect, test } from './support/story';

test('the list holds every dataset with its latest version and its state', async ({ page }) => {
  await page.goto('/datasets');
  const table = page.getByRole('table', { name: 'Table of datasets' });
  await expect(table.getByRole('row')).toHaveCount(1 + 8);
  for (const name of [
    'events',
    'products',
    'users',
    'docs_chunks',
    'orders',
    'monthly',
    'places-v1',
    'items-v1',
  ]) {
    await expect(table.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(table.getByRole('row', { name: /^users/ })).toContainText(/v\d+/);
  await expect(page.getByText('All 8 datasets')).toBeVisible();
});

test('filters live in the address: reload keeps them, back undoes a page, nothing found is said', async ({
  page,
}) => {
  await page.goto('/datasets');
  const table = page.getByRole('table', { name: 'Table of datasets' });
  await page.getByRole('searchbox', { name: 'Dataset name' }).fill('or');
  await expect(page).toHaveURL(/[?&]q=or(&|$)/);
  await expect(table.getByRole('link', { name: 'events', exact: true })).toHaveCount(0);
  await expect(table.getByRole('link', { name: 'orders', exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Stopped' }).click();
  await expect(page).toHaveURL(/state=stop/);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Dataset name' })).toHaveValue('or');
  await expect(page.getByRole('link', { name: 'Stopped' })).toHaveAttribute('aria-current', 'true');

  await page.getByRole('searchbox', { name: 'Dataset name' }).fill('no such thing');
  await expect(page.getByText('No dataset matches these filters.')).toBeVisible();
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(table.getByRole('row')).toHaveCount(1 + 8);

  await page.getByRole('searchbox', { name: 'Dataset name' }).fill('users');
  await expect(page).toHaveURL(/q=users/);
  await table.getByRole('link', { name: 'users', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'users' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/datasets\?q=users/);
  await expect(page.getByRole('searchbox', { name: 'Dataset name' })).toHaveValue('users');
  await expect(table.getByRole('row')).toHaveCount(1 + 1);
});

test('an order lives in the address too', async ({ page }) => {
  await page.goto('/datasets?sort=-name');
  const names = page.getByRole('table', { name: 'Table of datasets' }).locator('[data-row-link]');
  const ordered = [
    'docs_chunks',
    'events',
    'items-v1',
    'monthly',
    'orders',
    'places-v1',
    'products',
    'users',
  ];
  await expect(names).toHaveText(ordered.toReversed());
  await page.getByRole('button', { name: 'Dataset', exact: true }).click();
  await expect(page).not.toHaveURL(/sort=-name/);
  await page.goto('/datasets?sort=name');
  await expect(names).toHaveText(ordered);
});

test('Ctrl K finds datasets, tags, versions and leases', async ({ page }) => {
  await page.goto('/settings');
  const palette = page.getByRole('dialog', { name: /^Find a dataset/ });
  const ask = async (text: string) => {
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').fill(text);
    await expect(palette.getByRole('status')).not.toHaveText('Reading…');
  };
  await ask('chunk');
  await expect(palette.getByRole('option', { name: /docs_chunks/ }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'docs_chunks' })).toBeVisible();

  await ask('audit.q3');
  await palette.getByRole('option', { name: /audit\.q3/ }).click();
  await expect(page).toHaveURL(pageOf('events', '/references'));

  await ask('nightly');
  await palette.getByRole('option', { name: /nightly export/ }).click();
  await expect(page).toHaveURL(pageOf('events', '/leases'));

  await ask('products v5');
  await palette.getByRole('option', { name: 'products v5' }).click();
  await expect(page).toHaveURL(pageOf('products', '/versions/5'));

  await ask('no such thing');
  await expect(palette.getByRole('status')).toHaveText('Nothing found under this name.');
  await page.keyboard.press('Escape');
  await expect(palette).toHaveCount(0);
});

test('a path with a space, %, ~ and 日 opens from the list, on every tab and on a version', async ({
  page,
}) => {
  await page.goto('/datasets');
  await page.getByRole('link', { name: 'monthly', exact: true }).click();
  await expect(page).toHaveURL(pageOf('monthly'));
  await expect(page.getByText('reports 日本 ~50%/monthly.lance').first()).toBeVisible();

  const tabs = page.getByRole('navigation', { name: 'Dataset sections' });
  for (const tab of datasetTabs) {
    const link = tabs.getByRole('link', { name: datasetTabLabels[tab] });
    await link.click();
    await expect(link).toHaveAttribute('aria-current', 'page');
    await expect(page).toHaveURL(pageOf('monthly', `/${tab}`));
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  }
  await tabs.getByRole('link', { name: 'References' }).click();
  await page
    .getByRole('table', { name: 'Table of references' })
    .getByRole('row', { name: /月次-2026/ })
    .getByRole('link', { name: 'v5' })
    .click();
  await expect(page).toHaveURL(pageOf('monthly', '/versions/5'));
  await expect(page.getByRole('heading', { name: 'Version 5' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Why it is kept' })).toContainText('Tag 月次-2026');
});

test('what is not there is said: a dataset, a tab, a version', async ({ page }) => {
  await page.goto('/datasets/demo/nothing.lance');
  const none = page.getByRole('region', { name: 'Not found' });
  await expect(none).toContainText('There is no dataset at this path.');
  await expect(page.getByRole('heading', { level: 1, name: 'nothing' })).toBeVisible();
  await none.getByRole('link', { name: 'All datasets' }).click();
  await expect(page).toHaveURL('/datasets');
  await page.goto(pageOf('events', '/nonsense'));
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not|no /i);
  await page.goto(pageOf('events', '/versions/99999'));
  await expect(page.locator('main').getByRole('alert').first()).toContainText('99999');
});
