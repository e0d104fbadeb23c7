/** `npm run bench [-- name …]`: runs the named benches, or all, and prints one JSON line per figure. */
import type { Bench } from './bench';
import { engineAcquire } from './engine-acquire';
import { engineCleanupLocal, engineCleanupS3 } from './engine-cleanup';
import { engineLongHistory } from './engine-long-history';
import { firstScreen } from './first-screen';
import { fullDetail } from './full-detail';
import { guardedRunBench } from './guarded-run';
import { manyNames } from './many-names';
import { openSetting } from './setting';
import { statusPage } from './status-page';
import { watchLocks } from './watch-locks';

const benches: readonly Bench[] = [
  firstScreen,
  fullDetail,
  manyNames,
  engineCleanupLocal,
  engineCleanupS3,
  engineLongHistory,
  engineAcquire,
  guardedRunBench,
  watchLocks,
  statusPage,
];

const names = process.argv.slice(2);
const unknown = names.filter((name) => !benches.some((bench) => bench.name === name));
if (unknown.length > 0) {
  console.error(`no bench ${unknown.join(', ')}; there are ${benches.map((bench) => bench.name).join(', ')}`);
  process.exit(2);
}

const { setting, close } = await openSetting();
let closing: Promise<void> | undefined;
const closeOnce = () => {
  closing ??= close();
  return closing;
};
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.once(signal, () => void closeOnce().finally(() => process.exit(1)));
}
try {
  for (const bench of benches) {
    if (names.length > 0 && !names.includes(bench.name)) continue;
    process.stderr.write(`bench ${bench.name}\n`);
    await bench.run(setting);
  }
} finally {
  await closeOnce();
}
