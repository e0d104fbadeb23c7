/** What facts say of versions, leases and branches while others write, and when a part of the store does not answer. */
import { describe, expect, it } from 'vitest';
import { formatLeaseName } from '@/lib/engine/leases/lease-names';
import { createLeaseFile } from '@/lib/engine/leases/write-lease';
import {
  lakeStage,
  putBranch,
  putNames,
  putTag,
  putVersion,
  putVersions,
  rootOf,
} from '@/lib/testing/lake-stage';
import { findingsOf, healthOf } from './findings';
import { presenceOf } from './presence';

const uuid = (digit: string) => digit.repeat(32);

async function tableStage(versions = 3) {
  const stage = lakeStage();
  await putVersions(stage.inner, 't.lance', 1, versions);
  const dataset = await stage.lake.dataset('t.lance');
  const lease = (version: bigint, id = uuid('a')) => {
    const name = { namespace: 'main', version, ttlMicros: 3_600_000_000n, id };
    return {
      put: () => createLeaseFile(stage.inner, rootOf(stage.inner, 't.lance'), name),
      remove: () => stage.inner.delete(`t.lance/${formatLeaseName(name)}`),
    };
  };
  const look = async (maxAgeMs = 1_000) => {
    const facts = await dataset.facts(null, maxAgeMs);
    const findings = findingsOf({ dataset, facts, explanation: dataset.explain(facts) });
    return { facts, findings, health: healthOf(findings, facts), kinds: findings.map(({ kind }) => kind) };
  };
  return { ...stage, dataset, lease, look };
}

describe('presenceOf', () => {
  it('does not call missing what is newer than names listed before the row was seen', async () => {
    const { look } = await tableStage();
    const { facts } = await look();
    const main = facts.byNamespace.get('main');
    if (main === undefined) throw new Error('main is always listed');
    const listed = (afterControl: boolean) => ({
      byNamespace: new Map([['main', { ...main, afterControl }]]),
    });
    expect(presenceOf(listed(false), 'main', 4n)).toBe('unknown');
    expect(presenceOf(listed(true), 'main', 4n)).toBe('missing');
    expect(presenceOf(listed(false), 'main', 0n)).toBe('missing');
  });
});

describe('branch folders without a reference', () => {
  it('are named when there was none before and is none now, and no longer once they are gone', async () => {
    const { clock, dataset, inner, look } = await tableStage();
    await putVersion(inner, 't.lance', 2n, { on: 'half' });
    await look();
    await dataset.branchFolders.get(0);
    expect((await look()).kinds).toEqual(['zombie_branch']);
    await inner.delete('t.lance/tree/half/_versions/18446744073709551613.manifest');
    clock.advance(61_000);
    await look();
    expect((await look()).kinds).toEqual([]);
  });

  it('are not those of a branch that is created or deleted meanwhile', async () => {
    const { clock, dataset, inner, look } = await tableStage();
    await putBranch(inner, 't.lance', 'old', 1, uuid('d'));
    for (const name of ['old', 'new']) await putVersion(inner, 't.lance', 2n, { on: name });
    await look();
    await dataset.branchFolders.get(0);
    await putBranch(inner, 't.lance', 'new', 1, uuid('e'));
    await inner.delete('t.lance/_refs/branches/old.json');
    clock.advance(2_000);
    expect((await look()).kinds).toEqual([]);
  });
});

