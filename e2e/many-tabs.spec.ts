/** Story: an operator keeps eight tabs open: all of them load, all stay live, and the browser holds one event stream. */
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { datasets, pageOf } from './support/demo';
import { expect, test } from './support/story';

const tabs = 8;

test('eight tabs load, share one stream, and all hear of a change; another leads when the leader closes', async ({
  context,
  shared,
}) => {
  test.setTimeout(180_000);
  const open = new Set<string>();
  let most = 0;
  context.on('request', (request) => {
    if (!request.url().includes('/api/v1/events')) return;
    open.add(request.url());
    most = Math.max(most, open.size);
  });
  const ended = (url: string) => url.includes('/api/v1/events') && open.delete(url);
  context.on('requestfailed', (request) => ended(request.url()));
  context.on('requestfinished', (request) => ended(request.url()));

  const pages = [];
  for (let tab = 0; tab < tabs; tab += 1) {
    const page = await context.newPage();
    await page.goto(pageOf('users', '/references'));
    await expect(page.getByText('gdpr-snapshot').first()).toBeVisible();
    pages.push(page);
  }
  for (const page of pages) await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
  expect(most, [...open].join('\n')).toBe(1);

  // A stranger's hand writes a tag; nobody reloads.
  const file = (name: string) => path.join(shared.lake, datasets.users, '_refs/tags', `${name}.json`);
  const tag = JSON.stringify({ branch: null, version: 4, manifestSize: 1 });
  try {
    await writeFile(file('seen-by-all'), tag);
    for (const page of pages)
      await expect(page.getByText('seen-by-all').first()).toBeVisible({ timeout: 40_000 });

    await pages[0]?.close();
    await writeFile(file('seen-by-the-rest'), tag);
    for (const page of pages.slice(1)) {
      await expect(page.getByText('seen-by-the-rest').first()).toBeVisible({ timeout: 40_000 });
      await expect(page.getByRole('button', { name: /^Live/ })).toBeVisible();
    }
    expect(open.size).toBe(1);
  } finally {
    await rm(file('seen-by-all'), { force: true });
    await rm(file('seen-by-the-rest'), { force: true });
  }
});

test('without the stream the page says that it polls, and still learns of changes', async ({ page }) => {
  test.setTimeout(90_000);
  await page.route('**/api/v1/events*', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto('/leases');
  await expect(page.getByRole('button', { name: /^Polling/ })).toBeVisible();
  const asked = page.waitForRequest((request) => request.url().includes('/api/v1/leases'), {
    timeout: 40_000,
  });
  await asked;
});

test('paused, nothing is read again until resumed', async ({ page }) => {
  await page.goto('/leases');
  await page.getByRole('button', { name: /^Live/ }).click();
  const button = page.getByRole('button', { name: /^Paused/ });
  await expect(button).toBeVisible();
  let asked = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/leases')) asked += 1;
  });
  await page.getByRole('button', { name: 'Read again' }).click();
  await expect.poll(() => asked).toBe(1);
  await button.click();
  await expect.poll(() => asked).toBeGreaterThan(1);
});
