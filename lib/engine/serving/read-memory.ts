/** Reads how much memory this process's cgroup uses; never throws, on no platform, and never says 0 for unknown (D.4). */
import { readFile } from 'node:fs/promises';
import { type CgroupFiles, type MemoryReport, memoryReport, unsupportedMemory } from './cgroup-rules';

export interface MemorySource {
  /** `process.platform`. */
  readonly platform: string;
  /** The text of a file below the cgroup's folder; rejects when there is none. */
  readonly read: (name: string) => Promise<string>;
  readonly rssBytes: () => number;
}

export const hostMemory: MemorySource = {
  platform: process.platform,
  read: (name) => readFile(`/sys/fs/cgroup/${name}`, 'utf8'),
  rssBytes: () => process.memoryUsage.rss(),
};

export async function readMemory(source: MemorySource = hostMemory): Promise<MemoryReport> {
  const rss = rssOf(source);
  if (source.platform !== 'linux') {
    return unsupportedMemory(`memory is not reported on ${source.platform}`, rss);
  }
  const file = (name: string) => source.read(name).catch(() => null);
  const [controllers, current, max, peak, stat] = await Promise.all([
    file('cgroup.controllers'),
    file('memory.current'),
    file('memory.max'),
    file('memory.peak'),
    file('memory.stat'),
  ]);
  const files: CgroupFiles = { current, max, peak, stat };
  // Only version 2 has this file; with it there, a missing memory file is one that could not be read.
  if (controllers === null && current === null && max === null) {
    return unsupportedMemory('there is no cgroup v2 here', rss);
  }
  return memoryReport(files, rss);
}

function rssOf(source: MemorySource): number | null {
  try {
    return source.rssBytes();
  } catch {
    return null;
  }
}
