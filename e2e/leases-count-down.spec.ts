/** Story: an operator watches leases count down, sees who holds them where that is recorded, and new ones as they come. */
import { randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from '@playwright/test';
import { datasets, pageOf } from './support/demo';
import { expect, test } from './support/story';

/** Two turns of the server's watch and what a loaded machine adds. */
const twoIntervalsMs = 40_000;

/** `9 m 12 s left` in seconds. */
function secondsLeft(text: string): number {
  const units: Readonly<Record<string, number>> = { d: 86_400, h: 3_600, m: 60, s: 1 };
  const parts = [...text.matchAll(/(\d+) ([dhms])\b/g)];
  expect(parts.length, text).toBeGreaterThan(0);
  return parts.reduce((sum, [, figure, unit]) => sum + Number(figure) * (units[unit ?? ''] ?? Number.NaN), 0);
}

async function left(row: Locator): Promise<number> {
  return secondsLeft((await row.getByRole('button', { name: / left$/ }).textContent()) ?? '');
}

test('time left counts down without a reload, and its instant shows on focus', async ({ page }) => {
  await page.goto('/leases?state=active');
  const row = page.getByRole('row').filter({ hasText: 'trainer-7' });
  await expect(row).toBeVisible({ timeout: 90_000 });
  const first = await left(row);
  await expect.poll(() => left(row)).toBeLessThan(first);
  await row.getByRole('button', { name: / left$/ }).focus();
  await expect(page.getByRole('tooltip')).toHaveText(/\d{1,2} \w{3} \d{4}.*UTC|\d{4}-\d\d-\d\d.*/);
});

test('a holder is named where one is recorded, and nowhere else; an expired lease says so', async ({
  page,
}) => {
  await page.goto('/leases');
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  // Its lease is renewed all the time; the board may have met the one before, whose record is gone with it.
  await expect(row('trainer-7')).toContainText('fine-tune, gpu-01', { timeout: 90_000 });
  await expect(row('nightly export')).toContainText('export-parquet, batch-3');
  await expect(row('docs_chunks')).toContainText('holder not recorded');
  const expired = row('Expired');
  await expect(expired).toHaveCount(1);
  await expect(expired).toContainText(/ended \d+ h/);
  await expect(expired).toContainText('holder not recorded');

  await page.getByRole('link', { name: 'Expired' }).click();
  await expect(page.getByText('All 1 lease', { exact: false })).toBeVisible();
  await page.getByRole('searchbox').fill('trainer');
  await expect(page.getByText('No lease matches these filters.')).toBeVisible();
});

test('a lease that appears and is let go shows by itself, in the board and in the dataset', async ({
  page,
  context,
  shared,
}) => {
  test.setTimeout(4 * twoIntervalsMs);
  const id = randomUUID().replaceAll('-', '');
  const folder = path.join(shared.lake, datasets.users, '_refs/version_leases/main');
  const file = path.join(folder, `3-3600000000-${id}.lease`);
  await page.goto(pageOf('users', '/leases'));
  await expect(page.getByText('No lease holds a version of this dataset.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
  await page.evaluate(() => {
    document.body.dataset.story = 'not reloaded';
  });
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(file, '');
    const row = page.getByRole('row').filter({ hasText: id.slice(0, 12) });
    // By the stream, that is: an answer that was only asked for again announces nothing. It is said for a while only.
    // Another dataset may change in the same moment.
    const said = /users.* changed and was read again|\d+ things changed and were read again/;
    const announced = page.getByRole('status').filter({ hasText: said });
    await Promise.all([
      announced.waitFor({ timeout: twoIntervalsMs }),
      row.waitFor({ timeout: twoIntervalsMs }),
    ]);
    await expect(row).toContainText('v3');
    await expect(row).toContainText(/59 m left|1 h left/);
    const board = await context.newPage();
    await board.goto('/leases');
    await expect(board.getByRole('row').filter({ hasText: id.slice(0, 12) })).toBeVisible({
      timeout: twoIntervalsMs,
    });
  } finally {
    await rm(path.join(shared.lake, datasets.users, '_refs/version_leases'), {
      recursive: true,
      force: true,
    });
  }
  await expect(page.getByText('No lease holds a version of this dataset.')).toBeVisible({
    timeout: twoIntervalsMs,
  });
  expect(await page.evaluate(() => document.body.dataset.story)).toBe('not reloaded');
});

test('a renewal by its holder is seen: the dashboard never runs out', async ({ page }) => {
  test.setTimeout(90_000);
  await page.goto(pageOf('events', '/leases'));
  const row = page.getByRole('row').filter({ hasText: 'dashboard' });
  // It holds 45 s and is renewed after 15: without seeing a renewal the page would show less and less.
  let before = await left(row);
  await expect
    .poll(
      async () => {
        const now = await left(row);
        const renewed = now > before + 3;
        before = now;
        return renewed;
      },
      { timeout: 60_000, intervals: [1_000] },
    )
    .toBe(true);
});
