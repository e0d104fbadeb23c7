/** Story: who holds a lock, is it alive, what would an unlock need; the page follows silence and take-over by itself. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { lockRoots } from './support/demo';
import { expect, expectAccessible, test } from './support/story';

test('the board tells an owner that beats from a record that is none', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Locks' })).toBeVisible();
  const row = (root: string) => page.getByRole('row').filter({ hasText: root });
  for (const root of lockRoots) await expect(row(root)).toBeVisible();
  await expect(row('brain')).toContainText('Beating', { timeout: 60_000 });
  await expect(row('archive')).toContainText('Corrupt');
  await expectAccessible(page);

  await row('brain').getByRole('link', { name: 'brain' }).click();
  await expect(page.getByText('It is held by an owner that beats.')).toBeVisible();
  // The server watches before the demo's owner begins, unless that one was quicker.
  await expect(
    page.getByText(/Acquired while it was free|Held already when this server began/),
  ).toBeVisible();
  await expect(page.getByText('That what it had accepted is done.', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('a corrupt and an oversize record say so, and offer nothing to press', async ({ page, shared }) => {
  const file = path.join(shared.lake, 'clusters/archive/__cluster/lock.json');
  const before = await readFile(file);
  await page.goto('/locks/archive');
  await expect(page.locator('pre.excerpt')).toContainText('"lock_id": "01M7MBR2QRT5N2C9');
  const unlock = page.getByRole('region', { name: 'Unlock' });
  await expect(unlock).toContainText('A state in which an unlock means something');
  await expect(unlock.getByRole('button')).toHaveCount(0);
  await expectAccessible(page);
  try {
    await writeFile(file, 'x'.repeat(70_000));
    await expect(page.locator('.page-head .badge')).toHaveText('Oversize', { timeout: 30_000 });
  } finally {
    await writeFile(file, before);
  }
  await expect(page.locator('.page-head .badge')).toHaveText('Corrupt', { timeout: 30_000 });
});

test('an owner that died falls silent, a successor takes over, and the page follows', async ({
  page,
  shared,
}) => {
  test.setTimeout(300_000);
  await page.goto('/locks/atlas');
  const badge = page.locator('.page-head .badge');
  await expect(badge).toHaveText('Silent', { timeout: 90_000 });
  await expect(page.getByText('That the owner has fenced itself', { exact: false })).toBeVisible();
  await expectAccessible(page);

  const store = openLocalStore({ root: shared.lake });
  const engine = openEngine({ store, clock: systemClock, random: systemRandom, conditionalDelete: true });
  const lock = engine.ownLock('_vamplate/clusters/atlas');
  const outcome = await lock.acquire({ operation: 'serve', pid: process.pid, takeOver: 'after_silence' });
  if (outcome.kind !== 'held') throw new Error(outcome.message);
  try {
    await expect(badge).toHaveText('Beating', { timeout: 60_000 });
    await expect(page.getByRole('row').filter({ hasText: 'Taken over after a claim' })).toBeVisible();
  } finally {
    await outcome.lock.release();
  }
  await expect(badge).toHaveText('Released', { timeout: 60_000 });
});
