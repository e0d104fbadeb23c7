/** Story: every page can be used by everybody: axe finds nothing on any of them, light and dark, wide and narrow. */
import type { Page } from '@playwright/test';
import { everyPage, pageOf } from './support/demo';
import { expect, expectAccessible, test } from './support/story';

const addresses = [
  ...everyPage('events'),
  pageOf('products', '/retirement'),
  pageOf('chunks', '/leases'),
  '/references?kind=intent',
  '/sign-in',
];
const widths = [1280, 390] as const;
const themes = ['light', 'dark'] as const;

/** The theme as a cookie would have it, without loading the page again. */
async function dress(page: Page, theme: string, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 900 });
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

for (const address of addresses) {
  test(`${address} has no violation`, async ({ page }) => {
    test.setTimeout(240_000);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    for (const theme of themes) {
      for (const width of widths) {
        await test.step(`${theme}, ${width} px`, async () => {
          await dress(page, theme, width);
          await expectAccessible(page);
        });
      }
    }
  });
}

test('what opens over a page has no violation either', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  for (const theme of themes) {
    await dress(page, theme, 1280);
    await expectAccessible(page);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Theme' }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);
});
