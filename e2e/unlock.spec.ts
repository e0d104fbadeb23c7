/** Story: an admin breaks a dead lock and moves an unreadable record aside, each by the exact object; a lock that changed hands stays. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { dialog, notice, outcomeOf, probe, tickAll } from './support/acting';
import { lake } from './support/demo';
import { test } from './support/own-console';
import { expect, expectAccessible } from './support/story';

test.use({ role: 'admin' });
test.beforeEach(({ own, request }) => probe(request, own, lake));

/** The watch must have proven the silence of a dead owner. */
const silentMs = 120_000;
const badge = (page: Page) => page.locator('.page-head .badge');
const readIfThere = (file: string) => readFile(file, 'utf8').catch(() => null);

/** The id of a lock whose owner is dead: the demo's, or another, where it was broken before. */
async function deadLock(root: string, file: string): Promise<{ readonly body: string; readonly id: string }> {
  if ((await readIfThere(file)) === null) {
    const store = openLocalStore({ root });
    const engine = openEngine({ store, clock: systemClock, random: systemRandom, conditionalDelete: true });
    const held = await engine.ownLock('_vamplate/clusters/atlas').acquire({ operation: 'serve', pid: 1 });
    if (held.kind !== 'held') throw new Error(held.message);
    await held.lock.drop();
  }
  const body = await readFile(file, 'utf8');
  return { body, id: (JSON.parse(body) as { lock_id: string }).lock_id };
}

/** Opens the dialog and says all but the id. */
async function askToUnlock(page: Page): Promise<void> {
  await page.goto('/locks/atlas');
  const button = page.getByRole('button', { name: 'Force unlock atlas…' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true', { timeout: silentMs });
  await button.click();
  await expect(dialog(page)).toHaveAccessibleName('Break the lock of atlas?');
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  const submit = dialog(page).getByRole('button', { name: 'Force unlock atlas' });
  await expect(submit).toHaveAccessibleDescription('Every statement must be ticked.');
  await tickAll(page);
  await expect(submit).toHaveAccessibleDescription('A reason is missing.');
  await dialog(page).getByLabel('Reason').fill('its machine is gone');
}

test('a dead lock that changed hands meanwhile stays, and the dialog says who has it', async ({
  page,
  own,
}) => {
  const file = path.join(own.lake, '_vamplate/clusters/atlas/__cluster/lock.json');
  const { body, id } = await deadLock(own.lake, file);
  await askToUnlock(page);
  const submit = dialog(page).getByRole('button', { name: 'Force unlock atlas' });
  await dialog(page).getByLabel('Full id of the lock').fill(id.slice(0, 20));
  await expect(submit).toHaveAccessibleDescription('The name is not typed exactly.');
  await dialog(page).getByLabel('Full id of the lock').fill(id);
  await expectAccessible(page);

  const another = `${id.slice(0, -1)}${id.endsWith('0') ? '1' : '0'}`;
  try {
    await writeFile(file, body.replace(id, another));
    await submit.click();
    await expect(dialog(page).getByRole('alert')).toContainText(`The lock names ${another}`);
    expect(await readFile(file, 'utf8')).toContain(another);
  } finally {
    await writeFile(file, body);
  }
});

test('a dead lock is broken by its whole id: its page follows, and Activity tells who did it and why', async ({
  page,
  own,
}) => {
  const file = path.join(own.lake, '_vamplate/clusters/atlas/__cluster/lock.json');
  const { id } = await deadLock(own.lake, file);
  await askToUnlock(page);
  await dialog(page).getByLabel('Full id of the lock').fill(id);
  await dialog(page).getByRole('button', { name: 'Force unlock atlas' }).click();
  await expect(notice(page)).toContainText(`The lock ${id} was deleted.`);
  await expect(dialog(page)).toHaveCount(0);
  expect(await readIfThere(file)).toBeNull();
  await expect(badge(page)).toHaveText('Free');
  await expect(page.getByRole('button', { name: 'Force unlock atlas…' })).toHaveAccessibleDescription(
    'Nobody holds it: there is nothing to unlock.',
  );
  await expect(page.getByRole('row').filter({ hasText: 'The record was removed' }).first()).toBeVisible();
  await expectAccessible(page);

  await page.goto('/activity');
  const row = outcomeOf(page, 'Break lock', id);
  await expect(row).toContainText('Done');
  await expect(row).toContainText('its machine is gone');
  await expect(row).toContainText('admin');
});

test('a record that nobody can read is moved aside by its ETag, and kept', async ({ page, own }) => {
  const folder = path.join(own.lake, 'clusters/archive/__cluster');
  const file = path.join(folder, 'lock.json');
  const there = await readIfThere(file);
  const torn = there ?? '{\n  "version": 1,\n  "lock_id": "torn';
  // Written again, the same bytes have another ETag: the page may have shown the one before.
  if (there === null) {
    await mkdir(folder, { recursive: true });
    await writeFile(file, torn);
  }
  await page.goto('/locks/archive');
  await expect(badge(page)).toHaveText('Corrupt');
  const button = page.getByRole('button', { name: 'Quarantine the lock of archive…' });
  await expect(button).not.toHaveAttribute('aria-disabled', 'true');
  await button.click();
  await expect(dialog(page)).toHaveAccessibleName('Move the unreadable lock record of archive aside?');
  await tickAll(page);
  await dialog(page).getByLabel('Reason').fill('torn by a full disk');
  const etag = (await dialog(page).locator('.hint code').textContent()) ?? '';
  await dialog(page).getByLabel('ETag of the record').fill(etag);
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Quarantine the lock of archive' }).click();
  await expect(notice(page)).toContainText(/The record lies at .*__cluster\/quarantine\/.+\.json now\./);
  expect(await readIfThere(file)).toBeNull();
  const [kept = ''] = await readdir(path.join(folder, 'quarantine'));
  expect(await readFile(path.join(folder, 'quarantine', kept), 'utf8')).toContain(
    torn.split('\n').at(-1) ?? '',
  );
  await expect(badge(page)).toHaveText('Free');

  await page.goto('/activity');
  const row = outcomeOf(page, 'Quarantine lock', 'unreadable lock record');
  await expect(row).toContainText('Done');
  await expect(row).toContainText('torn by a full disk');
});
