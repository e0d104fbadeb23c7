/** Status pages as strangers read them: signed out, by name and by secret link, with and without script, on a phone, on paper, from a file. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { APIRequestContext, Page } from '@playwright/test';
import { startConfigured } from './support/configured-console';
import { testOn } from './support/own-console';
import { askStatus, maintenance, makePage, openIncident } from './support/status-place';
import { expect, expectAccessible, watch } from './support/story';
import { writeTable } from './support/tables';

const lake = 'story';
const test = testOn(() =>
  startConfigured(async (data) => {
    const folder = path.join(data, 'lake');
    await writeTable({ uri: folder }, 'roads');
    const published = path.join(data, 'published');
    await mkdir(published);
    return {
      lakes: [{ id: lake, uri: pathToFileURL(folder).href }],
      statusExport: { uri: pathToFileURL(published).href, pages: { maps: 'maps.html' } },
    };
  }),
);
test.use({ role: null });
test.describe.configure({ mode: 'serial' });

const forms = ['', '/status.json', '/feed.atom', '/badge.svg', '/export.html'];
const made = /^Made \d\d:\d\d UTC; after \d\d:\d\d do not rely on it$/;

/** Reads again until a sample was taken: nothing is said of what nobody has read. */
async function openSampled(page: Page, address: string): Promise<void> {
  await expect(async () => {
    await page.goto(address);
    await expect(page.getByRole('status')).toHaveText(made, { timeout: 1_000 });
  }).toPass({ timeout: 120_000 });
}

async function told(request: APIRequestContext, address: string) {
  const reply = await request.get(address);
  const { 'x-request-id': _, date: __, ...headers } = reply.headers();
  return { status: reply.status(), headers, body: (await reply.body()).toString('latin1') };
}

