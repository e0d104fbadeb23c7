/** What crashed runs leave, and what the next run makes of it: resumed, cancelled or finished, never both used and removed (E, H.3). */
import { describe, expect, it } from 'vitest';
import { acquireLease } from '@/lib/engine/leases/acquire-lease';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { leaseRules } from '@/lib/engine/leases/lease-protocol-rules';
import { createTag } from '@/lib/engine/references/create-tag';
import { createIntent } from '@/lib/engine/references/write-reference';
import { type MarkerKind, markerFolder } from '@/lib/engine/retirement/marker-names';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import { type CleanupStage, cleanupStage, fileOf, keeping } from '@/lib/testing/cleanup-stage';
import { planCleanup } from './plan-cleanup';
import { runCleanup } from './run-cleanup';

const longMs = 30 * 86_400_000;
const pastOwnershipMs = 15 * 60_000 + 1_000;
const bytes = (body: string) => new TextEncoder().encode(body);
const manifestEntry = (version: bigint) => `_versions/${2n ** 64n - 1n - version}.manifest`;

async function history(versions: number): Promise<CleanupStage> {
  const stage = await cleanupStage();
  await stage.commit(1, versions);
  return stage;
}

/** As a process that is no more wrote it. */
async function mark(stage: CleanupStage, version: bigint, marker: MarkerKind, run = 'd') {
  const name = { namespace: 'main', version, markerOperationId: run.repeat(32), marker };
  await createMarker(stage.bare, stage.root, name, [`${stage.root.path}/${manifestEntry(version)}`]);
}

const acquire = (stage: CleanupStage, version: bigint, ttlMs = longMs) =>
  acquireLease(
    { ...stage.context, rules: leaseRules },
    { root: stage.root, namespace: 'main', branch: null, version },
    { ttlMs },
  );

/** Also what a lease file is that nobody could create while the version was sealed. */
const putLease = (stage: CleanupStage, version: bigint, ttlMs: number) =>
  stage.put(
    formatLeaseName({ namespace: 'main', version, ttlMicros: BigInt(ttlMs) * 1_000n, id: 'e'.repeat(32) }),
    new Uint8Array(),
  );

async function clean(stage: CleanupStage, policy = keeping(1)) {
  return runCleanup(stage.context, await planCleanup(stage.context, policy));
}

async function markers(stage: CleanupStage, version = 1n): Promise<readonly string[]> {
  const entries = await stage.entries(markerFolder('main', version));
  return entries.map((entry) => entry.slice(entry.lastIndexOf('.') + 1));
}

const lifecycle = async (stage: CleanupStage) =>
  (await stage.entries('_refs/version_')).filter((entry) => !entry.endsWith('_clock'));

/** Whether the version is whole: its manifest and every file that it alone has. */
async function isWhole(stage: CleanupStage, version = 1n): Promise<boolean> {
  const entries = new Set(await stage.entries());
  const own = [manifestEntry(version), `data/${fileOf(version)}`, `_transactions/${version - 1n}-t.txn`];
  return own.every((entry) => entries.has(entry));
}

