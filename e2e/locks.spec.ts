/** Story: who holds a lock, is it alive, what would an unlock need; the page follows silence and take-over by itself. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { lockRoots } from './support/demo';
import { expect, expectAccessible, test } from './support/story';

const badge = (page: Page) => page.locator('.page-head .badge');
const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });

test('watch: the board tells an owner that beats, and its page shows each beat that comes', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Locks' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Locks' })).toBeVisible();
  for (const root of lockRoots) await expect(rowOf(page, root)).toBeVisible();
  await expect(rowOf(page, 'brain')).toContainText('Beating', { timeout: 60_000 });
  await expect(rowOf(page, 'archive')).toContainText('Corrupt');
  await expectAccessible(page);

  await rowOf(page, 'brain').getByRole('link', { name: 'brain' }).click();
  await expect(page.getByText('It is held by an owner that beats.')).toBeVisible();
  await expect(page.locator('.track [aria-current="step"]')).toContainText('Held');
  // The server watches before the demo's owner begins, unless that one was quicker.
  await expect(
    page.getByText(/Acquired while it was free|Held already when this server began/),
  ).toBeVisible();
  await expect(page.getByText('That what it had accepted is done.', { exact: true })).toBeVisible();
  await expect(page.getByText('they would say locked: true.')).toBeVisible();
  const newest = page.getByRole('region', { name: 'Record' }).locator('dt:has-text("Newest beat") + dd code');
  const before = await newest.textContent();
  await expect(newest).not.toHaveText(before ?? '', { timeout: 60_000 });
  await expectAccessible(page);
});

test('corrupt: its bytes, why no id can unlock it, and a button that only says so', async ({ page }) => {
  await page.goto('/locks/archive');
  await expect(badge(page)).toHaveText('Corrupt');
  await expect(page.locator('pre.excerpt')).toContainText('"lock_id": "01M7MBR2QRT5N2C9');
  await expect(page.locator('.track [aria-current="step"]')).toHaveCount(0);
  await expect(page.getByText('Stock tools would say locked: true, without a lock id.')).toBeVisible();
  const unlock = page.getByRole('region', { name: 'Quarantine the record' });
  await expect(unlock).toContainText('never unlocked by an id');
  const button = unlock.getByRole('button', { name: /^Quarantine the lock of archive/ });
  await expect(button).toHaveAttribute('aria-disabled', 'true');
  await button.click({ force: true });
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);

  await page.goto('/');
  const item = page.getByRole('listitem').filter({ hasText: 'The lock record cannot be read' });
  await expect(item).toContainText('archive');
  await item.getByRole('link', { name: 'Show lock' }).click();
  await expect(page).toHaveURL('/locks/archive');
});

test('oversize: what stock tools say of it is not to be relied on; put right, the page follows', async ({
  page,
  shared,
}) => {
  const file = path.join(shared.lake, 'clusters/archive/__cluster/lock.json');
  const before = await readFile(file);
  await page.goto('/locks/archive');
  await expect(badge(page)).toHaveText('Corrupt');
  try {
    await writeFile(file, 'x'.repeat(70_000));
    await expect(badge(page)).toHaveText('Oversize');
    await expect(page.getByText(/would say locked: false, with a warning/)).toBeVisible();
    await expect(page.getByText('larger than 65,536 bytes', { exact: false })).toBeVisible();
    await expectAccessible(page);
  } finally {
    await writeFile(file, before);
  }
  await expect(badge(page)).toHaveText('Corrupt');
});

test('silent: an owner that died is late, then silent; Overview and the rail say so, and not that it is dead', async ({
  page,
}) => {
  await page.goto('/locks/atlas');
  await expect(badge(page)).toHaveText('Silent', { timeout: 90_000 });
  await expect(page.locator('.track [aria-current="step"]')).toContainText('Silent');
  await expect(page.getByText('That the owner has fenced itself', { exact: false })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Time axis of beats' })).toContainText('missed');
  await expectAccessible(page);

  await page.goto('/');
  const item = page.getByRole('listitem').filter({ hasText: 'The owner of this lock is silent' });
  await expect(item).toContainText('atlas');
  await expect(item).toContainText('It may still be stopped and not dead.');
  // Red for the record that nobody can read: the worse of the two is counted.
  const rail = page.getByRole('navigation', { name: 'Main' });
  await expect(rail.getByRole('link', { name: /^Locks/ })).toContainText('1 refusing or damaged');
});

test('take-over: a successor claims and wins, the page follows it to its release', async ({
  page,
  shared,
}) => {
  test.setTimeout(300_000);
  await page.goto('/locks/atlas');
  await expect(badge(page)).toHaveText('Silent', { timeout: 90_000 });
  const store = openLocalStore({ root: shared.lake });
  const engine = openEngine({ store, clock: systemClock, random: systemRandom, conditionalDelete: true });
  const lock = engine.ownLock('_vamplate/clusters/atlas');
  const request = { operation: 'serve', pid: process.pid, leaseMs: 30_000 } as const;
  const outcome = await lock.acquire({ ...request, takeOver: 'after_silence' });
  if (outcome.kind !== 'held') throw new Error(outcome.message);
  try {
    await expect(badge(page)).toHaveText('Beating', { timeout: 60_000 });
    await expect(rowOf(page, 'Taken over after a claim')).toBeVisible();
    const owners = page.getByRole('region', { name: 'Owners seen, newest first' });
    await expect(owners).toContainText(`serve, process ${process.pid}`);
  } finally {
    await outcome.lock.release();
  }
  try {
    await expect(badge(page)).toHaveText('Released', { timeout: 60_000 });
    await expect(page.getByText('a released record keeps its five members', { exact: false })).toBeVisible();
  } finally {
    // As it was for the other stories: held by an owner that is dead.
    const dead = await lock.acquire(request);
    if (dead.kind === 'held') await dead.lock.drop();
  }
});
