/** What a guard asks is answered from after it asked: a search under way since before knows nothing of what came meanwhile (D13). */
import { afterEach, expect, it } from 'vitest';
import { formatVersionName } from '@/lib/engine/lance/version-names';
import { actionStage } from '@/lib/testing/action-stage';
import { branchStage } from '@/lib/testing/branch-stage';
import { manifestBytes } from '@/lib/testing/manifest-bytes';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one.close();
});

const asked = {
  params: { lake: 'test', id: 'lake~events', branch: 'exp' },
  body: { reason: 'the experiment is over', typedName: 'exp' },
};

async function branched() {
  const branches = await branchStage();
  const stage = await actionStage({ store: branches.bare });
  opened.push(stage.routes);
  const writeClone = () =>
    branches.bare.create(
      `lake/clone/_versions/${formatVersionName('v2', 1n)}`,
      manifestBytes({
        version: 1n,
        basePaths: [
          { id: 0, name: null, isDatasetRoot: true, path: `memory:///${branches.root.key}/tree/exp` },
        ],
        fragments: [{ id: 0, files: [{ path: '4.lance', baseId: 0 }] }],
      }),
    );
  const remove = () => stage.routes.reply('deleteBranch', asked);
  return { ...stage, branches, writeClone, remove };
}

/** Until whoever asks the store of anything waits for an answer that is held. */
async function idle(takeAsked: () => readonly string[]): Promise<void> {
  let holds = false;
  for (let quiet = 0; quiet < 50 || !holds; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, 2));
    const asked = takeAsked();
    if (asked.length > 0) quiet = 0;
    holds ||= asked.some((one) => /^create _vamplate.cleaners.*lock.json$/.test(one));
  }
}

it('a clone made while somebody searches the lake keeps the branch from being deleted', async () => {
  const { lake, branches, writeClone, remove, dispatch, takeAsked } = await branched();
  const before = await branches.remains();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let listings = 0;
  const changed: string[] = [];
  dispatch(async (call) => {
    if (call.mutates && call.key.startsWith('lake/')) changed.push(call.key);
    const page = await call.effect();
    if (call.verb === 'list' && call.key === 'lake/' && call.shallow && listings++ === 0) await held;
    return page;
  });
  const looking = lake.discovery.get(0);
  while (listings === 0) await new Promise((resolve) => setImmediate(resolve));
  await writeClone();
  takeAsked();
  const removing = remove();
  await idle(takeAsked);
  answer();
  expect((await looking).value.datasets).toEqual(['lake/events']);
  const reply = await removing;
  expect(await reply.json()).toMatchObject({
    error: { details: { reasons: [{ code: 'clone', holder: 'memory:///lake/clone' }] } },
  });
  expect(changed).toEqual([]);
  expect(await branches.remains()).toEqual(before);
});

it('each look searches the lake once, and nobody searches it in vain', async () => {
  const { remove, dispatch } = await branched();
  let searches = 0;
  dispatch((call) => {
    if (call.verb === 'list' && call.key === '' && call.shallow) searches += 1;
    return call.effect();
  });
  expect(await (await remove()).json()).toMatchObject({ outcome: 'completed' });
  // Before its retirement, in the midst of it, before its reference goes, before its files go and before its manifests go.
  expect(searches).toBe(5);
});
