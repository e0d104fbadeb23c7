/** What a cleaner finds of references, at every point of a publication and after its publisher is gone (F.7, H.4). */
import { describe, expect, it } from 'vitest';
import { pastOwnershipMs, type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { holdsOn } from './census-rules';
import { commitCensus, referenceCensus } from './reference-census';

const op = 'f'.repeat(32);
const old = 'b'.repeat(32);
const target = (version: bigint) => ({ namespace: 'main', version });
const defer = { namespace: 'main', sealed: new Set<bigint>(), mode: 'defer' } as const;

/** A publication of tag `t` on version 2 up to the claim: intent and pending state. */
async function claimed(stage: ReferenceStage, published: boolean) {
  const payload = stage.tagBody(2n, op);
  const canonicalPath = stage.tagPath('t');
  await stage.putIntent(2n, { mutation: { kind: 'create', path: canonicalPath, payload } });
  await stage.putState({
    state: 'pending',
    canonicalPath,
    operationId: op,
    target: target(2n),
    previous: null,
    previousWasLegacy: false,
  });
  if (published) await stage.force('_refs/tags/t.json', payload);
}

/** A tag that was published through the protocol. */
async function live(stage: ReferenceStage, version: bigint, generation = old) {
  await stage.putState({
    state: 'live',
    canonicalPath: stage.tagPath('t'),
    live: { generation, target: target(version) },
  });
  await stage.force('_refs/tags/t.json', stage.tagBody(version, generation));
}

describe('a publication under way', () => {
  it('18. a pending intent is returned at commit as retained', async () => {
    const stage = await referenceStage();
    const { snapshot, completed, held } = await referenceCensus(stage.context, defer);
    expect(held.size).toBe(0);
    const payload = stage.tagBody(2n, op);
    await stage.putIntent(2n, { mutation: { kind: 'create', path: stage.tagPath('t'), payload } });
    const versions = new Set([1n, 2n]);
    const late = await commitCensus(stage.context, { namespace: 'main', versions, snapshot, completed });
    expect([...late.held.keys()]).toEqual([2n]);
    expect(await stage.intents()).toHaveLength(1);
  });

  it('24. a publication completed between seal and commit is caught through the changed state', async () => {
    const stage = await referenceStage();
    const before = await referenceCensus(stage.context, defer);
    await live(stage, 2n);
    const request = { namespace: 'main', versions: new Set([1n, 2n]), ...before };
    expect([...(await commitCensus(stage.context, request)).held.keys()]).toEqual([2n]);
    const after = await referenceCensus(stage.context, defer);
    const again = await commitCensus(stage.context, { ...request, snapshot: after.snapshot });
    expect(again.held.size, 'an unchanged state was counted by the census before').toBe(0);
  });

  it('keeps the target of a claim whatever its intent says, and of every version something points at', async () => {
    const stage = await referenceStage();
    await claimed(stage, false);
    await stage.force('_refs/tags/released.json', stage.tagBody(4n, null));
    const { held } = await referenceCensus(stage.context, defer);
    expect([...held.keys()].sort()).toEqual([2n, 4n]);
    expect(held.get(2n)?.map(({ kind }) => kind)).toEqual(['intent', 'state']);
  });
});

describe('a publisher that is gone', () => {
  it('what it wrote is completed: the tag is live and the intent goes', async () => {
    const stage = await referenceStage();
    await claimed(stage, true);
    stage.time.now += pastOwnershipMs;
    const { held } = await referenceCensus(stage.context, defer);
    expect([...held.keys()]).toEqual([2n]);
    expect(await stage.readState('t')).toMatchObject({ state: 'live', live: { generation: op } });
    expect(await stage.intents()).toEqual([]);
  });

  it('is not gone a moment before its ownership ends on every clock', async () => {
    const stage = await referenceStage();
    await claimed(stage, true);
    stage.time.now += pastOwnershipMs - 1;
    await referenceCensus(stage.context, defer);
    expect(await stage.intents()).toHaveLength(1);
    expect(await stage.readState('t')).toMatchObject({ state: 'pending' });
  });

  it('what it wrote of a committed version is taken back', async () => {
    const stage = await referenceStage();
    await claimed(stage, true);
    await stage.mark('committed', 2n);
    stage.time.now += pastOwnershipMs;
    const { held } = await referenceCensus(stage.context, defer);
    expect(held.size).toBe(0);
    expect(await stage.readTag('t')).toBeNull();
    expect(await stage.states()).toEqual([]);
  });

  it('28. an expired create whose tag is not there: revoking until nothing can land, then nothing is left', async () => {
    const stage = await referenceStage();
    await claimed(stage, false);
    stage.time.now += pastOwnershipMs;
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
    expect(await stage.intents()).toEqual([]);
    expect(await stage.readState('t')).toMatchObject({ state: 'revoking', operation_id: op });
    // The write arrives after all: nobody sees it, and the next census takes it away.
    await stage.force('_refs/tags/t.json', stage.tagBody(2n, op));
    await referenceCensus(stage.context, defer);
    expect(await stage.readTag('t')).toBeNull();
    expect(await stage.states()).toEqual([]);
  });

  it('a revoked create that never arrives is forgotten once nobody can be waiting for it', async () => {
    const stage = await referenceStage();
    await claimed(stage, false);
    stage.time.now += pastOwnershipMs;
    await referenceCensus(stage.context, defer);
    stage.time.now += pastOwnershipMs;
    await referenceCensus(stage.context, defer);
    expect(await stage.states()).toEqual([]);
  });

  it('29. an expired update is rolled back by other bytes of the same JSON, and its late write conflicts', async () => {
    const stage = await referenceStage();
    await live(stage, 1n);
    const expectedPayload = stage.tagBody(1n, old);
    const tag = await stage.bare.head(stage.at('_refs/tags/t.json'));
    const state = await stage.bare.head(stage.at((await stage.states())[0] ?? ''));
    if (tag.kind !== 'found' || state.kind !== 'found') throw new Error('not there');
    const payload = stage.tagBody(2n, op);
    const canonicalPath = stage.tagPath('t');
    const mutation = {
      kind: 'update',
      path: canonicalPath,
      expectedPayload,
      expectedEtag: tag.meta.etag,
      expectedVersion: null,
      payload,
    } as const;
    await stage.putIntent(2n, { mutation });
    await stage.bare.delete(state.meta.key);
    const previous = { generation: old, target: target(1n) };
    await stage.putState({
      state: 'pending',
      canonicalPath,
      operationId: op,
      target: target(2n),
      previous,
      previousWasLegacy: false,
    });
    stage.time.now += pastOwnershipMs;
    const { held } = await referenceCensus(stage.context, defer);
    expect([...held.keys()]).toEqual([1n]);
    const now = await stage.readTag('t');
    const before = new TextDecoder().decode(expectedPayload);
    expect(now).not.toBe(before);
    expect(JSON.parse(now ?? '')).toEqual(JSON.parse(before));
    expect(await stage.readState('t')).toMatchObject({ state: 'live', live: { generation: old } });
    expect(await stage.bare.replace(tag.meta.key, payload, tag.meta.etag)).toMatchObject({
      kind: 'conflict',
    });
  });

  it('37. a rollback whose delete fails leaves state and intent, and a retry succeeds', async () => {
    const stage = await referenceStage();
    await claimed(stage, true);
    await stage.mark('committed', 2n);
    stage.time.now += pastOwnershipMs;
    stage.failOnce(({ verb, key }) => verb === 'deleteIfMatch' && key.endsWith('t.json'), 'lost_before');
    await expect(referenceCensus(stage.context, defer)).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await stage.readState('t')).toMatchObject({ state: 'revoking' });
    expect(await stage.intents()).toHaveLength(1);
    await referenceCensus(stage.context, defer);
    expect(await stage.readTag('t')).toBeNull();
    expect([...(await stage.intents()), ...(await stage.states())]).toEqual([]);
  });

  it('a claim that arrives after its intent is gone is taken back, once no owner can be behind it', async () => {
    const stage = await referenceStage();
    await claimed(stage, false);
    await stage.bare.delete(stage.at((await stage.intents())[0] ?? ''));
    expect([...(await referenceCensus(stage.context, defer)).held.keys()]).toEqual([2n]);
    stage.time.now += pastOwnershipMs;
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
    expect(await stage.states()).toEqual([]);
  });
});

