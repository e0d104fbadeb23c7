/** Story: an operator can tell six states apart, and a part that fails takes nothing else with it. */
import type { Page } from '@playwright/test';
import { pageOf } from './support/demo';
import { expect, test } from './support/story';

/** Answers one endpoint as a server in trouble would. */
async function failing(
  page: Page,
  address: string,
  status: number,
  code: string,
  message: string,
): Promise<void> {
  await page.route(address, (route) =>
    route.fulfill({
      status,
      contentType: 'application/json',
      body: JSON.stringify({ error: { code, message, requestId: '01STORY', details: {} } }),
    }),
  );
}

const failedCalls: readonly (readonly [string, string, string])[] = [
  ['/', '**/api/v1/attention', 'Lakes'],
  ['/', '**/api/v1/lakes', 'a decision'],
  [pageOf('events'), '**/ribbon*', 'Versions'],
  [pageOf('events'), '**/api/v1/**/events.lance/versions*', 'Version ribbon'],
  [pageOf('events'), '**/api/v1/datasets/demo/events.lance', 'Version ribbon'],
  [pageOf('orders', '/references'), '**/intents*', 'References'],
  ['/settings', '**/capabilities', 'This browser'],
  ['/settings', '**/api/v1/session', 'demo'],
];

for (const [address, call, other] of failedCalls) {
  test(`${call} fails on ${address}: its panel says so, the rest stands`, async ({ page }) => {
    await failing(page, call, 503, 'unavailable', 'The store does not answer.');
    await page.goto(address);
    const alert = page.locator('main').getByRole('alert').first();
    await expect(alert).toContainText('The store does not answer.', { timeout: 20_000 });
    await expect(alert).toContainText('01STORY');
    await expect(page.getByRole('heading', { name: other }).first()).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();

    await page.unroute(call);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(page.locator('main').getByRole('alert')).toHaveCount(0);
  });
}

test('a later failure keeps the last good answer and says so', async ({ page }) => {
  await page.goto('/leases');
  await expect(page.getByRole('row').filter({ hasText: 'trainer-7' })).toBeVisible();
  await failing(page, '**/api/v1/leases*', 503, 'unavailable', 'The store does not answer.');
  await page.keyboard.press('r');
  const note = page.getByRole('status').filter({ hasText: 'The last read failed' });
  await expect(note).toContainText('What stands here is the last good answer.', { timeout: 20_000 });
  await expect(page.getByRole('row').filter({ hasText: 'trainer-7' })).toBeVisible();
  await page.unroute('**/api/v1/leases*');
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(note).toHaveCount(0);
});

test('six states, six faces', async ({ page }) => {
  const main = page.locator('main');
  let go = () => {};
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await test.step('loading', async () => {
    await page.route('**/api/v1/**/users.lance/leases*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(pageOf('users', '/leases'));
    await expect(main.getByRole('status').filter({ hasText: 'Reading leases.' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  });
  await test.step('empty', async () => {
    go();
    await expect(main.getByText('No lease holds a version of this dataset.')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Clear filters' })).toHaveCount(0);
  });
  await test.step('filtered to nothing', async () => {
    await page.goto('/leases?q=nobody-is-called-so');
    await expect(main.getByText('No lease matches these filters.')).toBeVisible();
    await expect(main.getByRole('link', { name: 'Clear filters' })).toBeVisible();
  });
  await test.step('not permitted', async () => {
    await page.goto('/settings');
    const probe = main.getByRole('button', { name: /Probe store/ });
    await expect(probe).toHaveAttribute('aria-disabled', 'true');
    await probe.focus();
    await expect(page.getByRole('tooltip')).toContainText('needs the role operator, this session has viewer');
    await failing(page, '**/capabilities', 403, 'forbidden', 'This needs the role operator.');
    await page.goto('/settings');
    await expect(main.getByText('Ask an administrator of this console for the role.')).toBeVisible();
  });
  await test.step('unsupported', async () => {
    await failing(
      page,
      '**/api/v1/**/users.lance/storage*',
      501,
      'unsupported',
      'This store cannot list that far.',
    );
    await page.goto(pageOf('users', '/storage'));
    await expect(main.getByText('This store cannot list that far.')).toBeVisible();
    await expect(main.getByRole('alert')).toHaveCount(0);
  });
  await test.step('failed', async () => {
    await failing(page, '**/api/v1/**/users.lance/retirements*', 500, 'internal', 'hidden');
    await page.goto(pageOf('users', '/retirement'));
    await expect(main.getByRole('alert')).toContainText('01STORY');
    await expect(main.getByRole('alert').getByRole('button', { name: 'Try again' })).toBeVisible();
  });
});
