/** 10,000 versions older than the unverified window, ten kept: what a plan reads and how much memory it takes. */
import { mkdir, readdir, utimes } from 'node:fs/promises';
import path from 'node:path';
import { connect } from '@lancedb/lancedb';
import type { Bench } from './bench';
import { keepTen, openCleaner } from './engine-cleanups';
import { figure, pairedRuns } from './figure';
import { historyRoot, historyTable } from './histories';
import { peakMbOf } from './peak-memory';
import { localPlace } from './places';

const sizes = [1_000, 10_000] as const;
const monthMs = 30 * 86_400_000;

export const engineLongHistory: Bench = {
  name: 'engine-long-history',
  async run({ folder, history, print }) {
    const small = await history('local', 300);
    const warmUp = { options: small.options, root: historyRoot, versions: 300 };
    for (const size of sizes) {
      const { options } = localPlace(await oldHistory(folder, size));
      let manifestsRead = 0;
      const policy = { ...keepTen, deleteUnverified: null };
      const pair = await pairedRuns(async () => {
        const { measured, plan } = await openCleaner(options).plan(policy, size);
        manifestsRead = plan.observations.manifestsRead;
        return measured;
      }, null);
      const task = { reading: 'plan', options, root: historyRoot, versions: size, warmUp } as const;
      const about = { bench: 'engine-long-history', store: 'local', size, more: { manifestsRead } } as const;
      print(figure(about, pair, await peakMbOf(task), ''));
    }
  },
};

/** Each version replaces all rows, so that manifests stay small; then everything is made to look a month old. */
async function oldHistory(folder: string, size: number): Promise<string> {
  const lake = path.join(folder, `long-history-${size}`);
  await mkdir(lake, { recursive: true });
  const table = await (await connect(lake)).createTable(historyTable, [{ id: 0 }]);
  for (let id = 1; id < size + 10; id += 1) await table.add([{ id }], { mode: 'overwrite' });
  const at = (Date.now() - monthMs) / 1_000;
  for (const entry of await readdir(lake, { withFileTypes: true, recursive: true })) {
    if (entry.isFile()) await utimes(path.join(entry.parentPath, entry.name), at, at);
  }
  return lake;
}
