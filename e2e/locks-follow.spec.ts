/**
 * Story: with a lease of 3 s, an owner is killed and another is stopped and continued; the page of the lock follows each
 * turn by itself while real processes win, lose and fence. Told on a local folder and on a real S3 server.
 */
import type { BrowserContext, Page } from '@playwright/test';
import { StoryProcess } from '@/lib/testing/lock-stories/story-process';
import { type LockStoryPlace, openLockPlace, type PlaceKind, servesS3 } from './support/lock-place';
import { expect, expectAccessible, signIn, test } from './support/story';

test.use({ role: null });

/** Where no S3 server can be had, `check` says so of everything that needs one. */
const kinds: readonly PlaceKind[] = servesS3 ? ['local', 's3'] : ['local'];

for (const kind of kinds) {
  test.describe(`the page of a lock (${kind})`, () => {
    let place: LockStoryPlace;
    let processes: StoryProcess[];

    test.beforeAll(async () => {
      test.setTimeout(600_000);
      place = await openLockPlace(kind);
    });
    test.afterAll(() => place?.close());
    test.beforeEach(() => {
      processes = [];
    });
    test.afterEach(() => Promise.all(processes.map((one) => one.kill())));

    function start(): StoryProcess {
      const process = new StoryProcess(place.uri, place.kind);
      processes.push(process);
      return process;
    }

    test('goes from beating over late to silent, and to the successor that takes over', async ({
      browser,
    }) => {
      const context = await browser.newContext();
      const page = await open(context, place);
      const owner = start();
      const { lockId } = await owner.says('held');
      await expect(badge(page)).toHaveText('Beating');
      await expect(page.getByRole('region', { name: 'Record' })).toContainText(lockId);

      const seen = await badgesOf(page);
      await owner.kill();
      await expect(badge(page)).toHaveText('Silent');
      expect(inOrder(await seen(), ['Beating', 'Late', 'Silent'])).toBe(true);
      await expect(page.locator('.track [aria-current="step"]')).toContainText('Silent');
      await expectAccessible(page);

      const successor = start();
      const held = await successor.says('held');
      expect(held.tookOverFrom).toBe(lockId);
      await expect(badge(page)).toHaveText('Beating');
      await expect(page.getByRole('region', { name: 'Record' })).toContainText(held.lockId);
      const change = page.getByRole('row').filter({ hasText: 'Taken over after a claim' });
      await expect(change).toBeVisible();
      await successor.end();
      await expect(badge(page)).toHaveText('Released');
      await context.close();
    });

    test('follows an owner that is stopped past its take-over; continued, it fences itself and writes nothing', async ({
      browser,
    }) => {
      const context = await browser.newContext();
      const page = await open(context, place);
      const owner = start();
      const { lockId } = await owner.says('held');
      await owner.says('sent');
      await expect(badge(page)).toHaveText('Beating');
      const next = start();
      await next.says('refused');

      owner.signal('SIGSTOP');
      const held = await next.says('held');
      expect(held.tookOverFrom).toBe(lockId);
      const record = page.getByRole('region', { name: 'Record' });
      await expect(record).toContainText(held.lockId);
      await expect(badge(page)).toHaveText('Beating');

      const sent = owner.sent(lockId);
      expect(sent).toBeGreaterThan(0);
      owner.signal('SIGCONT');
      expect(await owner.says('fenced')).toMatchObject({ lockId, reason: 'lapsed' });
      // It may have been stopped between the look that let one effect out and the line about it. What it had sent may
      // have landed; nothing more of it ever does, however long it runs on beside the other.
      const last = owner.sent(lockId);
      expect(last).toBeLessThanOrEqual(sent + 1);
      await next.says('sent', next.lines.length);
      expect(owner.sent(lockId)).toBe(last);
      expect(await place.worked(lockId)).toBeLessThanOrEqual(last);
      await expect(badge(page)).toHaveText('Beating');
      await expect(record).toContainText(held.lockId);
      await expect(
        page.getByRole('row').filter({ hasText: 'Taken over after a claim' }).first(),
      ).toBeVisible();
      await context.close();
    });
  });
}

async function open(context: BrowserContext, place: LockStoryPlace): Promise<Page> {
  await signIn(context, place.console, 'viewer');
  const page = await context.newPage();
  await page.goto(`${place.console.baseUrl}/locks/${place.root}`);
  await expect(badge(page)).toBeVisible();
  return page;
}

function badge(page: Page) {
  return page.locator('.page-head .badge');
}

/** Every word that the badge has from now on; nobody reads the page again by hand. */
async function badgesOf(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const words: string[] = [];
    const note = () => {
      const word = document.querySelector('.page-head .badge')?.textContent ?? '';
      if (word !== words.at(-1)) words.push(word);
    };
    note();
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    Object.assign(window, { badgeWords: words });
  });
  return () => page.evaluate(() => (window as unknown as { badgeWords: string[] }).badgeWords);
}

function inOrder(words: readonly string[], wanted: readonly string[]): boolean {
  let at = 0;
  for (const word of words) if (word === wanted[at]) at += 1;
  return at === wanted.length;
}