test('a public page is read signed out, in every form, and costs a cookie nobody', async ({
  page,
  request,
  own,
}) => {
  await makePage(request, own, { slug: 'maps', title: 'Maps <status>' });
  await openSampled(page, '/status/maps');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Everything works');
  await expect(page.getByRole('listitem').filter({ hasText: 'Road map' })).toContainText('Working');
  expect(await page.context().cookies()).toEqual([]);
  for (const scheme of ['light', 'dark'] as const) {
    for (const width of [1440, 390]) {
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
  for (const word of ['JSON', 'Atom', 'Badge', 'Copy']) {
    await expect(page.getByRole('navigation').getByRole('link', { name: word })).toBeVisible();
  }
  for (const form of forms) {
    const first = await request.get(`/status/maps${form}`);
    expect(first.status()).toBe(200);
    const etag = first.headers().etag ?? '';
    const again = await request.get(`/status/maps${form}`, { headers: { 'if-none-match': etag } });
    expect([again.status(), (await again.body()).length]).toEqual([304, 0]);
    const head = await request.head(`/status/maps${form}`);
    expect([head.status(), head.headers().etag, (await head.body()).length]).toEqual([200, etag, 0]);
    expect(first.headers()['content-security-policy']).toContain('sandbox allow-scripts');
    expect(first.headers()['set-cookie']).toBeUndefined();
  }
  expect((await request.post('/status/maps', { data: {} })).status()).toBe(405);
});

test('feed and badge are XML that a browser takes, whatever the title', async ({ page, request }) => {
  await page.goto('/status/maps');
  for (const [form, name] of [
    ['/feed.atom', 'feed'],
    ['/badge.svg', 'svg'],
  ] as const) {
    const text = await (await request.get(`/status/maps${form}`)).text();
    const parsed = await page.evaluate((xml) => {
      const { documentElement } = new DOMParser().parseFromString(xml, 'application/xml');
      return { name: documentElement.nodeName, title: documentElement.querySelector('title')?.textContent };
    }, text);
    expect(parsed.name).toBe(name);
    expect(parsed.title).toContain('Maps <status>');
  }
});

test('an incident leads the page, maintenance is never down, and both stay in order without script', async ({
  page,
  request,
  own,
  browser,
}) => {
  await openIncident(request, own, 'maps', {
    title: 'Roads are out of date',
    text: 'We are **reloading** them. <b>No</b> [details](javascript:alert(1)), [more](https://example.org/x).',
  });
  await openSampled(page, '/status/maps');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Roads are out of date');
  const event = page.getByRole('article').filter({ hasText: 'Roads are out of date' });
  await expect(event).toContainText('We are reloading them. <b>No</b> [details](javascript:alert(1)), more.');
  await expect(event.getByRole('link')).toHaveAttribute('rel', 'noopener noreferrer nofollow');
  await expectAccessible(page);

  await makePage(request, own, { slug: 'works', title: 'Works' });
  await maintenance(request, own, 'works', { title: 'We move the roads' });
  await openSampled(page, '/status/works');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We move the roads');
  await expect(page.locator('.headline')).toHaveClass(/maint/);
  await expect(page.locator('.badge.stop')).toHaveCount(0);
  expect((await (await request.get('/status/works/badge.svg')).text()).includes('maintenance')).toBe(true);

  const plain = await browser.newContext({ javaScriptEnabled: false, baseURL: own.baseUrl });
  const read = await plain.newPage();
  await read.goto('/status/maps');
  await expect(read.getByRole('status')).toHaveText(made);
  const text = (await read.locator('body').textContent()) ?? '';
  const order = ['Made ', 'Maps <status>', 'Roads are out of date', 'Now and next', 'Data', 'Drawn daily'];
  const places = order.map((one) => text.indexOf(one));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(-1);
  await plain.close();
});

test('a secret link opens its page alone; revoked, expired and unknown are told alike', async ({
  page,
  request,
  own,
}) => {
  await makePage(request, own, { slug: 'hidden', title: 'For Acme', visibility: 'secret', level: 'counts' });
  const link = await askStatus(request, own, 'POST', '/hidden/links', {
    ...{ note: 'Acme', expiresAt: new Date(Date.now() + 3_600_000).toISOString() },
  });
  await openSampled(page, `/s/${link.secret}`);
  await expect(page.getByText('Road map')).toHaveCount(0);
  await expect(page.getByText('all but counts is left out')).toBeVisible();
  await page.getByRole('link', { name: 'JSON' }).click();
  await expect(page).toHaveURL(/status\.json$/);
  for (const form of forms) expect((await told(request, `/s/${link.secret}${form}`)).status).toBe(200);

  const unknown = await told(request, '/s/nothing-at-all');
  expect(unknown.status).toBe(404);
  const brief = await askStatus(request, own, 'POST', '/hidden/links', {
    ...{ note: 'Brief', expiresAt: new Date(Date.now() + 4_000).toISOString() },
  });
  await askStatus(request, own, 'DELETE', `/hidden/links/${link.link.id}`, {});
  for (const form of forms) {
    expect(await told(request, `/s/${link.secret}${form}`)).toEqual(unknown);
    expect(await told(request, `/status/hidden${form}`)).toEqual(unknown);
    expect(await told(request, `/status/nobody${form}`)).toEqual(unknown);
  }
  await expect.poll(async () => (await told(request, `/s/${brief.secret}`)).status).toBe(404);
  for (const form of forms) expect(await told(request, `/s/${brief.secret}${form}`)).toEqual(unknown);
});

test('a copy opens from a file, asks for nothing, says when it is old, and is published where it should be', async ({
  request,
  browser,
  own,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'vamplate-copy-'));
  const file = path.join(folder, 'status.html');
  await writeFile(file, await (await request.get('/status/maps/export.html')).body());
  const context = await browser.newContext();
  // What has no host has the origin `null`.
  const trespasses = await watch(context, 'null');
  const asked: string[] = [];
  context.on('request', (one) => asked.push(one.url()));
  const copy = await context.newPage();
  await copy.goto(pathToFileURL(file).href);
  await expect(copy.getByRole('status')).toHaveText(made);
  await expect(copy.locator('html')).not.toHaveClass(/old/);
  await expectAccessible(copy);
  await copy.clock.install({ time: Date.now() + 3_600_000 });
  await copy.reload();
  await expect(copy.getByRole('status')).toHaveText(
    /^This copy is old: made \d\d:\d\d UTC\. Do not rely on it/,
  );
  await expect(copy.locator('html')).toHaveClass(/old/);
  await expectAccessible(copy);
  expect(asked.filter((one) => !one.startsWith('file:'))).toEqual([]);
  expect(trespasses).toEqual([]);
  await context.close();
  await rm(folder, { recursive: true });
  const published = path.join(own.data, 'published', 'maps.html');
  await expect
    .poll(() => readFile(published, 'utf8').catch(() => ''), { timeout: 60_000 })
    .toBe(await (await request.get('/status/maps/export.html')).text());
});

test('on a phone there are 30 days, and on paper the addresses of links', async ({ page }) => {
  await openSampled(page, '/status/maps');
  const days = page.getByRole('img', { name: /^Road map, last 90 days/ });
  await expect(days.locator('i:visible')).toHaveCount(90);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(days.locator('i:visible')).toHaveCount(30);
  await expect(page.getByText('30 days, today right').first()).toBeVisible();
  await page.setViewportSize({ width: 794, height: 1123 });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const address = await page
    .getByRole('link', { name: 'JSON' })
    .evaluate((link) => getComputedStyle(link, '::after').content);
  expect(address).toContain('/status/maps/status.json');
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light');
  await expect(page.getByText('Skip to content')).toBeHidden();
});
