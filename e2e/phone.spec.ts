/** Story: an operator with a phone of 390 px reaches every page; nothing makes the page scroll sideways. */
import { datasetTabs } from '@/components/dataset/dataset-tabs';
import { everyPage, pageOf } from './support/demo';
import { expect, test } from './support/story';

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

const addresses = [
  ...everyPage('monthly'),
  ...datasetTabs.map((tab) => pageOf('events', `/${tab}`)),
  pageOf('products', '/retirement'),
  pageOf('chunks', '/leases'),
  pageOf('orders', '/references'),
  '/references?kind=intent',
];

for (const address of [...addresses, '/sign-in']) {
  test(`${address} fits`, async ({ page }) => {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    const wide = await page.evaluate(() => {
      const { scrollWidth } = document.documentElement;
      const beyond = [...document.querySelectorAll('body *')].filter(
        (element) =>
          element.getBoundingClientRect().right > 390.5 && !element.closest('.table-wrap, .r-frame'),
      );
      return { scrollWidth, beyond: beyond.slice(0, 5).map(({ outerHTML }) => outerHTML.slice(0, 120)) };
    });
    expect(wide.scrollWidth, JSON.stringify(wide.beyond)).toBeLessThanOrEqual(390);
  });
}

test('the rail is reached and leads from Overview to a version under a finger', async ({ page }) => {
  await page.goto('/');
  const rail = page.getByRole('navigation', { name: 'Main' });
  for (const noun of ['Datasets', 'Leases', 'Retirement', 'References', 'Locks', 'Settings', 'Overview']) {
    await rail.getByRole('link', { name: noun }).tap();
    await expect(rail.getByRole('link', { name: noun })).toHaveAttribute('aria-current', 'page');
  }
  await page.goto(pageOf('events'));
  const stage = page.getByRole('slider', { name: 'Versions of events' });
  await stage.scrollIntoViewIfNeeded();
  await stage.tap({ position: { x: 120, y: 60 } });
  await expect(page).toHaveURL(/[?&]v=\d+/);
  await expect(page.getByRole('complementary', { name: /v\d+/ })).toBeVisible();
});
