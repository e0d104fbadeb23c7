/** The first screen of a dataset (newest names, control state) beside the peer's list of versions. */
import type { Bench } from './bench';
import { figure, pairedRuns, timed } from './figure';
import { historyRoot, historyTable } from './histories';
import { peakMbOf } from './peak-memory';
import { listVersionsByPeer, peerName } from './peer';
import { openDataset, readFirstScreen } from './readings';

export const firstScreen: Bench = {
  name: 'first-screen',
  async run({ history, print }) {
    for (const store of ['local', 's3'] as const) {
      const small = await history(store, 300);
      const warmUp = { options: small.options, root: historyRoot, versions: 300 };
      for (const size of [300, 2_000]) {
        const place = await history(store, size);
        const pair = await pairedRuns(
          () => timed(() => readFirstScreen(openDataset(place.options, historyRoot))),
          () => listVersionsByPeer(place, historyTable, size),
        );
        const task = { options: place.options, root: historyRoot, versions: size, warmUp } as const;
        const peakMb = await peakMbOf({ reading: 'first-screen', ...task });
        print(figure({ bench: 'first-screen', store, size }, pair, peakMb, peerName));
      }
    }
  },
};