describe('facts of a dataset', () => {
  it('are green when all was read and nothing found, and the same object for all who look', async () => {
    const { look } = await tableStage();
    const first = await look();
    expect(first).toMatchObject({ findings: [], health: 'ok' });
    expect((await look()).facts).toBe(first.facts);
  });

  it('a lease on a version committed since the names were read is no alarm', async () => {
    const { clock, dataset, inner, lease, look } = await tableStage();
    await look();
    clock.advance(2_000);
    await dataset.reader.names(null).get(0);
    await putVersion(inner, 't.lance', 4n);
    await lease(4n).put();
    clock.advance(1_500);
    await dataset.reader.control.get(0);
    // Names are two seconds old, control is fresh: the row names what the names do not show yet.
    const { facts, kinds } = await look(1_600);
    expect(presenceOf(facts, 'main', 4n)).toBe('present');
    expect(kinds).not.toContain('lease_without_version');
  });

  it('a version deleted after its lease was released is no alarm', async () => {
    const { clock, dataset, inner, lease, look } = await tableStage();
    await lease(2n).put();
    await look();
    await lease(2n).remove();
    await inner.delete('t.lance/_versions/18446744073709551613.manifest');
    clock.advance(20_000);
    await dataset.reader.names(null).get(0);
    const { kinds, facts } = await look(60_000);
    expect(presenceOf(facts, 'main', 2n)).toBe('missing');
    expect(kinds).not.toContain('lease_without_version');
  });

  it('a version deleted under its lease is one, and a tag that names nothing dangles', async () => {
    const { inner, lease, look } = await tableStage();
    await lease(2n).put();
    await putTag(inner, 't.lance', 'future', 99);
    await inner.delete('t.lance/_versions/18446744073709551613.manifest');
    const { kinds, health, facts } = await look();
    expect(kinds).toContain('lease_without_version');
    expect(health).toBe('stop');
    expect(kinds).toContain('dangling_tag');
    expect(presenceOf(facts, 'main', 99n)).toBe('missing');
  });

  it('what was not listed is unknown, not missing', async () => {
    const { inner, lake } = lakeStage();
    await putNames(inner, 'long.lance', 1, 1500);
    const facts = await (await lake.dataset('long.lance')).facts(null, 1_000);
    expect(presenceOf(facts, 'main', 3n)).toBe('unknown');
    expect(presenceOf(facts, 'main', 900n)).toBe('present');
    expect(presenceOf(facts, 'no-such-namespace', 1n)).toBe('unknown');
  });

  it('a branch whose reference lies beyond the first page is found by reading on', async () => {
    const { inner, lake } = lakeStage();
    await putVersions(inner, 't.lance', 1, 2);
    for (let index = 0; index < 1_100; index += 1) {
      await putBranch(
        inner,
        't.lance',
        `b${String(index).padStart(4, '0')}`,
        1,
        index.toString(16).padStart(32, '0'),
      );
    }
    await putVersion(inner, 't.lance', 2n, { on: 'b1099' });
    const dataset = await lake.dataset('t.lance');
    expect((await dataset.facts('b1099', 1_000)).names.listing.latest).toBe(2n);
    await expect(dataset.facts('none', 1_000)).rejects.toMatchObject({ kind: 'not_found' });
    expect((await dataset.wholeFacts(1_000)).control.branches).toHaveLength(1_100);
  });

  it('a deleted branch is not there, and is read no more', async () => {
    const { clock, dataset, inner, takeAsked } = await tableStage();
    await putBranch(inner, 't.lance', 'exp', 1, uuid('b'));
    await putVersion(inner, 't.lance', 2n, { on: 'exp' });
    await dataset.facts('exp', 1_000);
    await inner.delete('t.lance/_refs/branches/exp.json');
    clock.advance(10_000);
    await expect(dataset.facts('exp', 1_000)).rejects.toMatchObject({ kind: 'not_found' });
    takeAsked();
    clock.advance(10_000);
    await dataset.reader.refresh(1_000);
    expect(takeAsked().sort()).toEqual(['list t.lance/_refs/', 'list t.lance/_versions/']);
  });

  it('a dropped dataset is not found and forgotten; made anew it shows nothing of the old one', async () => {
    const { clock, dataset, inner, lake } = await tableStage(5);
    await dataset.storage(null).get(0);
    expect(dataset.countedStorage(await dataset.facts(null, 1_000))).toBeDefined();
    for (const { key } of (await inner.list({ prefix: 't.lance/' })).objects) await inner.delete(key);
    clock.advance(10_000);
    await expect(dataset.facts(null, 1_000)).rejects.toMatchObject({ kind: 'not_found' });
    expect(lake.size).toBe(0);
    clock.advance(10_000);
    await putVersion(inner, 't.lance', 5n, { writer: '13.0.0' });
    const facts = await dataset.facts(null, 1_000);
    expect(dataset.countedStorage(facts)).toBeUndefined();
    expect(facts.head?.finding).toMatchObject({
      kind: 'read',
      manifest: { summary: { writer: { version: '13.0.0' } } },
    });
  });

  it('a head the store does not give is unknown, not damaged, and nothing is called reclaimable', async () => {
    const stage = lakeStage({ policy: { retainVersions: 1 } });
    await putVersions(stage.inner, 't.lance', 1, 3);
    const dataset = await stage.lake.dataset('t.lance');
    stage.dispatch((call) => (call.verb === 'getRange' || call.verb === 'get' ? call.lost() : call.effect()));
    const facts = await dataset.facts(null, 1_000);
    const explanation = dataset.explain(facts);
    const findings = findingsOf({ dataset, facts, explanation });
    expect(findings.map(({ kind }) => kind)).toEqual(['not_read']);
    expect(healthOf(findings, facts)).toBe('unknown');
    expect(explanation.holders.forAll).toHaveLength(1);
    stage.dispatch(null);
    stage.clock.advance(10_000);
    const back = await dataset.facts(null, 1_000);
    expect(findingsOf({ dataset, facts: back, explanation: dataset.explain(back) })).toEqual([]);
  });

  it('a control file that cannot be read leaves the dataset unknown and says which part', async () => {
    const { inner, dispatch, look } = await tableStage();
    await putTag(inner, 't.lance', 'release', 1);
    dispatch((call) => (call.key.includes('_refs/tags/') ? call.lost() : call.effect()));
    const { health, findings } = await look();
    expect(health).toBe('unknown');
    expect(findings[0]?.problem).toContain('Not all control files were read');
  });

  it('a store without a time judges nothing and is not green', async () => {
    const stage = lakeStage({}, { statesTime: false });
    await putVersions(stage.inner, 't.lance', 1, 1);
    const name = { namespace: 'main', version: 1n, ttlMicros: 60_000_000n, id: uuid('c') };
    await createLeaseFile(stage.inner, rootOf(stage.inner, 't.lance'), name);
    const dataset = await stage.lake.dataset('t.lance');
    const facts = await dataset.facts(null, 1_000);
    const findings = findingsOf({ dataset, facts, explanation: dataset.explain(facts) });
    expect(healthOf(findings, facts)).not.toBe('ok');
    expect(findings.some(({ problem }) => problem.includes('states no time'))).toBe(true);
  });
});
