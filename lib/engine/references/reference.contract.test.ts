/** Contract tests of publishers who are slower than their ownership: nothing of theirs is seen afterwards (section I, 28 and 36; D1). */
import { describe, expect, it } from 'vitest';
import { pastOwnershipMs, type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { findReference, lookAt } from './find-reference';
import { moveTag } from './move-tag';
import { referenceCensus } from './reference-census';

const request = { name: 't', branch: null, version: 2n } as const;
const defer = { namespace: 'main', sealed: new Set<bigint>(), mode: 'defer' } as const;
const isTag = (key: string) => key.endsWith('/_refs/tags/t.json');
const isState = (key: string) => key.endsWith('.state');
const text = (body: Uint8Array | null) => new TextDecoder().decode(body ?? undefined);
const seen = async ({ context }: ReferenceStage) => lookAt(context, await findReference(context, 'tag', 't'));

it('28. an expired create: a late publisher is told of a conflict, the tag is absent and its state revoking', async () => {
  const stage = await referenceStage();
  // Paused with intent and claim in place; a cleaner meets the intent after its time.
  stage.beforeCalls(async ({ verb, key }) => {
    if (verb !== 'list' || !key.includes('/version_reference_intents/')) return;
    if ((await stage.states()).length === 0) return;
    stage.beforeCalls(null);
    stage.time.now += pastOwnershipMs;
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
  });
  await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
  expect(await stage.readTag('t')).toBeNull();
  expect(await stage.readState('t')).toMatchObject({ state: 'revoking' });
  expect(await stage.intents()).toEqual([]);
  // Until nothing of the first can land, the name is settling; then it is free.
  await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
  stage.time.now += pastOwnershipMs;
  await createTag(stage.context, request);
  expect(await seen(stage)).toBe('visible');
});

it('36. after an expired update was rolled back, its step from pending to live fails and nobody is told of success', async () => {
  const stage = await referenceStage();
  await createTag(stage.context, request);
  stage.beforeCalls(async ({ verb, key, body }) => {
    if (verb !== 'replace' || !isState(key) || !text(body).includes('"state":"live"')) return;
    // The tag is written; before its state says so, the new version is retired and the intent is past its time.
    stage.beforeCalls(null);
    await stage.mark('committed', 4n);
    stage.time.now += pastOwnershipMs;
    await referenceCensus(stage.context, defer);
  });
  const moved = moveTag(stage.context, { ...request, version: 4n });
  await expect(moved).rejects.toMatchObject({ kind: 'conflict' });
  expect(JSON.parse((await stage.readTag('t')) ?? '')).toMatchObject({ version: 2 });
  expect(await stage.readState('t')).toMatchObject({ state: 'live', live: { target: { version: 2 } } });
  expect([await seen(stage), await stage.intents()]).toEqual(['visible', []]);
});

describe('a name that is taken', () => {
  it.each(['conflict', 'lost'] as const)(
    'D1 is ours only after our own bytes were read back: %s',
    async (answer) => {
      const stage = await referenceStage();
      const others = stage.tagBody(2n, null);
      stage.beforeCalls(async ({ verb, key }) => {
        if (verb === 'create' && isTag(key)) await stage.force('_refs/tags/t.json', others);
      });
      if (answer === 'lost')
        stage.failOnce(({ verb, key }) => verb === 'create' && isTag(key), 'lost_before');
      await expect(createTag(stage.context, request)).rejects.toMatchObject({
        kind: answer === 'lost' ? 'unavailable' : 'conflict',
      });
      expect(await stage.readTag('t')).toBe(text(others));
    },
  );

  it('D1 by our own write, whose answer was lost, is a success', async () => {
    const stage = await referenceStage();
    stage.failOnce(({ verb, key }) => verb === 'create' && isTag(key), 'lost_after');
    await createTag(stage.context, request);
    expect(stage.calls.filter((call) => call === 'create _refs/tags/t.json')).toHaveLength(1);
    expect(await seen(stage)).toBe('visible');
  });
});
