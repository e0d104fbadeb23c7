/** Datasets that are not at home, and stores that cannot delete on a condition: what is refused, and what the released way does (D4, D6). */
import { describe, expect, it } from 'vitest';
import { pastOwnershipMs, type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { deleteTag } from './delete-tag';
import { moveTag } from './move-tag';
import { publishBranch } from './publish-branch';
import { referenceCensus } from './reference-census';
import { settlePublications } from './settle-publications';

const request = { name: 't', branch: null, version: 2n } as const;
const defer = { namespace: 'main', sealed: new Set<bigint>(), mode: 'defer' } as const;

async function contents(stage: ReferenceStage, prefix: string): Promise<Record<string, string>> {
  const { objects } = await stage.bare.list({ prefix });
  return Object.fromEntries(objects.map(({ key, etag, storedAt }) => [key, `${etag} ${storedAt}`]));
}

/** The same objects below another root, as a copy tool leaves them. */
async function copyTo(stage: ReferenceStage, rootKey: string): Promise<ReferenceStage> {
  const { objects } = await stage.bare.list({ prefix: 'lake/events/' });
  for (const { key } of objects) {
    const answer = await stage.bare.get(key, { maxBytes: 1_000_000 });
    if (answer.kind === 'found') await stage.bare.put(key.replace('lake/events', rootKey), answer.body);
  }
  const copy = await referenceStage({ store: stage.bare, rootKey });
  return { ...copy, time: stage.time };
}

describe('D6 a copied dataset', () => {
  async function copied(marks: (stage: ReferenceStage) => Promise<unknown>) {
    const original = await referenceStage();
    await createTag(original.context, { ...request, name: 'kept' });
    await marks(original);
    original.time.now += pastOwnershipMs;
    return { original, copy: await copyTo(original, 'lake/copied') };
  }
  const unfinished = (stage: ReferenceStage) =>
    stage.putIntent(2n, {
      mutation: { kind: 'create', path: stage.tagPath('t'), payload: stage.tagBody(2n, 'f'.repeat(32)) },
    });

  it.each<[string, (stage: ReferenceStage) => Promise<unknown>]>([
    ['create', ({ context }) => createTag(context, request)],
    ['move', ({ context }) => moveTag(context, { ...request, name: 'kept' })],
    ['delete', ({ context }) => deleteTag(context, { name: 'kept' })],
    ['settle', ({ context }) => settlePublications(context)],
    [
      'publish a branch',
      ({ context }) =>
        publishBranch(context, { name: 'b', parent: null, version: 2n, writeClone: async () => undefined }),
    ],
  ])('D6 with expired intents refuses to %s, and not a byte changes anywhere', async (_, verb) => {
    const { original, copy } = await copied(unfinished);
    const before = await contents(original, '');
    await expect(verb(copy)).rejects.toMatchObject({
      kind: 'unsupported',
      details: { foreignRoot: 'lake/events' },
    });
    expect(await contents(original, '')).toEqual(before);
  });

  it('D6 a census stops at it, and not a byte changes anywhere', async () => {
    const { original, copy } = await copied(unfinished);
    const before = await contents(original, '');
    await expect(referenceCensus(copy.context, defer)).rejects.toMatchObject({ kind: 'corrupt' });
    expect(await contents(original, '')).toEqual(before);
  });

  it.each<[string, (stage: ReferenceStage) => Promise<unknown>]>([
    ['states', async () => undefined],
    ['markers', (stage) => stage.mark('sealed', 1n)],
  ])('D6 %s alone tell it', async (evidence, marks) => {
    const { copy } = await copied(marks);
    // A marker is foreign evidence of its own, without any state beside it.
    if (evidence === 'markers')
      for (const state of await copy.states()) await copy.bare.delete(copy.at(state));
    await expect(createTag(copy.context, request)).rejects.toMatchObject({ kind: 'unsupported' });
  });

  it('a settled original is at home', async () => {
    const { original } = await copied(unfinished);
    expect(await settlePublications(original.context)).toMatchObject([{ became: 'revoked' }]);
    await createTag(original.context, request);
  });
});

describe('D4 without conditional delete', () => {
  const options = { honoursDeleteIfMatch: false };
  const markerKeys = (stage: ReferenceStage) => stage.keys('_refs/version_');

  it('D4 where lifecycle objects are: creating is refused, moving is allowed, deleting says what it does not exclude', async () => {
    const stage = await referenceStage(options);
    await stage.force(`_refs/version_leases/main/1-1000-${'a'.repeat(32)}.lease`, '');
    const unsupported = { kind: 'unsupported', details: { reason: 'no_conditional_delete' } };
    await expect(createTag(stage.context, request)).rejects.toMatchObject(unsupported);
    const clone = { name: 'b', parent: null, version: 2n, writeClone: async () => undefined };
    await expect(publishBranch(stage.context, clone)).rejects.toMatchObject(unsupported);
    await stage.force('_refs/tags/t.json', stage.tagBody(1n, null));
    expect(await moveTag(stage.context, request)).toMatchObject({ way: 'protocol', notExcluded: [] });
    expect(await stage.readState('t')).toMatchObject({ state: 'live', live: { target: { version: 2 } } });
    const states: unknown[] = [];
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'delete' && key.endsWith('t.json')) states.push((await stage.readState('t'))?.state);
    });
    const { notExcluded } = await deleteTag(stage.context, { name: 't' });
    expect([states, notExcluded.length, await stage.readTag('t')]).toEqual([['deleting'], 1, null]);
    expect(stage.calls.filter((call) => call.startsWith('deleteIfMatch'))).toEqual([]);
    expect((await referenceCensus(stage.context, defer)).held.size).toBe(0);
  });

  it('D4 a tag that changes before it is deleted stays', async () => {
    const stage = await referenceStage(options);
    await stage.mark('draining', 5n);
    await stage.force('_refs/tags/t.json', stage.tagBody(1n, null));
    stage.beforeCalls(async ({ verb, key, body }) => {
      if (verb === 'create' && key.endsWith('.state') && body !== null)
        await stage.force('_refs/tags/t.json', stage.tagBody(3n, null));
    });
    await expect(deleteTag(stage.context, { name: 't' })).rejects.toMatchObject({ kind: 'conflict' });
    expect(JSON.parse((await stage.readTag('t')) ?? '')).toMatchObject({ version: 3 });
    expect(await stage.readState('t')).toMatchObject({ state: 'legacy' });
  });

  it('D4 where none are: a tag is created the released way, and says what that does not exclude', async () => {
    const stage = await referenceStage(options);
    const { way, notExcluded } = await createTag(stage.context, request);
    expect([way, notExcluded.length]).toEqual(['released', 1]);
    expect(await stage.readTag('t')).toMatch(/^{\n {2}"branch": null,\n {2}"version": 2,\n {2}"createdAt"/);
    expect(await markerKeys(stage)).toEqual([]);
    const asked = stage.calls.filter((call) => call === 'list _refs/version_lease_gc/main/2/');
    expect(asked).toHaveLength(2);
    expect(await moveTag(stage.context, { ...request, version: 3n })).toMatchObject({ way: 'released' });
    expect(JSON.parse((await stage.readTag('t')) ?? '')).toMatchObject({ version: 3 });
    expect((await deleteTag(stage.context, { name: 't' })).notExcluded).toHaveLength(1);
    expect([await stage.readTag('t'), await markerKeys(stage)]).toEqual([null, []]);
  });

  it.each(['create', 'replace'] as const)(
    'D4 the released way takes back what met a retirement: %s',
    async (verb) => {
      const stage = await referenceStage(options);
      const before = stage.tagBody(4n, null);
      if (verb === 'replace') await stage.force('_refs/tags/t.json', before);
      stage.beforeCalls(async (call) => {
        if (call.verb === verb && call.key.endsWith('t.json')) await stage.mark('draining', 2n);
      });
      const written = verb === 'create' ? createTag(stage.context, request) : moveTag(stage.context, request);
      await expect(written).rejects.toMatchObject({ kind: 'conflict' });
      expect(await stage.readTag('t')).toBe(verb === 'create' ? null : new TextDecoder().decode(before));
    },
  );
});

