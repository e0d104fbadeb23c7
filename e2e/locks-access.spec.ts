/** Story: locks are there for whoever has no mouse or only a phone, and for nobody who is not signed in. */
import { lockRoots } from './support/demo';
import { expectFocusSeen, goTo, tabTo } from './support/keyboard';
import { expect, expectAccessible, test } from './support/story';

test('by keyboard alone: to the board, into a lock, along its evidence to the button that says why it waits', async ({
  page,
}) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await goTo(page, 'k', '/locks');
  await expect(page.locator('[data-row-link]').first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('j');
  await expectFocusSeen(page);
  const second = page.locator('[data-row-link]').nth(1);
  await expect(second).toBeFocused();
  await expect(second).toHaveText('atlas');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/locks/atlas');
  await expect(page.getByRole('heading', { level: 1, name: 'Lock of atlas' })).toBeVisible();

  await expect(page.getByRole('region', { name: 'Time axis of beats' })).toBeVisible();
  await tabTo(page, 'region', 'Time axis of beats');
  await tabTo(page, 'button', 'Copy lock id');
  await tabTo(page, 'button', 'Force unlock atlas');
  const button = page.getByRole('button', { name: 'Force unlock atlas' });
  await expect(button).toHaveAccessibleDescription(/^Needs first: /);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/locks/atlas');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('under a finger: from the rail to a lock, nothing wider than the screen, the newest beat in sight', async ({
    page,
  }) => {
    await page.goto('/');
    const rail = page.getByRole('navigation', { name: 'Main' });
    await rail.getByRole('link', { name: 'Locks' }).tap();
    await page.getByRole('row').filter({ hasText: 'brain' }).getByRole('link', { name: 'brain' }).tap();
    await expect(page.getByRole('heading', { level: 1, name: 'Lock of brain' })).toBeVisible();
    await expect(page.locator('.page-head .badge')).toHaveText('Beating', { timeout: 60_000 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const axis = page.getByRole('region', { name: 'Time axis of beats' });
    await axis.scrollIntoViewIfNeeded();
    const newest = await axis.locator('circle.lock-beat').last().boundingBox();
    expect(newest?.x).toBeGreaterThan(0);
    expect(newest?.x).toBeLessThan(390);
    await expectAccessible(page);
  });
});

test.describe('nobody signed in', () => {
  test.use({ role: null });

  test('learns of no lock: neither a page, nor its payload, nor an endpoint names an owner or a root', async ({
    request,
    shared,
  }) => {
    const headers = { authorization: `Bearer ${shared.tokens.viewer}` };
    const asViewer = await fetch(`${shared.baseUrl}/api/v1/locks`, { headers });
    const { items } = (await asViewer.json()) as {
      items: { uri: string; owner: { lockId: string } | null }[];
    };
    const secrets = items.flatMap(({ uri, owner }) => [uri, ...(owner === null ? [] : [owner.lockId])]);
    expect(secrets.length).toBeGreaterThan(3);

    const told: string[] = [];
    for (const address of ['/locks', ...lockRoots.map((root) => `/locks/${root}`)]) {
      const page = await request.get(address, { maxRedirects: 0 });
      expect(page.status(), address).toBe(307);
      expect(page.headers().location, address).toMatch(/^\/sign-in/);
      const payload = await request.get(`${address}?_rsc`, { headers: { RSC: '1' }, maxRedirects: 0 });
      told.push(await page.text(), await payload.text());
      const endpoint = await request.get(`/api/v1${address}`);
      expect(endpoint.status(), address).toBe(401);
      told.push(await endpoint.text());
    }
    expect(secrets.filter((secret) => told.some((text) => text.includes(secret)))).toEqual([]);
  });
});
