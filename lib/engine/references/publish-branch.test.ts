/** Branches published: intent, clone, reference, in that order; a parent that goes meanwhile takes the child along (D22, F.10). */
import { describe, expect, it } from 'vitest';
import { decodeBranch } from '@/lib/engine/lance/decode-reference';
import { resolveLineage } from '@/lib/engine/lance/lineage';
import { pastOwnershipMs, type ReferenceStage, referenceStage } from '@/lib/testing/reference-stage';
import { createTag } from './create-tag';
import { findReference, lookAt } from './find-reference';
import { publishBranch } from './publish-branch';
import { referenceCensus } from './reference-census';
import { createTermination } from './write-reference';

const isBranch = (key: string) => key.includes('/_refs/branches/');

function requestOf(stage: ReferenceStage, name = 'exp', parent: string | null = null, version = 3n) {
  return {
    name,
    parent,
    version,
    writeClone: async ({ rootKey }: { rootKey: string }) => {
      await stage.bare.create(stage.manifestKey(version, name), new TextEncoder().encode(rootKey));
    },
  };
}

async function seen(stage: ReferenceStage, name: string) {
  return lookAt(stage.context, await findReference(stage.context, 'branch', name));
}

const censusOf = (stage: ReferenceStage, namespace: string) =>
  referenceCensus(stage.context, { namespace, sealed: new Set(), mode: 'defer' });

/** Main, a branch `exp` of version 3, and what the termination of `exp` needs. */
async function withExp() {
  const stage = await referenceStage();
  const exp = await publishBranch(stage.context, requestOf(stage));
  return { stage, exp, terminate: () => createTermination(stage.bare, stage.root, exp.namespace) };
}

describe('publishing', () => {
  it('D22 writes the intent first, then the clone, then the reference, and asks between', async () => {
    const stage = await referenceStage();
    const order: string[] = [];
    stage.beforeCalls(async ({ verb, key }) => {
      if (verb === 'create') order.push(key.replace(/^.*?(_refs\/[a-z_]+).*$/, '$1'));
    });
    const base = requestOf(stage);
    const published = await publishBranch(stage.context, {
      ...base,
      writeClone: async (clone) => {
        expect(await stage.intents()).toHaveLength(1);
        order.push('clone');
        await base.writeClone(clone);
      },
    });
    expect(order).toEqual([
      '_refs/version_reference_intents',
      '_refs/version_reference_states',
      'clone',
      '_refs/branches',
    ]);
    const found = await findReference(stage.context, 'branch', 'exp');
    const reading = decodeBranch('exp', found.body ?? new Uint8Array());
    expect(reading).toMatchObject({
      reference: {
        parentBranch: null,
        parentVersion: 3n,
        createdAtSeconds: BigInt(Date.UTC(2030, 0, 1) / 1_000),
        identifier: [{ version: 3n, uuid: published.namespace }],
        unknownKeys: [],
        legacy: false,
      },
    });
    expect([await seen(stage, 'exp'), await stage.intents()]).toEqual(['visible', []]);
    expect([...(await censusOf(stage, 'main')).held.keys()]).toEqual([3n]);
  });

  it('11. a branch payload with a generation parses with the released schema', async () => {
    const { stage } = await withExp();
    const { body } = await findReference(stage.context, 'branch', 'exp');
    const released = JSON.parse(new TextDecoder().decode(body ?? undefined));
    expect(Object.keys(released)).toEqual([
      '_lanceReferenceGeneration',
      'createAt',
      'identifier',
      'manifestSize',
      'metadata',
      'parentBranch',
      'parentVersion',
    ]);
    expect(released).toMatchObject({ parentBranch: null, parentVersion: 3, manifestSize: 10, metadata: {} });
  });

  it('12. a released rewrite that drops the generation keeps the branch visible', async () => {
    const { stage } = await withExp();
    const found = await findReference(stage.context, 'branch', 'exp');
    const { _lanceReferenceGeneration: _, ...kept } = JSON.parse(
      new TextDecoder().decode(found.body ?? undefined),
    );
    await stage.bare.put(found.key, new TextEncoder().encode(JSON.stringify(kept, null, 2)));
    expect(await seen(stage, 'exp')).toBe('visible');
    expect([...(await censusOf(stage, 'main')).held.keys()]).toEqual([3n]);
  });

  it('a branch of a branch, with a slash in its name, holds a version of each of its parents', async () => {
    const { stage, exp } = await withExp();
    const nested = await publishBranch(stage.context, requestOf(stage, 'team/nested', 'exp', 3n));
    expect(nested.identifier).toEqual([...exp.identifier, { version: 3n, uuid: nested.namespace }]);
    expect(nested.key).toBe('lake/events/_refs/branches/team%2Fnested.json');
    expect([...(await censusOf(stage, exp.namespace)).held.keys()]).toEqual([3n]);
    const branches = await Promise.all(
      ['exp', 'team/nested'].map(async (name) => {
        const { body } = await findReference(stage.context, 'branch', name);
        const reading = decodeBranch(name, body ?? new Uint8Array());
        return reading.kind === 'found' ? [reading.reference] : [];
      }),
    );
    expect(resolveLineage(branches.flat()).map(({ problems }) => problems)).toEqual([[], []]);
  });

  it.each(['sealed', 'committed', 'draining'] as const)(
    '48. a %s version rejects a new branch with a conflict and leaves no file',
    async (marker) => {
      const stage = await referenceStage();
      await stage.mark(marker, 3n);
      await expect(publishBranch(stage.context, requestOf(stage))).rejects.toMatchObject({
        kind: 'conflict',
      });
      expect([...(await stage.intents()), ...(await stage.states()), ...(await stage.keys('tree/'))]).toEqual(
        [],
      );
      expect(await stage.keys('_refs/branches/')).toEqual([]);
    },
  );

  it('D22 a clone that fails, or is not there, or lies there already, makes no branch', async () => {
    const stage = await referenceStage();
    const failing = { ...requestOf(stage), writeClone: async () => Promise.reject(new Error('disk full')) };
    await expect(publishBranch(stage.context, failing)).rejects.toThrow('disk full');
    const missing = { ...requestOf(stage), writeClone: async () => undefined };
    await expect(publishBranch(stage.context, missing)).rejects.toMatchObject({ kind: 'invalid_input' });
    expect([...(await stage.intents()), ...(await stage.states())]).toEqual([]);
    await stage.bare.create(stage.manifestKey(3n, 'exp'), new Uint8Array(1));
    await expect(publishBranch(stage.context, requestOf(stage))).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'leftover_versions' },
    });
    expect(await stage.keys('_refs/branches/')).toEqual([]);
  });

  it('D22 a clone that took longer than the intent is owned is not published', async () => {
    const stage = await referenceStage();
    const base = requestOf(stage);
    const slow = {
      ...base,
      writeClone: async (clone: { rootKey: string }) => {
        await base.writeClone(clone);
        stage.time.now += pastOwnershipMs;
      },
    };
    await expect(publishBranch(stage.context, slow)).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'not_owned', leftBehind: 'lake/events/tree/exp' },
    });
    expect([...(await stage.intents()), ...(await stage.states())]).toEqual([]);
    expect(await stage.keys('_refs/branches/')).toEqual([]);
  });

  it('D22 a version that is sealed while the clone is written is not branched from', async () => {
    const stage = await referenceStage();
    const base = requestOf(stage);
    const raced = {
      ...base,
      writeClone: async (clone: { rootKey: string }) => {
        await base.writeClone(clone);
        await stage.mark('sealed', 3n);
        expect([...(await censusOf(stage, 'main')).held.keys()]).toEqual([3n]);
      },
    };
    await expect(publishBranch(stage.context, raced)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await stage.keys('_refs/branches/')).toEqual([]);
  });
});

