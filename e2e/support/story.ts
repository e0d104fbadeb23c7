/** The `test` of every story: a signed-in page, and a watch that fails on CSP violations, foreign requests and page errors. */
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type { ConsoleAddress, StoryRole } from './console';
import { addressVariable } from './global-setup';

export { expect };

interface StoryFixtures {
  /** Who `page` is signed in as; `null` for nobody. Set with `test.use({ role: 'operator' })`. */
  readonly role: StoryRole | null;
  /** What must not have happened; checked when the story ends. A story may look in between. */
  readonly trespasses: readonly string[];
}

interface WorkerFixtures {
  /** The console that all stories share. */
  readonly shared: ConsoleAddress;
}

export const test = base.extend<StoryFixtures, WorkerFixtures>({
  shared: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from the pattern
    async ({}, use) => {
      const text = process.env[addressVariable];
      if (text === undefined) throw new Error('the shared console was not started');
      await use(JSON.parse(text) as ConsoleAddress);
    },
    { scope: 'worker' },
  ],
  role: ['viewer', { option: true }],
  baseURL: ({ shared }, use) => use(shared.baseUrl),
  context: async ({ context, shared, role }, use) => {
    if (role !== null) await signIn(context, shared, role);
    await use(context);
  },
  trespasses: [
    async ({ context, shared }, use) => {
      const trespasses = await watch(context, new URL(shared.baseUrl).origin);
      await use(trespasses);
      expect(trespasses, 'CSP violations, requests to other origins and page errors').toEqual([]);
    },
    { auto: true },
  ],
});

/** Signs the whole context in through the API, as the sign-in page does. */
export async function signIn(
  context: BrowserContext,
  console: Pick<ConsoleAddress, 'baseUrl' | 'tokens'>,
  role: StoryRole,
): Promise<void> {
  const reply = await context.request.post(`${console.baseUrl}/api/v1/session`, {
    headers: { origin: console.baseUrl },
    data: { token: console.tokens[role] },
  });
  expect(reply.status(), await reply.text()).toBe(200);
}

/** Fills the returned list as things happen, in every page of the context. */
export async function watch(context: BrowserContext, origin: string): Promise<string[]> {
  const trespasses: string[] = [];
  await context.exposeBinding('vamplateViolation', (_, text: string) => {
    trespasses.push(`CSP: ${text}`);
  });
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const told = `${event.effectiveDirective} blocked ${event.blockedURI} at ${event.sourceFile}:${event.lineNumber} ${event.sample}`;
      (window as unknown as { vamplateViolation(text: string): void }).vamplateViolation(told);
    });
  });
  context.on('request', (request) => {
    const url = request.url();
    if (/^(data|blob|about):/.test(url)) return;
    if (new URL(url).origin !== origin) trespasses.push(`foreign request: ${url}`);
  });
  context.on('weberror', (error) => trespasses.push(`page error: ${error.error().message}`));
  context.on('console', (message) => {
    // Violations in the first parse of a document can come before any listener; the browser says them here too.
    if (message.type() === 'error' && /Content Security Policy/i.test(message.text())) {
      trespasses.push(`CSP: ${message.text()}`);
    }
  });
  return trespasses;
}

/** Fails with the rule, the element and the reason of everything axe finds. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page })
    // In the page itself, since no page here has a frame; otherwise each run opens one more page to put frames together.
    .setLegacyMode()
    // Only what is wrong is described: on a long table the rest is most of the time.
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  const told = violations.flatMap((violation) =>
    violation.nodes
      // A tip belongs to the element it describes, not to a landmark.
      .filter(({ target }) => !(violation.id === 'region' && target.join(' ') === '#tip'))
      .map((node) => `${violation.id}: ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  );
  expect(told).toEqual([]);
}

/** In the light and in the dark theme; it is left in the dark one. */
export async function expectAccessibleInBoth(page: Page): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    await page.evaluate((name) => {
      document.documentElement.dataset.theme = name;
    }, theme);
    await expectAccessible(page);
  }
}
