/** A person takes back one marker: only where a recovery would, and where nobody can be at work any more. */
import { describe, expect, it } from 'vitest';
import { storageInstant } from '@/lib/base/clock';
import { acquireLease } from '@/lib/engine/leases/acquire-lease';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { leaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import { type MarkerKind, markerFolder } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { type CleanupStage, cleanupStage } from '@/lib/testing/cleanup-stage';
import { cancelRetirement } from './cancel-retirement';
import type { CancelRequest } from './cancel-rules';

const pastOwnershipMs = 15 * 60_000 + 1_000;
const manifestEntry = (version: bigint) => `_versions/${2n ** 64n - 1n - version}.manifest`;

async function marked(
  kinds: readonly MarkerKind[],
  needed: 'lease' | 'tag' | null = null,
  ageMs = pastOwnershipMs,
) {
  const stage = await cleanupStage();
  await stage.commit(1, 3);
  for (const marker of kinds) {
    const name = { namespace: 'main', version: 1n, markerOperationId: 'd'.repeat(32), marker };
    await createMarker(stage.bare, stage.root, name, [`${stage.root.path}/${manifestEntry(1n)}`]);
  }
  if (needed === 'lease') await putLease(stage, 30 * 86_400_000);
  if (needed === 'tag') {
    const tag = {
      branch: null,
      version: 1,
      manifestSize: 10,
      createdAt: '2029-12-01T00:00:00Z',
      metadata: {},
    };
    await stage.put('_refs/tags/v1.json', JSON.stringify(tag));
  }
  const seenAt = storageInstant(stage.time.now);
  stage.time.now += ageMs;
  const cancel = (marker: 'draining' | 'sealed', more: Partial<CancelRequest> = {}) =>
    cancelRetirement(stage.context, {
      ...{ namespace: 'main', version: 1n, marker, markerOperationId: 'd'.repeat(32), seenAt },
      ...{ processStopped: true, ...more },
    });
  return { ...stage, cancel, seenAt };
}

/** As it lies when nobody could create one any more. */
const putLease = (stage: CleanupStage, ttlMs: number) =>
  stage.put(
    formatLeaseName({
      namespace: 'main',
      version: 1n,
      ttlMicros: BigInt(ttlMs) * 1_000n,
      id: 'e'.repeat(32),
    }),
    new Uint8Array(),
  );

async function markers(stage: CleanupStage): Promise<readonly string[]> {
  const entries = await stage.entries(markerFolder('main', 1n));
  return entries.map((entry) => entry.slice(entry.lastIndexOf('.') + 1));
}

const refusal = (code: string) => ({
  kind: 'refused',
  details: { reasons: [expect.objectContaining({ code, remedy: expect.any(String) })] },
});

describe('a drain', () => {
  it('that is stale goes, and its version accepts leases again', async () => {
    const stage = await marked(['draining']);
    expect(await stage.cancel('draining')).toEqual([expect.stringMatching(/\.draining$/)]);
    expect(await markers(stage)).toEqual([]);
    const place = { root: stage.root, namespace: 'main', branch: null, version: 1n };
    await acquireLease({ ...stage.context, rules: leaseRules }, place, { ttlMs: 60_000 });
  });

  it('stays until 15 minutes and a second have passed by the clock of the store, not a millisecond less', async () => {
    const stage = await marked(['draining'], null, pastOwnershipMs - 1);
    await expect(stage.cancel('draining')).rejects.toMatchObject(refusal('in_use'));
    expect(await markers(stage)).toEqual(['draining']);
    stage.time.now += 1;
    await stage.cancel('draining');
    expect(await markers(stage)).toEqual([]);
  });

  it('is believed to be stale only after the margin of two clocks', async () => {
    const stage = await marked(['draining']);
    const context = { ...stage.context, clockMarginMs: 5_000 };
    const request = {
      namespace: 'main',
      version: 1n,
      marker: 'draining',
      markerOperationId: 'd'.repeat(32),
    } as const;
    const cancel = () =>
      cancelRetirement(context, { ...request, seenAt: stage.seenAt, processStopped: false });
    await expect(cancel()).rejects.toMatchObject(refusal('in_use'));
    stage.time.now += 5_000;
    await cancel();
  });

  it('left beside the seal of its run goes at any age, and the seal stays', async () => {
    const stage = await marked(['draining', 'sealed'], null, 0);
    await stage.cancel('draining');
    expect(await markers(stage)).toEqual(['sealed']);
  });

  it('that is another than was shown stays', async () => {
    const stage = await marked(['draining']);
    await expect(stage.cancel('draining', { seenAt: storageInstant(1) })).rejects.toMatchObject(
      refusal('changed'),
    );
    await expect(stage.cancel('draining', { markerOperationId: 'a'.repeat(32) })).rejects.toMatchObject(
      refusal('gone'),
    );
    expect(await markers(stage)).toEqual(['draining']);
  });
});

describe('a seal', () => {
  it.each(['lease', 'tag'] as const)('of a version that a %s needs goes with its drain', async (needed) => {
    const stage = await marked(['draining', 'sealed'], needed);
    expect(await stage.cancel('sealed')).toHaveLength(2);
    expect(await markers(stage)).toEqual([]);
  });

  it('of a version that nothing needs stays: a cleanup would retire it', async () => {
    const stage = await marked(['sealed']);
    await expect(stage.cancel('sealed')).rejects.toMatchObject(refusal('not_needed'));
    expect(await markers(stage)).toEqual(['sealed']);
  });

  it('of a version whose lease is over stays', async () => {
    const stage = await marked(['sealed']);
    await putLease(stage, 1_000);
    stage.time.now += 10_000;
    await expect(stage.cancel('sealed')).rejects.toMatchObject(refusal('not_needed'));
  });

  it('stays while its run may be at work, and until somebody states that it is not', async () => {
    const stage = await marked(['sealed'], 'lease', pastOwnershipMs - 1);
    await expect(stage.cancel('sealed')).rejects.toMatchObject(refusal('in_use'));
    stage.time.now += 1;
    await expect(stage.cancel('sealed', { processStopped: false })).rejects.toMatchObject(
      refusal('process_not_attested'),
    );
    expect(await markers(stage)).toEqual(['sealed']);
  });

  it('beside a commit stays: a commit is not undone (I5)', async () => {
    const stage = await marked(['sealed', 'committed'], 'lease');
    await expect(stage.cancel('sealed')).rejects.toMatchObject(refusal('committed'));
    expect(await markers(stage)).toEqual(['committed', 'sealed']);
  });

  it('whose run commits in the same moment is said to have been at work', async () => {
    const stage = await marked(['sealed'], 'lease');
    stage.beforeCalls(async (call) => {
      if (call.verb !== 'deleteBatch' && call.verb !== 'delete') return;
      if (!call.key.endsWith('.sealed')) return;
      const name = {
        namespace: 'main',
        version: 1n,
        markerOperationId: 'd'.repeat(32),
        marker: 'committed',
      } as const;
      await createMarker(stage.bare, stage.root, name, [`${stage.root.path}/${manifestEntry(1n)}`]);
    });
    await expect(stage.cancel('sealed')).rejects.toMatchObject({
      kind: 'conflict',
      details: { reason: 'committed_meanwhile' },
    });
  });

  it('whose delete has no answer is not said to be gone', async () => {
    const stage = await marked(['sealed'], 'lease');
    stage.failWhen((call) => (call.key.endsWith('.sealed') && call.mutates ? 'lost_after' : null));
    await expect(stage.cancel('sealed')).rejects.toMatchObject({
      kind: 'unavailable',
      details: { outcome: 'unknown' },
    });
  });

  it('is not touched when the leases cannot be listed', async () => {
    const stage = await marked(['sealed'], 'lease');
    stage.failWhen((call) =>
      call.verb === 'list' && call.key.includes('version_leases') ? 'lost_before' : null,
    );
    await expect(stage.cancel('sealed')).rejects.toMatchObject({ kind: 'unavailable' });
    expect(await markers(stage)).toEqual(['sealed']);
  });
});
