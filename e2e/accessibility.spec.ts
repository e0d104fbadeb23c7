/** Story: every page can be used by everybody: axe finds nothing on any of them, light and dark, wide and narrow. */
import { everyPage, pageOf } from './support/demo';
import { expect, expectAccessible, test } from './support/story';

const addresses = [
  ...everyPage('events'),
  pageOf('products', '/retirement'),
  pageOf('chunks', '/leases'),
  '/references?kind=intent',
];
const widths = [1280, 390] as const;
const themes = ['light', 'dark'] as const;

for (const address of [...addresses, '/sign-in']) {
  for (const theme of themes) {
    for (const width of widths) {
      test(`${address}, ${theme}, ${width} px has no violation`, async ({ page, context, shared }) => {
        await context.addCookies([{ name: 'vamplate-theme', value: theme, url: shared.baseUrl }]);
        await page.setViewportSize({ width, height: 900 });
        await page.goto(address);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
        await expectAccessible(page);
      });
    }
  }
}

test('what opens over a page has no violation either', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('option').first()).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page);
});
