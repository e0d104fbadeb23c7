/** Story: people sign in through an OpenID provider on another site, or are told why not, and sign out here or everywhere. */
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { clientSecret, type ProviderProcess, startProvider } from '@/lib/server/testing/provider-process';
import { freePort, type RunningConsole, startConsole } from './support/console';
import { expect, expectAccessible, test } from './support/story';

test.use({ role: null });
/** Two browsers go to the provider and back more than once. */
test.describe.configure({ timeout: 300_000 });

let console: RunningConsole;
let provider: ProviderProcess;

test.beforeAll(async ({ shared }) => {
  test.setTimeout(600_000);
  const port = await freePort();
  const oidc = {
    issuer: `http://localhost:${port}`,
    clientId: 'vamplate',
    label: 'Acme',
    scope: 'openid lance',
    roles: [{ claim: 'groups', value: 'lance-operators', role: 'operator' }],
  };
  console = await startConsole({
    args: ['--no-demo', '--lake', `file://${shared.lake}`],
    env: { VAMPLATE_OIDC: JSON.stringify(oidc), VAMPLATE_OIDC_CLIENT_SECRET: clientSecret },
  });
  provider = await startProvider(console.baseUrl, port);
});
test.afterAll(async () => {
  await provider?.stop();
  await console?.stop();
});

/** Whatever a page asks for lies at the console or at the provider, and no policy of ours is broken on the way. */
async function visit(browser: Browser, act: (page: Page, context: BrowserContext) => Promise<void>) {
  const context = await browser.newContext();
  const trespasses: string[] = [];
  const home = new URL(console.baseUrl).origin;
  // The provider's own page asks elsewhere for a font: it does not get it, and that is not ours.
  await context.route(
    (url) => /^https?:$/.test(url.protocol) && ![home, provider.issuer].includes(url.origin),
    (route) => {
      if (!route.request().frame().url().startsWith(provider.issuer)) trespasses.push(route.request().url());
      return route.abort();
    },
  );
  context.on('console', (message) => {
    const ours = message.page()?.url().startsWith(home) ?? false;
    if (ours && /Content Security Policy/i.test(message.text())) trespasses.push(message.text());
  });
  try {
    await act(await context.newPage(), context);
    expect(trespasses).toEqual([]);
  } finally {
    await context.close();
  }
}

async function signInAt(page: Page, login: string): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await fillIn(page, login);
}

async function fillIn(page: Page, login: string): Promise<void> {
  await expect(page).toHaveURL(new RegExp(`^${provider.issuer}/interaction/`));
  await page.getByPlaceholder('Enter any login').fill(login);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: /oidc:olga/ }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('an operator comes back from the provider to the page asked for, and signs out', async ({ browser }) => {
  await visit(browser, async (page, context) => {
    await page.goto(`${console.baseUrl}/datasets?sort=name`);
    await expect(page.getByRole('link', { name: 'Sign in with Acme' })).toBeVisible();
    await expect(page.getByLabel('Token')).toBeVisible();
    await expectAccessible(page);

    await signInAt(page, 'olga');
    await expect(page).toHaveURL(`${console.baseUrl}/datasets?sort=name`);
    await expect(page.getByRole('button', { name: /oidc:olga/ })).toBeVisible();
    const ours = (await context.cookies(console.baseUrl)).filter(({ domain }) => domain === '127.0.0.1');
    const port = new URL(console.baseUrl).port;
    expect(ours).toEqual([
      expect.objectContaining({ name: `vamplate-${port}`, httpOnly: true, sameSite: 'Lax' }),
    ]);

    await choose(page, 'Sign out');
    await expect(page).toHaveURL(`${console.baseUrl}/sign-in`);
    await page.goto(`${console.baseUrl}/datasets`);
    await expect(page).toHaveURL(/\/sign-in\?next=/);
  });
});

test('somebody without a mapped role is told so, gets no session, and may use another account', async ({
  browser,
}) => {
  await visit(browser, async (page, context) => {
    await page.goto(`${console.baseUrl}/sign-in`);
    await signInAt(page, 'nobody');
    const alert = page.getByRole('alert').filter({ hasText: 'Acme' });
    await expect(alert).toContainText("this console's configuration maps no role to your account");
    await expectAccessible(page);
    expect((await context.cookies(console.baseUrl)).filter(({ domain }) => domain === '127.0.0.1')).toEqual(
      [],
    );

    await alert.getByRole('link', { name: 'Use another account' }).click();
    await fillIn(page, 'olga');
    await expect(page.getByRole('button', { name: /oidc:olga/ })).toBeVisible();
  });
});

test('signing out everywhere ends the session of another browser too', async ({ browser }) => {
  await visit(browser, async (left, leftContext) => {
    await left.goto(`${console.baseUrl}/sign-in`);
    await signInAt(left, 'olga');
    await expect(left.getByRole('button', { name: /oidc:olga/ })).toBeVisible();
    const kept = await leftContext.cookies(console.baseUrl);
    await visit(browser, async (page) => {
      await page.goto(`${console.baseUrl}/sign-in`);
      await signInAt(page, 'olga');
      await choose(page, 'Sign out everywhere');
      await expect(page).toHaveURL(/\/sign-in/);
    });
    const cookie = kept.map(({ name, value }) => `${name}=${value}`).join('; ');
    const reply = await fetch(`${console.baseUrl}/api/v1/session`, { headers: { cookie } });
    expect(reply.status).toBe(401);
    await left.goto(`${console.baseUrl}/datasets`);
    await expect(left).toHaveURL(/\/sign-in\?next=/);

    // The count moved on for sessions that stood, not for new ones; Settings has the same button.
    await signInAtAgain(left);
    await left.goto(`${console.baseUrl}/settings`);
    await left.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expect(left).toHaveURL(/\/sign-in/);
  });
});

/** The provider still knows this browser and asks nothing. */
async function signInAtAgain(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Sign in with Acme' }).click();
  await expect(page.getByRole('button', { name: /oidc:olga/ })).toBeVisible();
}