describe('a seal that its owner left', () => {
  it('6. recovery_claim_does_not_outlive_live_owner_cancellation', async () => {
    const stage = await history(3);
    await mark(stage, 1n, 'sealed');
    const plan = await planCleanup(stage.context, keeping(3));
    expect(plan.versions).toMatchObject([{ version: 1n, group: 'resume' }]);
    // Its sealer lives: it takes the seal back, and a reader comes.
    for (const entry of await stage.entries(markerFolder('main', 1n))) {
      await stage.bare.delete(stage.key(entry));
    }
    await acquire(stage, 1n);
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({ retired: [], left: [{ version: 1n }], incidents: [] });
    expect(await isWhole(stage)).toBe(true);
    expect(await markers(stage)).toEqual([]);
  });

  it('10. recovered_retirement_still_respects_descendant_branch', async () => {
    const stage = await history(3);
    await mark(stage, 1n, 'sealed');
    stage.time.now += pastOwnershipMs;
    const basePaths = [{ id: 0, name: null, isDatasetRoot: true, path: `memory:///${stage.root.key}` }];
    const files = [{ path: fileOf(1n), baseId: 0 }];
    await stage.putManifest(
      { version: 1n, branch: 'child', basePaths, fragments: [{ id: 0, files }] },
      'tree/child/',
    );
    const identifier = { version_mapping: [[1, 'c'.repeat(32)]] };
    await stage.put(
      '_refs/branches/child.json',
      JSON.stringify({ parentBranch: null, identifier, parentVersion: 1, createAt: 1, manifestSize: 1 }),
    );
    const report = await clean(stage, keeping(2));
    expect(report).toMatchObject({ outcome: 'completed', retired: [], objectsDeleted: 0 });
    expect(await isWhole(stage)).toBe(true);
    expect(await stage.entries('tree/child/_versions/')).toHaveLength(1);
    expect(await markers(stage)).toEqual([]);
  });

  it('21. a seal without owner is resumed; once the manifest is gone all markers go', async () => {
    const stage = await history(3);
    await mark(stage, 1n, 'sealed');
    stage.time.now += pastOwnershipMs;
    const plan = await planCleanup(stage.context, keeping(3));
    expect(plan.versions).toMatchObject([{ version: 1n, group: 'resume' }]);
    await stage.bare.delete(stage.key(manifestEntry(1n)));
    const report = await clean(stage, keeping(3));
    expect(report).toMatchObject({ outcome: 'completed', retired: [1n], markersLeft: [] });
    expect(await markers(stage)).toEqual([]);
  });

  it('22. one with an active lease is cancelled; the lease renews, and later nothing is to be resumed', async () => {
    const stage = await history(3);
    const lease = await acquire(stage, 1n);
    await mark(stage, 1n, 'sealed');
    await expect(lease.renew()).rejects.toMatchObject({ kind: 'refused' });
    await clean(stage, keeping(3));
    expect(await markers(stage)).toEqual([]);
    expect(await isWhole(stage)).toBe(true);
    await lease.renew();
    await lease.release();
    expect((await planCleanup(stage.context, keeping(3))).versions).toEqual([]);
  });

  it('23. one with a pending intent is cancelled, and the manifest stays', async () => {
    const stage = await history(3);
    await mark(stage, 1n, 'sealed');
    await createIntent(
      stage.bare,
      stage.root,
      { namespace: 'main', version: 1n, id: 'a'.repeat(32) },
      {
        manifestPath: `${stage.root.path}/${manifestEntry(1n)}`,
        operationId: 'b'.repeat(32),
        state: 'pending',
        mutation: {
          kind: 'create',
          path: `${stage.root.path}/_refs/tags/coming.json`,
          payload: bytes('{"branch":null,"version":1,"manifestSize":1}'),
        },
      },
    );
    const report = await clean(stage);
    expect(report).toMatchObject({ outcome: 'completed', retired: [2n] });
    expect(await isWhole(stage)).toBe(true);
    expect(await markers(stage)).toEqual([]);
  });

  it('31. a tag that was live before the seal: cancelled by the tag and its state alone, and leasable again', async () => {
    const stage = await history(3);
    await createTag(
      { ...stage.context, rules: stage.context.referenceRules, memory: null },
      { name: 'release', branch: null, version: 1n },
    );
    expect(await stage.entries('_refs/version_reference_intents/')).toEqual([]);
    await mark(stage, 1n, 'sealed');
    await expect(acquire(stage, 1n)).rejects.toMatchObject({ kind: 'refused' });
    expect((await clean(stage, keeping(1, { taggedVersions: 'keep' }))).retired).toEqual([2n]);
    expect(await markers(stage)).toEqual([]);
    await acquire(stage, 1n);
    expect(await isWhole(stage)).toBe(true);
  });

  it('D9 a retirement that began after the plan is reported and nothing of its version goes, held or not', async () => {
    const stage = await history(3);
    const plan = await planCleanup(stage.context, keeping(1));
    await acquire(stage, 1n);
    await mark(stage, 1n, 'sealed');
    const report = await runCleanup(stage.context, plan);
    expect(report).toMatchObject({ retired: [2n], left: [{ version: 1n, reason: 'new_retirement' }] });
    expect(await isWhole(stage)).toBe(true);
  });
});

describe('drains', () => {
  it('5. without an owner go, fresh ones of others stay, and those beside a seal of their run go at any age', async () => {
    const stage = await history(4);
    await mark(stage, 1n, 'draining', 'a');
    stage.time.now += pastOwnershipMs;
    await mark(stage, 2n, 'draining', 'b');
    await mark(stage, 3n, 'draining', 'c');
    await mark(stage, 3n, 'sealed', 'c');
    await clean(stage, keeping(4));
    expect(await markers(stage, 1n)).toEqual([]);
    expect(await markers(stage, 2n)).toEqual(['draining']);
    // Version 3 was to be resumed, and is gone with all that marked it.
    expect(await markers(stage, 3n)).toEqual([]);
    expect(await stage.versions()).toEqual([1n, 2n, 4n]);
  });
});

describe('a finalization that is interrupted', () => {
  /** Deleted in part: committed, sealed by another run too, with leases and an intent that came before the end. */
  async function halfDone(): Promise<CleanupStage> {
    const stage = await history(2);
    await putLease(stage, 1n, 10);
    await mark(stage, 1n, 'sealed', 'a');
    await mark(stage, 1n, 'committed', 'b');
    await stage.bare.delete(stage.key(manifestEntry(1n)));
    stage.time.now += pastOwnershipMs;
    return stage;
  }
  const fates = ['refused', 'lost_before', 'lost_after'] as const;

  it.each(fates)('8. terminal_recovery_survives_marker_first_partial_finalize: %s', async (fate) => {
    const kinds = ['.lease', '.sealed', '.committed'];
    for (const kind of kinds) {
      const stage = await halfDone();
      stage.failWhen((call) =>
        call.verb === 'deleteBatch' && call.keys.some((key) => key.endsWith(kind)) ? fate : null,
      );
      await clean(stage);
      const left = await lifecycle(stage);
      // Whatever is left, the anchor is among it: somebody will find it.
      const anchored = left.length === 0 || left.some((entry) => entry.endsWith('.committed'));
      expect(anchored, `${kind} ${fate}: ${left}`).toBe(true);
      stage.failWhen(null);
      await clean(stage);
      expect(await lifecycle(stage), kind).toEqual([]);
    }
  });

  it('19. a lease that cannot be deleted keeps the committed marker; the next run removes both', async () => {
    const stage = await halfDone();
    stage.failWhen((call) =>
      call.verb === 'deleteBatch' && call.key.includes('/version_leases/') ? 'refused' : null,
    );
    const report = await clean(stage);
    expect((await lifecycle(stage)).map((entry) => entry.split('.').at(-1)).sort()).toEqual([
      'committed',
      'lease',
      'sealed',
    ]);
    expect(report.markersLeft).toEqual(expect.arrayContaining([expect.stringMatching(/\.committed$/)]));
    stage.failWhen(null);
    expect(await clean(stage)).toMatchObject({ outcome: 'completed', markersLeft: [] });
    expect(await lifecycle(stage)).toEqual([]);
  });
});
