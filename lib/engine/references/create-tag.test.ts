/** Tags created through the protocol: what is written byte for byte, and what every failure leaves (F.4 to F.8). */
import { describe, expect, it } from 'vitest';
import { decodeTag } from '@/lib/engine/lance/decode-reference';
import { pastOwnershipMs, type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { deleteTag } from './delete-tag';
import { findReference, lookAt } from './find-reference';
import { moveTag } from './move-tag';
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

describe('creating', () => {
  it('leaves a live state, no intent and a tag that begins with its generation', async () => {
    const stage = await referenceStage();
    const { etag, way } = await createTag(stage.context, { ...request, metadata: { b: '2', a: '1' } });
    const body = await stage.readTag('t');
    const { _lanceReferenceGeneration: generation } = JSON.parse(body ?? '');
    expect(body).toBe(`{
  "_lanceReferenceGeneration": "${generation}",
  "branch": null,
  "createdAt": "2030-01-01T00:00:00Z",
  "manifestSize": 10,
  "metadata": {
    "a": "1",
    "b": "2"
  },
  "updatedAt": "2030-01-01T00:00:00Z",
  "version": 2
}`);
    const live = { generation, target: { namespace: 'main', version: 2 } };
    expect(await stage.readState('t')).toEqual({ state: 'live', canonical_path: stage.tagPath('t'), live });
    expect(await stage.intents()).toEqual([]);
    expect(await stage.bare.head(stage.at(entry))).toMatchObject({ meta: { etag } });
    expect([way, await seen(stage)]).toEqual(['protocol', 'visible']);
  });

  it('11. a payload with a generation parses with the released schema', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    const released: Record<string, unknown> = JSON.parse((await stage.readTag('t')) ?? '');
    // The released reader knows these keys, ignores every other, and needs the first two.
    expect(released).toMatchObject({ branch: null, version: 2, manifestSize: 10, metadata: {} });
    expect(decodeTag('t', await bytesOf(stage))).toMatchObject({
      reference: { version: 2n, generation: released._lanceReferenceGeneration, unknownKeys: [] },
    });
  });

  it('12. a released rewrite that drops the generation keeps the tag visible', async () => {
    const stage = await referenceStage();
    await createTag(stage.context, request);
    await stage.force(entry, stage.tagBody(3n, null));
    expect(await seen(stage)).toBe('visible');
    expect([...(await referenceCensus(stage.context, defer)).held.keys()]).toEqual([3n]);
    await moveTag(stage.context, { ...request, version: 4n });
    expect(await seen(stage)).toBe('visible');
  });

  it.each(['draining', 'sealed', 'committed'] as const)(
    '48. a %s version rejects a new tag with a conflict and leaves no file',
    async (marker) => {
      const stage = await referenceStage();
      await stage.mark(marker, 2n);
      await expect(createTag(stage.context, request)).rejects.toMatchObject({
        kind: 'conflict',
        details: { reasons: [{ marker }] },
      });
      expect(stage.calls.filter((call) => /^(create|replace|delete)/.test(call))).toEqual([]);
      expect(await stage.readTag('t')).toBeNull();
    },
  );

  it('a claim that was taken back is not published, even where its intent still lies there', async () => {
    const stage = await referenceStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'list' || !key.includes('version_lease_gc/main/2/')) return;
      const state = (await stage.states())[0];
      if (state !== undefined) await stage.bare.delete(stage.at(state));
    });
    await expect(createTag(stage.context, request)).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'not_owned' },
    });
    expect(stage.calls.filter((call) => call === `create ${entry}`)).toEqual([]);
  });

  it('a stale drain stops nobody and is removed', async () => {
    const stage = await referenceStage();
    await stage.mark('draining', 2n);
    stage.time.now += pastOwnershipMs;
    await createTag(stage.context, request);
    expect((await stage.keys('_refs/version_lease_gc/main/2/')).length).toBe(0);
  });

  it.each([
    ['a bad name', { name: 'a b' }, 'invalid_input'],
    ['a version that is gone', { version: 9n }, 'not_found'],
    ['a branch that is not there', { branch: 'x' }, 'not_found'],
  ])('refuses %s and writes nothing', async (_, part, kind) => {
    const stage = await referenceStage();
    await expect(createTag(stage.context, { ...request, ...part })).rejects.toMatchObject({ kind });
    expect(stage.calls.filter((call) => /^(create|replace|put|delete)/.test(call))).toEqual([]);
  });

  it('a name that is taken is a conflict, and the other tag stays', async () => {
    const stage = await referenceStage();
    await stage.force(entry, stage.tagBody(4n, null));
    await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'create' && isTag(key)) await stage.force(entry, stage.tagBody(4n, null));
    });
    await stage.bare.delete(stage.at(entry));
    await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await bytesOf(stage)).toEqual(stage.tagBody(4n, null));
    expect([...(await stage.intents()), ...(await stage.states())]).toEqual([]);
  });

  it('a lost answer to a write that landed is settled by reading back', async () => {
    const stage = await referenceStage();
    for (const fits of [isTag, isState]) {
      stage.failOnce(({ verb, key }) => verb === 'create' && fits(key), 'lost_after');
      await createTag(stage.context, request);
      expect(await seen(stage)).toBe('visible');
      await deleteTag(stage.context, { name: 't' });
    }
  });

  it('a write that may still land is left to its intent, and what lands is completed', async () => {
    const stage = await referenceStage();
    let late: (() => Promise<unknown>) | null = null;
    stage.failWhen((call) => {
      if (call.verb !== 'create' || !isTag(call.key)) return null;
      late = call.effect;
      return 'lost_before';
    });
    await expect(createTag(stage.context, request)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'unknown' },
    });
    expect([await stage.intents(), await stage.states()].map((some) => some.length)).toEqual([1, 1]);
    const land = late as (() => Promise<unknown>) | null;
    await land?.();
    stage.failWhen(null);
    stage.time.now += pastOwnershipMs;
    expect([...(await referenceCensus(stage.context, defer)).held.keys()]).toEqual([2n]);
    expect(await seen(stage)).toBe('visible');
  });

  it('9. failed_post_admission_rollback_does_not_leave_tag', async () => {
    const stage = await referenceStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb !== 'create' || !isTag(key)) return;
      // Paused after its last check: version 2 is retired to committed meanwhile.
      stage.beforeCalls(null);
      stage.time.now += pastOwnershipMs;
      expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
      await stage.mark('committed', 2n);
    });
    stage.failWhen(({ verb, key }) => (verb === 'deleteIfMatch' && isTag(key) ? 'refused' : null));
    await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.readTag('t')).not.toBeNull();
    expect(await seen(stage)).toBe('invisible');
    stage.failWhen(null);
    await referenceCensus(stage.context, defer);
    expect(await stage.readTag('t')).toBeNull();
  });

  it('36. after a rollback the stale step from pending to live fails, and no success is reported', async () => {
    const stage = await referenceStage();
    stage.beforeCalls(async ({ verb, key, body }) => {
      if (
        verb !== 'replace' ||
        !isState(key) ||
        !new TextDecoder().decode(body ?? undefined).includes('"live"')
      )
        return;
      stage.beforeCalls(null);
      await stage.mark('committed', 2n);
      stage.time.now += pastOwnershipMs;
      await referenceCensus(stage.context, defer);
    });
    await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.readTag('t')).toBeNull();
    expect([...(await stage.intents()), ...(await stage.states())]).toEqual([]);
  });

  it('38. an ambiguous state read-back after the claim keeps the intent', async () => {
    const stage = await referenceStage();
    let claimed = false;
    stage.failWhen(({ verb, key }) => {
      if (verb === 'create' && isState(key)) claimed = true;
      return claimed && verb === 'get' && isState(key) ? 'refused' : null;
    });
    await expect(createTag(stage.context, request)).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'unknown' },
    });
    expect(await stage.intents()).toHaveLength(1);
    expect(await stage.readState('t')).toMatchObject({ state: 'pending' });
  });

  it('39. a failing cancellation keeps intent and pending state, and a retry removes both', async () => {
    const stage = await referenceStage();
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'create' && isTag(key)) await stage.force(entry, stage.tagBody(4n, null));
    });
    stage.failWhen(({ verb, key }) => (verb === 'replace' && isState(key) ? 'refused' : null));
    await expect(createTag(stage.context, request)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.intents()).toHaveLength(1);
    expect(await stage.readState('t')).toMatchObject({ state: 'pending' });
    stage.failWhen(null);
    await stage.bare.delete(stage.at(entry));
    for (const _ of ['revoked', 'forgotten']) {
      stage.time.now += pastOwnershipMs;
      await referenceCensus(stage.context, defer);
    }
    expect([...(await stage.intents()), ...(await stage.states())]).toEqual([]);
  });
});
