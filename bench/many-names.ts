/** 340,000 manifest names in one local dataset: the first screen and the count on request, and what they take in memory. */
import path from 'node:path';
import { writeManifestNames } from '@/scripts/demo/fleet-manifests';
import type { Bench } from './bench';
import { figure, pairedRuns, timed } from './figure';
import { historyRoot } from './histories';
import { peakMbOf } from './peak-memory';
import { localPlace } from './places';
import { openDataset, readAllNames, readFirstScreen } from './readings';

const size = 340_000;

export const manyNames: Bench = {
  name: 'many-names',
  async run({ folder, history, print }) {
    const small = await history('local', 300);
    const warmUp = { options: small.options, root: historyRoot, versions: 300 };
    const lake = path.join(folder, 'many-names');
    const root = 'metrics.lance';
    await writeManifestNames(lake, 'metrics', size);
    const { options } = localPlace(lake);
    const task = { options, root, versions: size, warmUp };

    const screen = await pairedRuns(() => timed(() => readFirstScreen(openDataset(options, root))), null);
    const screenPeak = await peakMbOf({ reading: 'first-screen', ...task });
    print(figure({ bench: 'many-names-first-screen', store: 'local', size }, screen, screenPeak, ''));

    const count = () => timed(() => readAllNames(openDataset(options, root), size));
    const countPeak = await peakMbOf({ reading: 'all-names', ...task });
    const counted = await pairedRuns(count, null);
    print(figure({ bench: 'many-names-count', store: 'local', size }, counted, countPeak, ''));
  },
};