describe('settling', () => {
  it('says what became of every intent, and finishes what only its state remembers', async () => {
    const stage = await referenceStage();
    const create = (name: string, generation: string) =>
      ({ kind: 'create', path: stage.tagPath(name), payload: stage.tagBody(2n, generation) }) as const;
    await stage.putIntent(2n, { mutation: create('gone', 'a'.repeat(32)) }, '1'.repeat(32));
    await stage.putIntent(
      2n,
      { mutation: create('old', ''), operationId: '', state: 'completed' },
      '2'.repeat(32),
    );
    stage.time.now += pastOwnershipMs;
    await stage.putIntent(3n, { mutation: create('young', 'b'.repeat(32)) }, '3'.repeat(32));
    await stage.putState({ state: 'vacant', canonicalPath: stage.tagPath('none') });
    const settled = await settlePublications(stage.context);
    expect(settled.map(({ became }) => became)).toEqual(['revoked', 'leftover', 'owned']);
    expect(await stage.intents()).toHaveLength(2);
    expect(await stage.states()).toEqual([]);
  });

  it('an answer that does not come leaves a publication open, and the others are settled', async () => {
    const stage = await referenceStage();
    for (const name of ['a', 'b']) {
      const payload = stage.tagBody(2n, name.repeat(32));
      await stage.putIntent(
        2n,
        { mutation: { kind: 'create', path: stage.tagPath(name), payload }, operationId: name.repeat(32) },
        name.repeat(32),
      );
    }
    stage.time.now += pastOwnershipMs;
    stage.failWhen(({ verb, key }) => (verb === 'get' && key.endsWith('a.json') ? 'refused' : null));
    expect((await settlePublications(stage.context)).map(({ became }) => became)).toEqual([
      'open',
      'revoked',
    ]);
    expect(await stage.intents()).toHaveLength(1);
  });
});
