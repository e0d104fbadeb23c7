/** Clients of released Lance: no lease, no intent, no marker means anything to them (J). */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { Actor } from '@/lib/testing/simulation/cast';
import { at, branchFolder, commitVersion, manifestKey, utf8 } from '@/lib/testing/simulation/world';
import { listVersions, readSnapshot, unlessUnavailable } from './writer';

const tagBody = (version: bigint) => utf8(`{"branch":null,"version":${version},"manifestSize":1}`);

/** Put-if-absent, and plain deletes. */
export const releasedTagger: Actor = async ({ clock, random, store }, stage) => {
  for (let round = 0; round < 6; round += 1) {
    await clock.sleep(random.int(20_000));
    const key = at(`_refs/tags/${random.pick(['old', 'old', 'red'])}.json`);
    await unlessUnavailable(async () => {
      if (random.chance(0.5)) {
        await store.delete(key);
        return;
      }
      const version = random.pick([...stage.config.wanted]);
      const head = await store.head(manifestKey(version));
      if (head.kind === 'found' && (await store.create(key, tagBody(version))).kind === 'written')
        stage.ledger.hit('released tag');
    });
  }
};

/** Tags what is about to go, and takes the tag back once that is safe: the worst moments, as chance seldom brings them. */
export const releasedRescuer: Actor = async ({ clock, random, store }, { ledger }) => {
  const key = at('_refs/tags/rescued.json');
  for (let round = 0; round < 40; round += 1) {
    await clock.sleep(random.int(2_000));
    const sealed = [...ledger.facts.markers.values()].find(
      ({ marker, namespace, version }) =>
        marker === 'sealed' && namespace === 'main' && !ledger.facts.isCommitted(version),
    );
    if (sealed === undefined) continue;
    await unlessUnavailable(async () => {
      if ((await store.create(key, tagBody(sealed.version))).kind !== 'written') return;
      for (let look = 0; look < 60 && ledger.facts.markers.has(sealed.key); look += 1)
        await clock.sleep(30_000);
      await store.delete(key);
    });
  }
};

/** The folder first, the reference later or never. */
export const releasedBrancher: Actor = async ({ clock, random, store }, stage) => {
  await clock.sleep(random.int(60_000));
  const version = random.pick([1n, 2n, 3n, 4n]);
  await unlessUnavailable(async () => {
    const seen = await readSnapshot(store, stage, version);
    if (seen === null) return;
    const branch = 'old-style';
    const snapshot = { version, files: [], borrowed: seen.files, branch, committedAtMs: stage.now() };
    await commitVersion(store, stage.manifests, branchFolder(branch), snapshot);
    stage.ledger.hit('released branch folder');
    await clock.sleep(random.int(120_000));
    const mapping = `{"version_mapping":[[${version},"${'ab'.repeat(16)}"]]}`;
    const body = `{"parentBranch":null,"identifier":${mapping},"parentVersion":${version},"createAt":1,"manifestSize":1}`;
    await store.create(at(`_refs/branches/${branch}.json`), utf8(body));
  });
};

/** Keeps the newest versions and what tags name; deletes whatever nobody of those needs, files and manifests as they come. */
export const releasedCleanerActor: Actor = async ({ clock, random, store }, stage) => {
  await clock.sleep(random.int(120_000));
  await unlessUnavailable(async () => {
    const versions = await listVersions(store);
    const newest = new Set(versions.slice(-2));
    const named = await namedVersions(store);
    const needed = new Set<string>();
    const going: string[] = [];
    for (const version of versions) {
      const snapshot = await readSnapshot(store, stage, version);
      const keys = (snapshot?.files ?? []).map((file) => at(`data/${file}`));
      if (newest.has(version) || named.has(version) || version === 2n)
        for (const key of keys) needed.add(key);
      else going.push(...keys, manifestKey(version));
    }
    const doomed = going.filter((key) => !needed.has(key));
    if (doomed.length > 0) await store.deleteBatch([...new Set(doomed)]);
  });
};

async function namedVersions(store: ObjectStore): Promise<ReadonlySet<bigint>> {
  const named = new Set<bigint>();
  const { objects } = await store.list({ prefix: at('_refs/'), limit: 1_000 });
  for (const { key } of objects) {
    if (!key.endsWith('.json')) continue;
    const answer = await store.get(key, { maxBytes: 100_000 });
    if (answer.kind !== 'found') continue;
    const text = new TextDecoder().decode(answer.body);
    for (const [, digits] of text.matchAll(/ersion": ?(\d+)/g)) named.add(BigInt(digits ?? '0'));
  }
  return named;
}
