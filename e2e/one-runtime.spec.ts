/** Story: whichever module copy answers, an operator speaks to one process state: routes and pages name the same runtime. */
import { expect, test } from './support/story';

test('two routes and a page name one runtime', async ({ page }) => {
  const named = async (path: string) => (await page.request.get(path)).headers()['x-vamplate-runtime'];
  const first = await named('/api/v1/lakes');
  expect(first).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  expect(await named('/api/v1/datasets/demo/events.lance/versions')).toBe(first);
  await page.goto('/settings');
  await expect(page.getByRole('definition').filter({ hasText: first ?? '' })).toBeVisible();
});
