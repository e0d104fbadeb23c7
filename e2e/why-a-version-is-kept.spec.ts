/** Story: an operator asks of a version why it is still alive, by mouse, by keyboard, by table and on its own page. */
import type { Page } from '@playwright/test';
import { pageOf } from './support/demo';
import { expect, test } from './support/story';

/** The version below the pointer or the arrows, as the slider says it. */
async function looked(page: Page): Promise<number> {
  const text = await page.getByRole('slider', { name: 'Versions of events' }).getAttribute('aria-valuetext');
  const version = /^version (\d+)/.exec(text ?? '')?.[1];
  expect(version, `the slider says ${text}`).toBeDefined();
  return Number(version);
}

const card = (page: Page) => page.getByRole('complementary', { name: /v\d+/ });

test.beforeEach(async ({ page }) => {
  await page.goto(pageOf('events', '/versions'));
  await expect(page.getByRole('slider', { name: 'Versions of events' })).toBeVisible();
  await expect(page.getByRole('table', { name: /Versions of events/ })).toBeVisible();
});

test('by mouse: the card names holder, age, end and who honours it; a click pins it in the address', async ({
  page,
}) => {
  const stage = page.getByRole('slider', { name: 'Versions of events' });
  const box = await stage.boundingBox();
  if (box === null) throw new Error('the ribbon has no place');
  await page.mouse.move(box.x + box.width * 0.5, box.y + 60);
  const first = await looked(page);
  await expect(card(page).getByRole('heading', { name: `v${first}` })).toBeVisible();
  await page.mouse.move(box.x + box.width * 0.8, box.y + 60);
  expect(await looked(page)).toBeGreaterThan(first);

  await page.mouse.click(box.x + box.width * 0.5, box.y + 60);
  await expect(page).toHaveURL(new RegExp(`[?&]v=${first}(&|$)`));
  await page.reload();
  await expect(card(page).getByRole('heading', { name: `v${first}` })).toBeVisible();
});

test('a leased version: who holds it, since when, until when, and that released cleaners do not honour it', async ({
  page,
}) => {
  await page.goto(`${pageOf('events', '/versions')}?kept=lease&span=all`);
  const version = await page.request
    .get('/api/v1/datasets/demo/events.lance/leases')
    .then(
      async (reply) =>
        (await reply.json()).items.find(
          (one: { holder: { label: string } | null }) => one.holder?.label === 'nightly export',
        ).version as string,
    );
  await page.goto(`${pageOf('events', '/versions')}?v=${version}&span=all`);
  const lease = card(page).getByRole('listitem').filter({ hasText: 'Lease' });
  await expect(lease).toContainText('Held by nightly export');
  await expect(lease).toContainText(/Ends when .*: \d+ d.* left/);
  await expect(lease).toContainText('Only lease-aware cleaners honour it.');
  await expect(lease.locator('.when')).toHaveText(/^\d+ (s|m|h)/);
  await expect(lease.getByRole('button', { name: /left/ })).toHaveAttribute('data-tip', /\d{4}.*UTC/);
});

test('by keyboard: arrows walk, Shift leaps to held ones, Home and End, Enter pins, Escape lets go', async ({
  page,
}) => {
  await page.getByRole('button', { name: 'All', exact: true }).click();
  const stage = page.getByRole('slider', { name: 'Versions of events' });
  await stage.focus();
  await page.keyboard.press('End');
  const newest = await looked(page);
  await page.keyboard.press('ArrowLeft');
  expect(await looked(page)).toBe(newest - 1);
  await page.keyboard.press('ArrowRight');
  expect(await looked(page)).toBe(newest);
  await page.keyboard.press('Shift+ArrowLeft');
  const held = await looked(page);
  expect(held).toBeLessThan(newest);
  await expect(card(page).getByRole('heading', { name: `Why v${held} is kept` })).toBeVisible();
  await expect(card(page).getByRole('listitem').first()).toBeVisible();

  await page.keyboard.press('Home');
  expect(await looked(page)).toBe(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/[?&]v=2(&|$)/);
  await expect(stage).toHaveAttribute('aria-valuetext', 'version 2, pinned');
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/[?&]v=/);
  expect(await looked(page)).toBe(2);
});

test('the table twin tells the same marks', async ({ page }) => {
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await page.getByRole('button', { name: 'Show as table' }).click();
  const twin = page.getByRole('table', { name: /Marks on the versions/ });
  for (const [kind, subject] of [
    ['Tag', 'audit.q3'],
    ['Tag', 'release-2026-09'],
    ['Branch', 'hotfix-1'],
    ['Lease', ''],
  ] as const) {
    await expect(
      twin.getByRole('row').filter({ hasText: kind }).filter({ hasText: subject }).first(),
    ).toBeVisible();
  }
  const tag = twin.getByRole('row').filter({ hasText: 'release-2026-09' });
  const version = (await tag.getByRole('rowheader').textContent()) ?? '';
  await tag.getByRole('button', { name: version }).click();
  await expect(page).toHaveURL(new RegExp(`[?&]v=${version.slice(1)}(&|$)`));
  await expect(card(page)).toContainText('Tag release-2026-09');
  await expect(card(page)).toContainText('Every cleaner honours it.');
});

test('the table of versions filters by reason, and a version has a page of its own', async ({ page }) => {
  const rows = page.getByRole('table', { name: /Versions of events/ }).getByRole('row');
  await expect.poll(() => rows.count()).toBeGreaterThan(20);
  await page.getByRole('link', { name: 'Tags', exact: true }).click();
  await expect(page).toHaveURL(/kept=tag/);
  // The heading and at most the demo's four tags: nothing that no tag keeps.
  await expect.poll(() => rows.count()).toBeLessThanOrEqual(5);
  await expect(rows.filter({ hasText: 'audit.q3' })).toHaveCount(1);
  await rows.filter({ hasText: 'audit.q3' }).getByRole('link').first().click();
  await card(page).getByRole('link', { name: 'Details' }).click();
  await expect(page).toHaveURL(/\/versions\/\d+$/);
  const version = new URL(page.url()).pathname.split('/').at(-1);
  await expect(page.getByRole('heading', { name: `Version ${version}` })).toBeVisible();
  const reasons = page.getByRole('region', { name: 'Why it is kept' });
  await expect(reasons).toContainText('Tag audit.q3');
  await expect(reasons).toContainText('Holder not recorded.');
  await expect(reasons).toContainText('Earliest reclaim');
  await page.getByRole('link', { name: `Show v${version} in the ribbon` }).click();
  await expect(page).toHaveURL(new RegExp(`[?&]v=${version}(&|$)`));
});

test('the ribbon says of a branch what its own versions are kept by', async ({ page }) => {
  await page.goto(`${pageOf('events', '/versions')}?branch=${encodeURIComponent('experiment/ranking')}`);
  await expect(
    page.getByRole('slider', { name: 'Versions of events, branch experiment/ranking' }),
  ).toBeVisible();
  await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
});
