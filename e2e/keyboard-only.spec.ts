/** Story: an operator without a mouse goes from signing in to the reason a version is kept and on to another dataset. */
import type { Page } from '@playwright/test';
import { pageOf } from './support/demo';
import { expect, test } from './support/story';

/** Presses Tab until the element with this role and name has the focus; every stop on the way must be seen. */
async function tabTo(page: Page, role: string, name: string | RegExp, most = 80): Promise<void> {
  for (let press = 0; press < most; press += 1) {
    await page.keyboard.press('Tab');
    await expectFocusSeen(page);
    const focused = page.locator(':focus');
    const wanted = page.getByRole(role as 'link', { name });
    if ((await focused.count()) === 1 && (await focused.and(wanted).count()) === 1) return;
  }
  throw new Error(`Tab does not reach ${role} ${name}`);
}

/** WCAG 2.4.7 and 2.4.11: the focus has an outline or a changed edge, and is not hidden outside the window. */
async function expectFocusSeen(page: Page): Promise<void> {
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    if (element === null || element === document.body) return 'nothing has the focus';
    const style = getComputedStyle(element);
    const drawn =
      (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1) ||
      style.boxShadow !== 'none';
    const box = element.getBoundingClientRect();
    const inside = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    return drawn && inside ? null : `${element.outerHTML.slice(0, 160)} drawn ${drawn}, inside ${inside}`;
  });
  expect(seen).toBeNull();
}

test.describe('from outside', () => {
  test.use({ role: null });

  test('signs in, walks to a version, reads why it is kept, and goes on to another dataset', async ({
    page,
    shared,
  }) => {
    test.setTimeout(120_000);
    await page.goto('/sign-in');
    await tabTo(page, 'textbox', 'Token', 5).catch(() => page.getByLabel('Token').focus());
    await page.keyboard.insertText(shared.tokens.viewer);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${shared.baseUrl}/`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('main')).toBeFocused();

    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await expect(page).toHaveURL(/\/datasets$/);
    await expect(page.locator('[data-row-link]').first()).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.locator('[data-row-link]').first()).toBeFocused();
    await expectFocusSeen(page);
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await expect(page.locator('[data-row-link]').first()).toBeFocused();

    await page.keyboard.press('/');
    await expect(page.getByRole('searchbox')).toBeFocused();
    // Letters that are shortcuts elsewhere are letters here.
    await page.keyboard.type('gd events?');
    await expect(page.getByRole('searchbox')).toHaveValue('gd events?');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('searchbox').press('Control+a');
    await page.keyboard.type('events');
    await expect(page.locator('[data-row-link]')).toHaveCount(1);
    await tabTo(page, 'link', 'events');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(pageOf('events'));

    await tabTo(page, 'slider', 'Versions of events');
    await page.keyboard.press('Shift+ArrowLeft');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/[?&]v=\d+/);
    await expect(
      page.getByRole('complementary', { name: /v\d+/ }).getByRole('listitem').first(),
    ).toContainText('Ends when');
    await tabTo(page, 'link', 'Details');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/versions\/\d+$/);

    await page.keyboard.press('3');
    await expect(page).toHaveURL(pageOf('events', '/leases'));
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('combobox', { name: 'Find' })).toBeFocused();
    await page.keyboard.type('products');
    await expect(page.getByRole('option', { name: /products/, selected: true })).toBeVisible();
    await expect(page.getByRole('dialog').getByRole('status')).not.toHaveText('Reading…');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'products' })).toBeVisible();
  });
});

test('G and a letter go to every noun, and back keeps working', async ({ page }) => {
  await page.goto('/settings');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  for (const [key, address] of [
    ['d', '/datasets'],
    ['l', '/leases'],
    ['r', '/retirement'],
    ['f', '/references'],
    ['s', '/settings'],
    ['o', '/'],
  ] as const) {
    await page.keyboard.press('g');
    await page.keyboard.press(key);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await page.goBack();
  await expect(page).toHaveURL('/settings');
});

test('? lists the keys, Escape closes and the focus comes back; switched off, letters do nothing', async ({
  page,
}) => {
  await page.goto('/leases');
  const search = page.getByRole('searchbox');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await page.keyboard.press('j');
  const first = page.locator('[data-row-link]').first();
  await expect(first).toBeFocused();
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toBeVisible();
  for (const words of ['Go to Leases', 'Next row', 'Find a dataset, tag, version or lease', 'Read again']) {
    await expect(help).toContainText(words);
  }
  await page.keyboard.press('g');
  await page.keyboard.press('d');
  await expect(help).toBeVisible();
  await expect(page).toHaveURL('/leases');
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);
  await expect(first).toBeFocused();

  await page.keyboard.press('?');
  await help.getByRole('link', { name: 'Switch shortcuts off' }).press('Enter');
  await expect(page).toHaveURL('/settings#shortcuts');
  const group = page.getByRole('group', { name: 'Single-letter shortcuts' });
  await group.getByRole('button', { name: 'Off' }).press('Enter');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await page.keyboard.press('?');
  await expect(help).toHaveCount(0);
  await expect(page).toHaveURL('/settings#shortcuts');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: /^Find a dataset/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(group.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true');
  await group.getByRole('button', { name: 'On', exact: true }).press('Enter');
  await page.keyboard.press('g');
  await page.keyboard.press('l');
  await expect(page).toHaveURL('/leases');
  await expect(search).toBeVisible();
});
