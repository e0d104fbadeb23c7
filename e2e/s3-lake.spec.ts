/**
 * Story: on a real S3 server that ignores the condition of a delete, the pages of a dataset that LanceDB wrote say which
 * buttons wait there and exactly why; what still works is done, and LanceDB sees it.
 */
import { startS3Server } from '@/bench/s3-server';
import { datasetHref } from '@/lib/contracts/dataset-id';
import { lockKey } from '@/lib/engine/lock/lock-names';
import { encodeLockRecord } from '@/lib/engine/lock/lock-record';
import { openStore } from '@/lib/engine/store/open-store';
import { dialog, notice } from './support/acting';
import { sealPlan, startRun } from './support/cleaning';
import { startConfigured } from './support/configured-console';
import { servesS3 } from './support/lock-place';
import { testOn } from './support/own-console';
import { expect, expectAccessible } from './support/story';
import { readable, type TablePlace, tagsOf, writeTable } from './support/tables';

const lake = 'bucket';
const dataset = 'events.lance';
const pageOf = (rest: string) => datasetHref(lake, dataset, rest);
const lockId = '01M7MBR2QRT5N2C9V6X3R1D0EH';

async function startOverS3() {
  const server = await startS3Server();
  const { endpoint, region, bucket } = server;
  const uri = `s3://${bucket}/lake`;
  const place: TablePlace = {
    uri,
    storageOptions: { endpoint, region, allowHttp: 'true', virtualHostedStyleRequest: 'false' },
  };
  try {
    await writeTable(place, 'events');
    // A lock that stock tools wrote and nobody beats for.
    const record = { lockId, operation: 'apply', createdAt: '2026-11-17T09:00:00.120394Z', pid: 17 };
    await openStore({ uri, endpoint, region }).put(lockKey('og/brain'), encodeLockRecord(record));
    const running = await startConfigured(() => ({
      lakes: [{ id: lake, uri, endpoint, region, pathStyle: true, gc: 'retire' }],
      clusters: [{ id: 'brain', lake, root: 'og/brain' }],
    }));
    const stop = async () => {
      const ended = await running.stop();
      await server.stop();
      return ended;
    };
    return { ...running, stop, place };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const test = testOn(startOverS3);
test.use({ role: 'admin' });

/** Where no S3 server can be had, `check` says so of everything that needs one. */
if (servesS3)
  test('the probe finds what is missing; tags, leases, a cleanup and a lock say or do exactly what that leaves', async ({
    page,
    own,
    request,
  }) => {
    const create = page.getByRole('button', { name: 'Create tag…' });
    await page.goto(pageOf('/versions/4'));
    await expect(create).toHaveAccessibleDescription(/not proven yet. Settings has the probe/);

    await page.goto('/settings');
    const panel = page.getByRole('region', { name: lake, exact: true });
    await panel.getByRole('button', { name: 'Probe store' }).click();
    await expect(panel.getByRole('row', { name: /^Delete if match/ })).toContainText('Cannot');
    await expect(panel.getByRole('row', { name: /^Replace if match/ })).toContainText('Proven');
    await expect(panel.getByRole('heading', { name: 'Works here in a lesser way' })).toBeVisible();
    await expect(panel.getByRole('heading', { name: 'Switched off here' })).toHaveCount(0);
    const lesser = panel.getByRole('listitem');
    await expect(lesser.filter({ hasText: 'Create tag' })).toContainText(
      'A3: deleting only what was read is missing.',
    );
    await expect(lesser.filter({ hasText: 'Force unlock' })).toContainText(
      'The lock is taken over by replacing it',
    );
    await expectAccessible(page);

    await test.step('a tag is made the released way, and the dialog says what that leaves open', async () => {
      await page.goto(pageOf('/versions/4'));
      await create.click();
      await expect(dialog(page)).toContainText('creating a tag is refused. In a dataset that has none');
      await dialog(page).getByLabel('Name').fill('first');
      await dialog(page).getByRole('button', { name: 'Create tag' }).click();
      await expect(notice(page)).toContainText('Tag first protects v4.');
      await expect(notice(page)).toContainText('A3: deleting only what was read is missing.');
      expect(await tagsOf(own.place, 'events')).toEqual({ first: 4 });
    });

    await test.step('a lease is taken; from then on new tags are refused, and the buttons say why', async () => {
      await page.getByRole('button', { name: 'Take lease…' }).click();
      await dialog(page).getByLabel('What will read by it').fill('weekly report');
      await dialog(page).getByRole('button', { name: 'Take lease' }).click();
      await expect(notice(page)).toContainText(/Lease [0-9a-f]{32} holds v4 until/);
      const why =
        /^This store cannot delete on a condition.*new tags are refused in a dataset that lease-aware writers use\./;
      for (const name of ['Create tag…', 'Protect this version']) {
        await expect(page.getByRole('button', { name })).toHaveAccessibleDescription(why);
        await expect(page.getByRole('button', { name })).toHaveAttribute('aria-disabled', 'true');
      }
      await page.goto(pageOf('/references'));
      await expect(create).toHaveAccessibleDescription(why);
      await create.click({ force: true });
      await expect(dialog(page)).toHaveCount(0);
      await expectAccessible(page);
    });

    await test.step('moving and deleting a tag go on', async () => {
      const row = page
        .getByRole('table', { name: 'Table of references' })
        .getByRole('row')
        .filter({ hasText: 'first' });
      await row.getByRole('button', { name: 'Move tag first' }).click();
      await dialog(page).getByLabel('Version').fill('5');
      await dialog(page).getByRole('button', { name: 'Move tag first' }).click();
      await expect(notice(page)).toContainText('Tag first was at v4 and is at v5 now.');
      expect(await tagsOf(own.place, 'events')).toEqual({ first: 5 });
      await expect(row).toContainText('v5');
      await row.getByRole('button', { name: 'Delete tag first' }).click();
      await expect(dialog(page)).toContainText(
        'a change by another writer in that last moment is not excluded',
      );
      await dialog(page).getByLabel('Reason').fill('no use any more');
      await dialog(page).getByRole('button', { name: 'Delete tag first' }).click();
      await expect(notice(page)).toContainText('Tag first of v5 is gone.');
      await expect(notice(page)).toContainText('deletes without a condition');
      expect(await tagsOf(own.place, 'events')).toEqual({});
    });

    await test.step('a lock that stock tools write is left to them, with their command', async () => {
      await page.goto('/locks/brain');
      const unlock = page.getByRole('button', { name: 'Force unlock brain…' });
      await expect(unlock).toHaveAccessibleDescription(/^Needs first: .*delete/);
      await expect(unlock).toHaveAttribute('aria-disabled', 'true');
      await expect(
        page.getByText(`cluster force-unlock ${lockId} --cluster ${own.place.uri}/og/brain`),
      ).toBeVisible();
    });

    await test.step('a cleanup goes all the way, and LanceDB reads every kept version', async () => {
      const hash = await sealPlan(request, own, [lake, dataset]);
      await page.goto(`/operations/plans/${hash}`);
      await startRun(page, dataset);
      await expect(page.locator('.title-line').getByText('Completed')).toBeVisible({ timeout: 60_000 });
      expect(await readable(own.place, 'events')).toEqual([
        [4, 10],
        [5, 20],
      ]);
    });
  });
