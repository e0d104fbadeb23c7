/** Publishes a branch of an old version and deletes it again, through the protocol (D21, D22). */
import { isVamplateError } from '@/lib/base/errors';
import type { Actor } from '@/lib/testing/simulation/cast';
import { at, branchFolder, commitVersion } from '@/lib/testing/simulation/world';
import { countEnd } from './tagger';
import { told } from './told';
import { readSnapshot } from './writer';

const name = 'dev';

export const brancher: Actor = async (process, stage) => {
  const { clock, random, store } = process;
  const { ledger, manifests } = stage;
  const engine = stage.engineOf(process);
  const key = at(`_refs/branches/${name}.json`);
  for (let round = 0; round < 2; round += 1) {
    await clock.sleep(random.int(40_000));
    const version = random.pick([1n, 2n, 3n, 4n]);
    const published = await told(
      ledger,
      'publish branch',
      () =>
        engine.publishBranch({
          ...{ name, parent: null, version },
          writeClone: async () => {
            const seen = await readSnapshot(store, stage, version);
            if (seen === null) return;
            const snapshot = {
              version,
              files: [],
              borrowed: seen.files,
              branch: name,
              committedAtMs: stage.now(),
            };
            await commitVersion(store, manifests, branchFolder(name), snapshot);
          },
        }),
      (error) => countEnd(ledger, error),
    );
    if (published !== null) {
      ledger.hit('D22 branch published');
      ledger.reported(process.name, key, version);
    }
    // A deletion that breaks off is finished only where all of the branch is surely older than its commits.
    await clock.sleep(10_000 + random.int(60_000));
    if (random.chance(0.5)) continue;
    ledger.promises.deletionBegins(process.name, key);
    await told(ledger, 'delete branch', async () => {
      const report = await engine.deleteBranch({ name }).catch((error: unknown) => {
        if (isVamplateError(error) && error.kind === 'refused') ledger.hit('D21 branch kept');
        throw error;
      });
      ledger.hit(report.outcome === 'completed' ? 'D21 branch deleted' : `branch deletion ${report.outcome}`);
    });
  }
};
