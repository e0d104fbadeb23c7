/** Story: an operator without a mouse goes from signing in to the reason a version is kept and on to another dataset. */
import { pageOf } from './support/demo';
import { expectFocusSeen, goTo, tabTo } from './support/keyboard';
import { expect, test } from './support/story';

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

    await goTo(page, 'd', /\/datasets$/);
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

    await expect(page.getByRole('slider', { name: 'Versions of events' })).toBeVisible();
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
    ['k', '/locks'],
    ['s', '/serving'],
    ['t', '/settings'],
    ['o', '/'],
  ] as const) {
    await goTo(page, key, address);
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
