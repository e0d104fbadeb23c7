/** Every version's detail, cold and with its manifests known, beside the peer's list of versions. */
import type { Bench } from './bench';
import { figure, pairedRuns, timed } from './figure';
import { historyRoot, historyTable } from './histories';
import { peakMbOf } from './peak-memory';
import { listVersionsByPeer, peerName } from './peer';
import { type OpenDataset, openDataset, readFullDetail } from './readings';

export const fullDetail: Bench = {
  name: 'full-detail',
  async run({ history, print }) {
    for (const store of ['local', 's3'] as const) {
      const small = await history(store, 300);
      const warmUp = { options: small.options, root: historyRoot, versions: 300 };
      for (const size of [300, 2_000]) {
        const place = await history(store, size);
        const peer = () => listVersionsByPeer(place, historyTable, size);
        const open = () => openDataset(place.options, historyRoot);
        const read = (dataset: OpenDataset) => timed(() => readFullDetail(dataset, size));

        const cold = await pairedRuns(() => read(open()), peer);
        const task = { options: place.options, root: historyRoot, versions: size, warmUp } as const;
        const peakMb = await peakMbOf({ reading: 'full-detail', ...task });
        print(figure({ bench: 'full-detail', store, size }, cold, peakMb, peerName));

        const known = open();
        await read(known);
        const again = await pairedRuns(() => read(known), peer);
        print(figure({ bench: 'full-detail-again', store, size }, again, peakMb, peerName));
      }
    }
  },
};
