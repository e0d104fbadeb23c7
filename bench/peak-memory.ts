/** How much a reading makes a process grow at its peak, measured in a process of its own that does nothing else. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { OpenOptions } from './readings';

export interface PeakTask {
  readonly reading: 'first-screen' | 'all-names' | 'full-detail' | 'plan';
  readonly options: OpenOptions;
  readonly root: string;
  readonly versions: number;
  /** A small dataset read before, so that code and pools that any reading needs are not counted. */
  readonly warmUp: { readonly options: OpenOptions; readonly root: string; readonly versions: number };
}

const run = promisify(execFile);

/** @returns megabytes (10^6) of resident memory at the peak above what there was before */
export async function peakMbOf(task: PeakTask): Promise<number> {
  const args = ['--expose-gc', '--import', 'tsx', 'bench/peak-memory-child.ts', JSON.stringify(task)];
  const { stdout } = await run(process.execPath, args, { maxBuffer: 1024 * 1024 });
  const growth: unknown = JSON.parse(stdout);
  if (typeof growth !== 'number') throw new Error('the child told no number');
  return growth / 1e6;
}
