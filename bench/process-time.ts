/** Processor time of a process and all that it started, from `/proc`: Linux only. */
import { readdir, readFile } from 'node:fs/promises';

/** As the kernel counts it for everybody, whatever it ticks by itself (USER_HZ). */
const ticksPerSecond = 100;

/** @returns milliseconds so far, of those that still run */
export async function processTimeMs(pid: number): Promise<number> {
  const stats = await Promise.all((await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(statOf));
  const known = stats.filter((one) => one !== null);
  const family = new Set([pid]);
  // A child has a larger number than its parent only mostly: looked at until nobody is added.
  for (let before = 0; before !== family.size; ) {
    before = family.size;
    for (const one of known) if (family.has(one.parent)) family.add(one.pid);
  }
  const ticks = known.filter((one) => family.has(one.pid)).reduce((sum, one) => sum + one.ticks, 0);
  return (ticks * 1_000) / ticksPerSecond;
}

async function statOf(name: string) {
  const text = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // The program's own name stands in brackets and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { pid: Number(name), parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}