describe('a parent that is being deleted', () => {
  it('33. its state removed after a child was admitted: publishing conflicts and the child is absent', async () => {
    const { stage, terminate } = await withExp();
    const base = requestOf(stage, 'child', 'exp', 3n);
    const child = {
      ...base,
      writeClone: async (clone: { rootKey: string }) => {
        await base.writeClone(clone);
        await terminate();
      },
    };
    await expect(publishBranch(stage.context, child)).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'terminating' },
    });
    expect(await seen(stage, 'child')).toBe('invisible');
    expect(await stage.keys('_refs/branches/')).toHaveLength(1);
  });

  it('34. the same after the write of the child has landed: finishing conflicts and the child is deleted', async () => {
    const { stage, terminate } = await withExp();
    stage.beforeCalls(async ({ verb, key }) => {
      if (
        verb === 'get' &&
        isBranch(key) &&
        key.includes('child') &&
        (await stage.bare.head(key)).kind === 'found'
      )
        await terminate();
    });
    stage.failOnce(({ verb, key }) => verb === 'create' && isBranch(key), 'lost_after');
    const child = publishBranch(stage.context, requestOf(stage, 'child', 'exp', 3n));
    await expect(child).rejects.toMatchObject({ kind: 'conflict', details: { reason: 'revoked' } });
    expect(await stage.keys('_refs/branches/')).toHaveLength(1);
    expect(await stage.intents()).toEqual([]);
  });

  it('a tag on a branch that is being deleted is rejected', async () => {
    const { stage, terminate } = await withExp();
    await terminate();
    const tag = createTag(stage.context, { name: 't', branch: 'exp', version: 3n });
    await expect(tag).rejects.toMatchObject({ kind: 'conflict', details: { reason: 'terminating' } });
  });
});
