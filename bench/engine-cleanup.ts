/**
 * A plan and a run of ours beside LanceDB's cleanup of the same table, and a second plan after five more commits. A bench
 * for each store; three pairs of the long histories, since each takes minutes to copy and to clean.
 */
import type { Bench, BenchSetting } from './bench';
import { cleanByPeer, cleanerName, keepTen, openCleaner } from './engine-cleanups';
import { type Cleanable, cleanable } from './engine-copies';
import { figure, leastPairs, type Measured, median, pairedRuns, timed } from './figure';
import { historyRoot, historyTable } from './histories';
import { peakMbOf } from './peak-memory';

export const engineCleanupLocal: Bench = {
  name: 'engine-cleanup-local',
  run: (setting) => cleanups(setting, 'local'),
};
export const engineCleanupS3: Bench = {
  name: 'engine-cleanup-s3',
  run: (setting) => cleanups(setting, 's3'),
};

async function cleanups(setting: BenchSetting, store: 'local' | 's3'): Promise<void> {
  for (const [size, pairs] of [
    [300, leastPairs],
    [2_000, 3],
  ] as const) {
    const table = await cleanable(setting, store, size);
    await planAndRun(setting, table, store, size, pairs);
    await planAgain(setting, table, store, size);
  }
}

/** Each pair has two fresh copies: LanceDB cleans one, ours plans for the other and then cleans it. */
async function planAndRun(
  { history, print }: BenchSetting,
  table: Cleanable,
  store: 'local' | 's3',
  size: number,
  pairs: number,
): Promise<void> {
  const runs: Measured[] = [];
  const ourDeletes: number[] = [];
  const peerDeletes: number[] = [];
  const writes: number[] = [];
  const plans = await pairedRuns(
    async () => {
      const { place, remove } = await table.copy();
      const cleaner = openCleaner(place.options);
      const { measured, plan } = await cleaner.plan(keepTen, size);
      const writesBefore = cleaner.meter.byKind.write.requests;
      const run = await cleaner.run(plan);
      writes.push(cleaner.meter.byKind.write.requests - writesBefore);
      runs.push(run.measured);
      ourDeletes.push(run.deletes);
      await remove();
      return measured;
    },
    async () => {
      const { place, remove } = await table.copy();
      const measured = await cleanByPeer(place, table.cut, size);
      if (measured.deletes !== null) peerDeletes.push(measured.deletes);
      await remove();
      return measured;
    },
    pairs,
  );
  const copy = await table.copy();
  const peakMb = await peakMbOf({
    reading: 'plan',
    options: copy.place.options,
    root: historyRoot,
    versions: size,
    warmUp: { options: (await history(store, 300)).options, root: historyRoot, versions: 300 },
  });
  await copy.remove();
  const peerOnlyDeletes: Record<string, number> =
    peerDeletes.length === 0 ? { pairs } : { pairs, peerDeleteRequests: median(peerDeletes) };
  print(figure({ bench: 'engine-plan', store, size, more: peerOnlyDeletes }, plans, peakMb, cleanerName));

  const deletes = median(ourDeletes);
  const ours = {
    ms: median(runs.map(({ ms }) => ms)),
    requests: median(runs.map(({ requests }) => requests ?? 0)),
    bytes: median(runs.map(({ bytes }) => bytes)),
  };
  const more = {
    ...peerOnlyDeletes,
    deleteRequests: deletes,
    writeRequests: median(writes),
    // What the protocol costs, the deletes of the table's own objects and of markers left out.
    requestsPerVersion: Number(((ours.requests - deletes) / size).toFixed(3)),
  };
  print(figure({ bench: 'engine-run', store, size, more }, { ours, peer: plans.peer }, null, cleanerName));
}

async function planAgain(
  { print }: BenchSetting,
  table: Cleanable,
  store: 'local' | 's3',
  size: number,
): Promise<void> {
  const { place, remove } = await table.copy();
  const cleaner = openCleaner(place.options);
  const first = await cleaner.plan(keepTen, size);
  const read: number[] = [];
  let retired = size;
  const connection = await place.connect();
  const opened = await connection.openTable(historyTable);
  const again = await pairedRuns(async () => {
    for (let turn = 0; turn < 5; turn += 1) await opened.add([{ id: turn, text: 'one more' }]);
    retired += 5;
    const { measured, plan } = await cleaner.plan(keepTen, retired);
    read.push(plan.observations.manifestsRead);
    return measured;
  }, null);
  const afresh = await pairedRuns(
    () => timed(async () => ({ ...(await openCleaner(place.options).plan(keepTen, retired)).measured })),
    null,
    leastPairs,
  );
  connection.close();
  await remove();
  const more = {
    manifestsRead: median(read),
    manifestsReadAtFirst: first.plan.observations.manifestsRead,
    requestsAfresh: afresh.ours.requests ?? 0,
    msAfresh: Number(afresh.ours.ms.toFixed(2)),
  };
  print(figure({ bench: 'engine-plan-again', store, size, more }, again, null, ''));
}
