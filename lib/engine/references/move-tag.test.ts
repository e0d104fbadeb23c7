/** Tags moved: the old place until the new one stands, and never over somebody else's change (F.4, F.5). */
import { describe, expect, it } from 'vitest';
import { type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { findReference, lookAt } from './find-reference';
import { moveTag } from './move-tag';
import { referenceCensus } from './reference-census';

const request = { name: 't', branch: null, version: 2n } as const;
const defer = { namespace: 'main', sealed: new Set<bigint>(), mode: 'defer' } as const;
const entry = '_refs/tags/t.json';
const isTag = (key: string) => key.endsWith('/_refs/tags/t.json');

async function seen(stage: ReferenceStage, name = 't') {
  return lookAt(stage.context, await findReference(stage.context, 'tag', name));
}

describe('moving', () => {
  it('keeps when it was created and its metadata, and holds the new version alone', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, { ...request, metadata: { a: '1' } });
    await moveTag(stage.context, { ...request, version: 4n });
    const body = JSON.parse((await stage.readTag('t')) ?? '');
    expect(body).toMatchObject({ version: 4, createdAt: '2030-01-01T00:00:00Z', metadata: { a: '1' } });
    expect(await stage.readState('t')).toMatchObject({ state: 'live', live: { target: { version: 4 } } });
    expect([...(await referenceCensus(stage.context, defer)).held.keys()]).toEqual([4n]);
    expect(await stage.intents()).toEqual([]);
  });

  it('a released tag becomes a managed one', async () => {
    const stage = await referenceStage();
    await stage.force(entry, stage.tagBody(1n, null));
    await moveTag(stage.context, request);
    expect(await seen(stage)).toBe('visible');
    expect(await stage.readState('t')).toMatchObject({ state: 'live' });
  });

  it('27. an update of a deleted reference is a conflict and does not recreate it', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, { ...request, version: 1n });
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'replace' && isTag(key)) await stage.bare.delete(key);
    });
    await expect(moveTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.readTag('t')).toBeNull();
    stage.beforeCalls(null);
    await expect(moveTag(stage.context, request)).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('a tag that changed since it was looked at stays', async () => {
    const stage = await referenceStage();
    const { etag } = await createTag(stage.context, request);
    await moveTag(stage.context, { ...request, version: 3n, expectedETag: etag });
    const late = moveTag(stage.context, { ...request, version: 4n, expectedETag: etag });
    await expect(late).rejects.toMatchObject({ kind: 'conflict' });
    expect(JSON.parse((await stage.readTag('t')) ?? '')).toMatchObject({ version: 3 });
  });

  it('a second change of the same tag is a conflict in flight, and the first goes on', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, { ...request, version: 1n });
    let second: unknown = null;
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'replace' || !isTag(key)) return;
      stage.beforeCalls(null);
      second = await moveTag(stage.context, { ...request, version: 3n }).catch((error: unknown) => error);
    });
    await moveTag(stage.context, request);
    expect(second).toMatchObject({ kind: 'conflict', details: { reason: 'in_flight' } });
    expect(JSON.parse((await stage.readTag('t')) ?? '')).toMatchObject({ version: 2 });
    expect(await stage.intents()).toEqual([]);
  });
});