describe('intents of the mid scheme', () => {
  const finished = (stage: ReferenceStage) =>
    stage.putIntent(2n, {
      mutation: { kind: 'create', path: stage.tagPath('t'), payload: stage.tagBody(2n, null) },
      operationId: '',
      state: 'completed',
    });

  it('26. after publication the census before commit keeps nothing and defers nothing; the tag stands', async () => {
    const stage = await referenceStage();
    await live(stage, 2n);
    const body = await stage.readTag('t');
    const { completed, snapshot } = await referenceCensus(stage.context, { ...defer, sealed: new Set([2n]) });
    expect(completed).toEqual([]);
    const versions = new Set([2n]);
    const late = await commitCensus(stage.context, { namespace: 'main', versions, snapshot, completed });
    expect(late.held.size).toBe(0);
    expect(await stage.readTag('t')).toBe(body);
  });

  it('are deferred while a seal waits, and removed at commit without keeping', async () => {
    const stage = await referenceStage();
    await finished(stage);
    const sealed = new Set([2n]);
    const { completed, snapshot, held } = await referenceCensus(stage.context, { ...defer, sealed });
    expect(held.size).toBe(0);
    expect(completed).toHaveLength(1);
    expect(await stage.intents()).toHaveLength(1);
    const late = await commitCensus(stage.context, {
      namespace: 'main',
      versions: sealed,
      snapshot,
      completed,
    });
    expect(late.held.size).toBe(0);
    expect(await stage.intents()).toEqual([]);
  });

  it('keep their version in a recovery exactly while the bytes stand', async () => {
    const stage = await referenceStage();
    await finished(stage);
    await stage.force('_refs/tags/t.json', stage.tagBody(2n, null));
    const recovery = { ...defer, mode: 'retain' } as const;
    const { held } = await referenceCensus(stage.context, recovery);
    expect(held.get(2n)?.map(({ kind }) => kind)).toEqual(['intent', 'tag']);
    expect(await stage.intents()).toEqual([]);
  });
});

