/** Reproducers of lost versions on tables that LanceDB wrote: what a dead cleaner sealed, and who came since (section I, 7 and 10). */
import { expect, it } from 'vitest';
import { newestOnly, onEvents, root, rowsOf } from './events-stage';

const hourMs = 3_600_000;
const nothingButResume = { ...newestOnly, retainVersions: 6, taggedVersions: 'keep' } as const;

it('7. recovered_retirement_preserves_tag_created_after_seal: by us rejected, by LanceDB kept (LanceDB)', () =>
  onEvents(async (stage) => {
    await stage.mark(1n, 'sealed');
    const later = { laterMs: hourMs };
    const ours = stage.engine(later).createTag({ name: 'ours', branch: null, version: 1n });
    await expect(ours).rejects.toMatchObject({ kind: 'conflict' });
    // A released writer knows no seal and is told of success.
    await stage.lance(async (table) => (await table.tags()).create('released', 1));
    const report = await stage.clean(nothingButResume, later);
    expect(report).toMatchObject({ outcome: 'completed', retired: [], objectsDeleted: 0 });
    expect(await stage.missingOf(1n)).toEqual([]);
    expect(await stage.read('released')).toBe(rowsOf[0]);
    expect(await stage.markers()).toEqual([]);
    await expect(stage.read('ours')).rejects.toThrow();
  }));

it('10. recovered_retirement_still_respects_descendant_branch: the child opens (LanceDB)', () =>
  onEvents(async (stage) => {
    await stage.mark(1n, 'sealed');
    await stage.lance(async (table) => {
      (await (await table.branches()).create('child', undefined, 1)).close();
    });
    const report = await stage.clean(nothingButResume, { laterMs: hourMs });
    expect(report).toMatchObject({ outcome: 'completed', retired: [], objectsDeleted: 0 });
    expect(await stage.missingOf(1n)).toEqual([]);
    expect(await stage.read(1)).toBe(rowsOf[0]);
    expect(await stage.read(1, 'child')).toBe(rowsOf[0]);
    expect(await stage.markers()).toEqual([]);
  }));

it('3. successful_cleanup_finalizes_version_fence: nothing is left below its number (LanceDB)', () =>
  onEvents(async (stage) => {
    expect(await stage.clean({ ...newestOnly, retainVersions: null, versions: [1n] })).toMatchObject({
      outcome: 'completed',
      retired: [1n],
      markersLeft: [],
    });
    expect(
      (await stage.keys()).filter((key) => key.startsWith(`${root}/_refs/version_lease_gc/main/1`)),
    ).toEqual([]);
    await expect(stage.read(1)).rejects.toThrow();
    expect(await stage.read(2)).toBe(rowsOf[1]);
  }));
