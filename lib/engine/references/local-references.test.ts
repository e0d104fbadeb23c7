/** References on a local folder: real processes race over one tag, and without flock nothing is changed (D3, F.9). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { deleteTag } from './delete-tag';
import { moveTag } from './move-tag';

const racer = fileURLToPath(new URL('../../testing/tag-racer.ts', import.meta.url));
const project = fileURLToPath(new URL('../../..', import.meta.url));
const request = { name: 'release', branch: null, version: 2n } as const;
const entry = '_refs/tags/release.json';
let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'vamplate-references-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const stageOn = (options: Partial<Parameters<typeof openLocalStore>[0]> = {}) =>
  referenceStage({ store: openLocalStore({ root, ...options }) });

async function race(mark: string, count: number): Promise<void> {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', racer, root, 'lake/events', 'release', mark, String(count)],
    { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
}

it('D3 two processes race 1,000 moves of one tag and none is lost', async () => {
  const stage = await stageOn();
  await createTag(stage.context, request);
  await Promise.all([race('a', 500), race('b', 500)]);
  const tag = JSON.parse((await stage.readTag('release')) ?? '');
  expect(tag.metadata).toEqual({ a: '500', b: '500' });
  expect(await stage.intents()).toEqual([]);
  expect(await stage.readState('release')).toMatchObject({ state: 'live' });
}, 240_000);

it('D3 a verb waits for whoever holds the lock of its reference, and gives up without having written', async () => {
  const stage = await stageOn({ lockWaitMs: 100 });
  const other = openLocalStore({ root });
  await createTag(stage.context, request);
  const written = async () => {
    const { objects } = await stage.bare.list({ prefix: stage.at('_refs/') });
    return objects.filter(({ key }) => !key.endsWith('/_clock')).map(({ key, etag }) => [key, etag]);
  };
  const before = await written();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const taken = { kind: 'unavailable', details: { outcome: 'not_written' } };
  const holder = withReferenceLock(other, stage.at(entry), () => held);
  await expect(moveTag(stage.context, { ...request, version: 3n })).rejects.toMatchObject(taken);
  await expect(deleteTag(stage.context, { name: 'release' })).rejects.toMatchObject(taken);
  release();
  await holder;
  expect(await written()).toEqual(before);
});

it('30. an update where no lock can be had is not supported, and the bytes stay', async () => {
  const made = await stageOn();
  await createTag(made.context, request);
  const before = await made.readTag('release');
  const { context } = await stageOn({ flock: null });
  await expect(moveTag(context, { ...request, version: 3n })).rejects.toMatchObject({ kind: 'unsupported' });
  await expect(deleteTag(context, { name: 'release' })).rejects.toMatchObject({ kind: 'unsupported' });
  expect(await made.readTag('release')).toBe(before);
  expect(await made.readState('release')).toMatchObject({ state: 'live' });
});
