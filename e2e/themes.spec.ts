/** Story: an operator works in the dark: chosen once, right from the first paint, or as the system has it. */
import type { Page } from '@playwright/test';
import { expect, test } from './support/story';

const canvas = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

async function choose(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemcheckbox', { name: theme }).click();
}

test('dark by the menu holds on the next page, and the server renders it', async ({ page, context }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/');
  const light = await canvas(page);
  await choose(page, 'Dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  const dark = await canvas(page);
  expect(dark).not.toBe(light);
  expect((await context.cookies()).find(({ name }) => name === 'vamplate-theme')?.value).toBe('dark');

  // No flash: the theme stands in the document as it arrives, before any script has run.
  const html = await (await page.request.get('/datasets')).text();
  expect(html).toMatch(/<html[^>]*\sdata-theme="dark"/);
  await page.goto('/datasets', { waitUntil: 'commit' });
  await page.waitForFunction(() => document.body !== null);
  expect(await canvas(page)).toBe(dark);
});

test('as the system, until something else is chosen', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/');
  const dark = await canvas(page);
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', /./);
  await page.emulateMedia({ colorScheme: 'light' });
  const light = await canvas(page);
  expect(light).not.toBe(dark);

  await choose(page, 'Dark');
  expect(await canvas(page)).toBe(dark);
  await choose(page, 'As the system');
  expect(await canvas(page)).toBe(light);
  expect(await (await page.request.get('/')).text()).not.toContain('data-theme=');
});
