/** Serving: what each replica reports and what follows, never green without proof; asked of a real process, which answers. */

import { testOn } from './support/own-console';
import { env, openServingPlace } from './support/serving-place';
import { expect, expectAccessible } from './support/story';

const test = testOn(openServingPlace);
test.use({ role: 'admin' });
test.describe.configure({ mode: 'serial' });

test('the board says for each replica what it is, names the worst, and is green only where it is proven', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Serving' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Serving' })).toBeVisible();
  const row = (replica: string) =>
    page.getByRole('row').filter({ has: page.getByRole('link', { name: replica, exact: true }) });
  await expect(row('eu-1').locator('.badge.ok')).toHaveText('Serving');
  await expect(row('eu-2')).toContainText('Importing');
  await expect(row('eu-2')).toContainText('validating, 40%');
  await expect(row('ap-1')).toContainText('Drifted');
  await expect(row('us-1')).toContainText('Stale');
  await expect(row('next')).toContainText('does not know (lance-serving-status/2)');
  await expect(row('odd')).toContainText('calls objects collectable');
  await expect(row('old')).toContainText('Deposed writer');
  for (const replica of ['ap-1', 'us-1', 'next', 'odd', 'old']) {
    await expect(row(replica).locator('.badge.ok')).toHaveCount(0);
  }
  await expect(row('berlin')).toContainText('worst of 4: us-1');
  await expectAccessible(page);
});

test('a set has its clocks on one axis, its head decision with the row of the table, and nothing that deletes', async ({
  page,
}) => {
  await page.goto(`/serving/${env}/berlin?replica=ap-1`);
  await expect(page.getByRole('img', { name: /^Replica progress: ap-1: v3, pinned/ })).toBeVisible();
  // Its replicas came after the console began: whether a sample has them yet depends on the time of day.
  const recorded = page.getByRole('region', { name: 'Recorded' });
  await expect(recorded).toContainText(/Nothing was recorded in the last 24 hours|Not recorded \d+ h/);
  const head = page.getByRole('region', { name: 'Head decision' });
  await expect(head).toContainText('Serve clean version 3, pinned');
  await expect(head).toContainText('5 of 6');
  await expect(head).toContainText('Agrees');
  await expect(page.getByRole('region', { name: 'Retention' })).toContainText('Incomplete inventory');
  await expect(page.getByRole('button', { name: /delete|collect/i })).toHaveCount(0);
  await expectAccessible(page);
});

test('drift is acknowledged by keyboard: asked once, answered by the process, and shown', async ({
  page,
}) => {
  await page.goto(`/serving/${env}/berlin/replicas/ap-1?lineage=osm-lance-v2`);
  const ack = page.getByRole('button', { name: 'Acknowledge drift…' });
  await expect(ack).not.toHaveAttribute('aria-disabled', 'true');
  await ack.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Acknowledge head 5 beside clean 3 on ap-1?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await dialog.getByLabel('Reason').fill('a compaction by hand');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('status').filter({ hasText: 'it did it' })).toBeVisible({ timeout: 30_000 });
  await expect(page.locator('.page-head')).toContainText('Drift acknowledged', { timeout: 30_000 });
  await page.goto('/activity');
  await expect(page.getByText('ask_replica').first()).toBeVisible();
});

test('a dataset leads to the sets that serve it, and a cleanup is refused while nobody can read what a replica serves', async ({
  page,
}) => {
  await page.goto('/datasets/demo/events.lance');
  await page.getByRole('link', { name: 'berlin', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/serving/${env}/berlin$`));
  await page.goto('/datasets/demo/events.lance/cleanup');
  await page.getByLabel('Keep the newest').fill('1');
  await page.getByLabel('Leave alone what is younger than').fill('0s');
  // A report that nobody can read may mean any version: everything stays, and the page names the report.
  const refusal = page.getByRole('alert').filter({ hasText: 'Nothing of this dataset can be cleaned now.' });
  await expect(refusal).toContainText(/report of .*next.* cannot be read/);
});

test('only what the document offers is offered, and a stale replica is asked for nothing but given up', async ({
  page,
}) => {
  const replica = (name: string) => `/serving/${env}/berlin/replicas/${name}?lineage=osm-lance-v2`;
  await page.goto(replica('eu-1'));
  await expect(page.getByRole('button', { name: 'Dismiss failure…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await expect(page.getByRole('button', { name: 'Roll back…' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Give up…' })).toHaveAttribute('aria-disabled', 'true');
  await page.goto(replica('us-1'));
  await expect(page.getByRole('button', { name: 'Pin clean by tag…' })).toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await page.getByRole('button', { name: 'Give up…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Give replica us-1 up?' });
  await dialog.getByLabel('Reason').fill('its machine is gone');
  await dialog.getByLabel('Name of the replica').fill('us-1');
  await dialog.getByRole('button', { name: 'Give up us-1' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.locator('.page-head')).toContainText('Retired');
  await expect(page.locator('.page-head')).toContainText('its machine is gone');
  await page.goto('/serving');
  await expect(page.getByRole('row').filter({ hasText: 'worst of 4' })).toContainText('ap-1');
});

test('it works on a phone, and by keys alone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('g');
  await page.keyboard.press('s');
  await expect(page).toHaveURL(/\/serving$/);
  await expect(page.getByRole('link', { name: 'eu-1', exact: true })).toBeVisible();
  for (const address of ['/serving', `/serving/${env}/berlin`, `/serving/${env}/berlin/replicas/ap-1`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('.badge').first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  }
  await expectAccessible(page);
});
