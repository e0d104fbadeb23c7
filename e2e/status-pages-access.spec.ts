/** Story: a viewer reads status pages and changes none; without a place for them the board says what is missing. */
import type { Page } from '@playwright/test';
import { startConfigured } from './support/configured-console';
import { pageOf } from './support/demo';
import { test, testOn } from './support/own-console';
import { expect, expectAccessibleInBoth } from './support/story';

const board = '/status-pages';
const make = (page: Page) => page.getByRole('button', { name: 'Make a status page…' });

test.describe('a viewer', () => {
  test.use({ role: 'viewer' });
  // Other stories share this console and count its pages.
  test.afterEach(async ({ own, request }) => {
    const address = `${own.baseUrl}/api/v1/status-pages/seen`;
    const headers = { origin: own.baseUrl, authorization: `Bearer ${own.tokens.admin}` };
    const there = await request.get(address, { headers });
    if (there.status() === 404) return;
    const { revision } = (await there.json()) as { revision: number };
    expect((await request.delete(address, { headers, data: { revision } })).status()).toBe(200);
  });

  test('reads the pages, and every button says which role it needs', async ({ page, own, request }) => {
    const made = await request.post(`${own.baseUrl}/api/v1/status-pages`, {
      headers: { origin: own.baseUrl, authorization: `Bearer ${own.tokens.admin}` },
      data: {
        ...{ slug: 'seen', title: 'Seen', level: 'labels', visibility: 'public', timeZone: 'UTC' },
        ...{ canary: false, targets: [{ kind: 'lake', lake: 'demo', label: null, description: null }] },
      },
    });
    expect(made.status(), await made.text()).toBe(200);
    const needs = 'This needs the role admin; this session has viewer.';
    await page.goto(board);
    await expect(page.getByRole('link', { name: 'Seen' })).toBeVisible();
    await expect(make(page)).toHaveAccessibleDescription(needs);
    await page.goto('/status-pages/seen');
    for (const name of ['Change…', 'Delete…', 'Make a link…', 'Tell of an incident…', 'Plan maintenance…']) {
      const button = page.getByRole('button', { name });
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription(needs);
    }
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: /^Open public page/ }).click(),
    ]);
    await expect(opened).toHaveURL(`${own.baseUrl}/status/seen`);
    await expect(opened.getByText('Seen').first()).toBeVisible();
    await opened.close();
    await expectAccessibleInBoth(page);
    await page.goto(pageOf('events'));
    await expect(page.getByRole('note').filter({ hasText: 'Shown on' })).toContainText(
      'Seen through its lake',
    );
    await expect(page.getByRole('button', { name: 'Add to a status page…' })).toHaveAccessibleDescription(
      needs,
    );
  });
});

const nowhere = testOn(() => startConfigured(() => ({ lakes: [], control: undefined })));

nowhere.describe('without a place for them', () => {
  nowhere.use({ role: 'admin' });

  nowhere('the board says what is missing and where it is set', async ({ page }) => {
    await page.goto(board);
    const says = /set control in vamplate\.config\.json/;
    await expect(page.getByText(says).first()).toBeVisible();
    await expect(make(page)).toHaveAccessibleDescription(says);
    await expectAccessibleInBoth(page);
  });
});
