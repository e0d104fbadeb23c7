/** Story: an operator signs in with the link, once, or with a token, comes back to the page asked for, and signs out. */
import { startConsole } from './support/console';
import { pageOf } from './support/demo';
import { expect, signIn, test } from './support/story';

test.use({ role: null });

test('opens the link: it works once, and the token leaves the address', async ({ browser, shared }) => {
  const console = await startConsole({ args: ['--no-demo', '--lake', `file://${shared.lake}`] });
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const addresses: string[] = [];
    page.on('framenavigated', (frame) => addresses.push(frame.url()));
    await page.goto(console.signInLink);
    await expect(page).toHaveURL(`${console.baseUrl}/`);
    await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
    // Once gone from the address the token never comes back, and the way back does not lead to it either.
    const gone = addresses.findIndex((address) => !address.includes('#'));
    expect(addresses.slice(gone).join(' ')).not.toContain('token=');
    await page.goBack();
    expect(page.url()).not.toContain('token=');
    await page.close();
    await context.clearCookies();

    const again = await context.newPage();
    await again.goto(console.signInLink);
    await expect(again.getByRole('alert').filter({ hasText: 'not valid' })).toContainText('used already');
    expect(new URL(again.url()).hash).toBe('');
  } finally {
    await context.close();
    await console.stop();
  }
});

test('types a wrong token, reads why, then the right one, and comes back to the page asked for', async ({
  page,
  shared,
}) => {
  const asked = `${pageOf('events', '/leases')}?state=active`;
  await page.goto(asked);
  await expect(page).toHaveURL(/\/sign-in\?next=/);
  await page.getByLabel('Token').fill('not-the-token-not-the-token-not-the-token');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'token' })).toContainText('This token is not valid');

  await page.getByLabel('Token').fill(shared.tokens.operator);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(asked);
  await expect(page.getByRole('heading', { name: 'events', level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Active' })).toHaveAttribute('aria-current', 'true');
});

test('is never led away by the address', async ({ page, shared }) => {
  await page.goto(`/sign-in?next=${encodeURIComponent('//elsewhere.example/x')}`);
  await page.getByLabel('Token').fill(shared.tokens.viewer);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(`${shared.baseUrl}/`);
});

test('signs out, and the session is gone from the server too', async ({ page, context, shared }) => {
  await signIn(context, shared, 'viewer');
  const cookies = await context.cookies();
  await page.goto('/datasets');
  await page.getByRole('button', { name: /story-viewer/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/sign-in$/);
  await page.goto('/datasets');
  await expect(page).toHaveURL(/\/sign-in\?next=/);

  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const kept = await fetch(`${shared.baseUrl}/api/v1/datasets`, { headers: { cookie } });
  expect(kept.status).toBe(401);
});
