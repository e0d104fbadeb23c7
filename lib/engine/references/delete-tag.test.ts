/** Tags deleted: exactly what was read goes, and every failure leaves what a later call finishes (F.5, F.6). */
import { describe, expect, it } from 'vitest';
import { type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { deleteTag } from './delete-tag';
import { findReference, lookAt } from './find-reference';
import { referenceCensus } from './reference-census';

const request = { name: 't', branch: null, version: 2n } as const;
const defer = { namespace: 'main', sealed: new Set<bigint>(), mode: 'defer' } as const;
const entry = '_refs/tags/t.json';
const isTag = (key: string) => key.endsWith('/_refs/tags/t.json');
const isState = (key: string) => key.endsWith('.state');

async function seen(stage: ReferenceStage, name = 't') {
  return lookAt(stage.context, await findReference(stage.context, 'tag', name));
}

const bytesOf = async (stage: ReferenceStage) => new TextEncoder().encode((await stage.readTag('t')) ?? '');

describe('deleting', () => {
  it('25. a tag published and then deleted leaves no active reference and no intent', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    const { stateLeft } = await deleteTag(stage.context, { name: 't' });
    expect([stateLeft, await stage.readTag('t')]).toEqual([false, null]);
    expect([...(await stage.intents()), ...(await stage.states())]).toEqual([]);
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
    await expect(deleteTag(stage.context, { name: 't' })).rejects.toMatchObject({ kind: 'not_found' });
  });

  it('40. it leaves nothing to a released listing, and a released put-if-absent then succeeds', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    await deleteTag(stage.context, { name: 't' });
    expect(await stage.keys('_refs/tags/')).toEqual([]);
    const again = await stage.bare.create(stage.at(entry), stage.tagBody(3n, null));
    expect([again.kind, await seen(stage)]).toEqual(['written', 'visible']);
  });

  it('41. a released writer who replaces the tag in between makes it a conflict; its bytes stay', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    const replacement = stage.tagBody(3n, null);
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'deleteIfMatch' && isTag(key)) await stage.force(entry, replacement);
    });
    await expect(deleteTag(stage.context, { name: 't' })).rejects.toMatchObject({ kind: 'conflict' });
    expect(await bytesOf(stage)).toEqual(replacement);
    expect(await stage.readState('t')).toMatchObject({ state: 'legacy' });
  });

  it('42. a state completion that fails after the object went leaves deleting, and the version free', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    stage.failWhen(({ verb, key, body }) =>
      verb === 'replace' && isState(key) && new TextDecoder().decode(body ?? undefined).includes('vacant')
        ? 'lost_before'
        : null,
    );
    expect(await deleteTag(stage.context, { name: 't' })).toMatchObject({ stateLeft: true });
    expect(await stage.readState('t')).toMatchObject({ state: 'deleting' });
    stage.failWhen(null);
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
    expect(await stage.states()).toEqual([]);
  });

  it('43. a deletion that fails leaves the reference visible; a later one succeeds and removes the state', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    stage.failOnce(({ verb, key }) => verb === 'deleteIfMatch' && isTag(key), 'lost_before');
    await expect(deleteTag(stage.context, { name: 't' })).rejects.toMatchObject({ kind: 'unavailable' });
    expect([await seen(stage), (await stage.readState('t'))?.state]).toEqual(['visible', 'deleting']);
    expect(await deleteTag(stage.context, { name: 't' })).toMatchObject({ stateLeft: false });
    expect([await stage.readTag('t'), await stage.states()]).toEqual([null, []]);
  });

  it('a tag that changed since it was looked at stays', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    const late = deleteTag(stage.context, { name: 't', expectedETag: 'x' });
    await expect(late).rejects.toMatchObject({ kind: 'conflict' });
    expect(await seen(stage)).toBe('visible');
  });
});