describe('tags and branches', () => {
  it('35. a tag that a released client deleted keeps nothing', async () => {
    const stage = await referenceStage();
    await live(stage, 2n);
    expect([...(await referenceCensus(stage.context, defer)).held.keys()]).toEqual([2n]);
    await stage.bare.delete(stage.at('_refs/tags/t.json'));
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
  });

  it('61. a legacy branch without identifier keeps its parent', async () => {
    const stage = await referenceStage();
    const branch = { parentBranch: null, parentVersion: 3, createAt: 1, manifestSize: 10 };
    await stage.force('_refs/branches/exp.json', JSON.stringify(branch));
    const { held } = await referenceCensus(stage.context, defer);
    expect(held.get(3n)).toEqual([{ kind: 'branch', name: 'exp', certainty: 'certain' }]);
  });

  it('a tag on a branch without reference keeps its number everywhere', async () => {
    const stage = await referenceStage();
    await stage.force('_refs/tags/t.json', stage.tagBody(3n, null, 'gone'));
    const { held } = await referenceCensus(stage.context, defer);
    expect(held.get(3n)).toEqual([{ kind: 'tag', name: 't', certainty: 'unknown' }]);
  });

  it('a chain that cannot be followed keeps every version', async () => {
    const stage = await referenceStage();
    const branch = { parentBranch: 'gone', parentVersion: 3, createAt: 1, manifestSize: 10 };
    await stage.force('_refs/branches/exp.json', JSON.stringify(branch));
    const census = await referenceCensus(stage.context, defer);
    expect(holdsOn(census, 1n)).toEqual([{ kind: 'branch', name: 'exp', certainty: 'unknown' }]);
  });

  it.each([
    ['_refs/tags/t.json', '{'],
    ['_refs/branches/b.json', '{}'],
    ['_refs/version_reference_states/x.state', '{}'],
    [`_refs/version_reference_states/${'0'.repeat(32)}.state`, '{}'],
    ['_refs/version_reference_intents/main/1/x.intent', '{}'],
  ])('%s that does not parse stops the census', async (entry, body) => {
    const stage = await referenceStage();
    await stage.force(entry, body);
    await expect(referenceCensus(stage.context, defer)).rejects.toMatchObject({ kind: 'corrupt' });
  });

  it('finds everything through pages of two', async () => {
    const stage = await referenceStage({ pageLimit: 2 });
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await stage.force(`_refs/tags/${name}.json`, stage.tagBody(BigInt(name.charCodeAt(0)), null));
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(5);
  });
});
