/** `peak-memory-child.ts <task>`: does one reading and prints by how many bytes the process grew at its peak. */
import { readFileSync, writeFileSync } from 'node:fs';
import { keepTen, openCleaner } from './engine-cleanups';
import type { PeakTask } from './peak-memory';
import { openDataset, readAllNames, readFirstScreen, readFullDetail } from './readings';

const task = JSON.parse(process.argv[2] ?? '') as PeakTask;

async function read({
  options,
  root,
  versions,
}: Pick<PeakTask, 'options' | 'root' | 'versions'>): Promise<void> {
  if (task.reading === 'plan') {
    await openCleaner(options, root).dataset.planCleanup(keepTen);
    return;
  }
  const dataset = openDataset(options, root);
  if (task.reading === 'first-screen') await readFirstScreen(dataset);
  else if (task.reading === 'all-names') await readAllNames(dataset, versions);
  else await readFullDetail(dataset, versions);
}

await read(task.warmUp);
global.gc?.();
const before = process.memoryUsage.rss();
forgetPeak();
await read(task);
process.stdout.write(JSON.stringify(Math.max(0, peakBytes() - before)));

/** The kernel keeps the highest mark, so nothing between two samples is missed; this makes it start anew. */
function forgetPeak(): void {
  writeFileSync('/proc/self/clear_refs', '5');
}

function peakBytes(): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  if (kilobytes === undefined) throw new Error('the kernel tells no peak of resident memory');
  return Number(kilobytes) * 1024;
}
