/** Story: a lake goes away under an operator's eyes; what was read stays, with its age and what is wrong; then it is back. */
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startConsole } from './support/console';
import { datasets } from './support/demo';
import { expect, signIn, test } from './support/story';

test.use({ role: null });

/** Two turns of the watch, and what a loaded machine adds. */
const noticedMs = 60_000;

test('pages keep the last data and its age, name the trouble, and recover by themselves', async ({
  browser,
  shared,
}) => {
  test.setTimeout(240_000);
  const folder = await mkdtemp(path.join(tmpdir(), 'vamplate-lake-'));
  const here = path.join(folder, 'lake');
  const away = path.join(folder, 'gone');
  await cp(path.join(shared.lake, datasets.users), path.join(here, datasets.users), { recursive: true });
  const console = await startConsole({ args: ['--no-demo', '--lake', `file://${here}`] });
  const context = await browser.newContext({ baseURL: console.baseUrl });
  try {
    await signIn(context, console, 'viewer');
    const overview = await context.newPage();
    await overview.goto('/');
    await expect(overview.getByRole('heading', { level: 1 })).toContainText('Nothing needs a decision');
    const list = await context.newPage();
    await list.goto('/datasets');
    const row = list.getByRole('row').filter({ hasText: 'users' });
    await expect(row).toContainText(/v\d+/);
    const versions = await context.newPage();
    await versions.goto('/datasets/lake/users.lance');
    await expect(versions.getByRole('table', { name: /Versions of users/ })).toBeVisible();

    await rename(here, away);
    await expect(overview.locator('ol.attention > li').first()).toContainText('Unreachable', {
      timeout: noticedMs,
    });
    await expect(overview.locator('ol.attention > li').first()).toContainText('lake');
    await expect(overview.getByRole('region', { name: 'Lakes' })).toContainText('Unreachable');
    await expect(overview.getByRole('region', { name: 'Lakes' })).toContainText('last good read');
    // Absence is never concluded from a failed read: the dataset and its versions are still there, and said to be old.
    await expect(row).toContainText(/v\d+/);
    await expect(versions.getByRole('table', { name: /Versions of users/ })).toBeVisible();
    await expect(versions.locator('main')).toContainText(
      /last (good )?(read|answer)|not complete|could not/i,
      {
        timeout: noticedMs,
      },
    );
    await list.reload();
    await expect(row).toContainText(/v\d+/);

    await rename(away, here);
    await expect(overview.getByRole('heading', { level: 1 })).toContainText('Nothing needs a decision', {
      timeout: noticedMs,
    });
    await expect(overview.getByRole('region', { name: 'Lakes' })).not.toContainText('Unreachable');
    await expect(versions.locator('main')).not.toContainText('The last read failed', { timeout: noticedMs });
  } finally {
    await context.close();
    await console.stop();
    await rm(folder, { recursive: true, force: true });
  }
});
