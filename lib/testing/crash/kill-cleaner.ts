/** Starts a cleanup in a process of its own and kills it with SIGKILL at a call; what it leaves is all that is left of it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { formatPlan } from '@/lib/engine/cleanup/plan-text';
import type { AgesByKey } from './ages';
import type { CrashScene } from './crash-scene';

/** `running`: it is not held at the call, so that the kill meets it in the middle of whatever comes next. */
export type KillMoment = 'before' | 'after' | 'running';

export interface Doom {
  readonly uri: string;
  readonly service: { readonly endpoint: string; readonly region: string } | null;
  readonly ages: AgesByKey;
  /** As text. */
  readonly plan: string;
  readonly index: number;
  readonly moment: KillMoment;
}

const script = fileURLToPath(new URL('./doomed-cleaner.ts', import.meta.url));
const project = fileURLToPath(new URL('../../..', import.meta.url));

/**
 * @param whileHeld awaited while the process waits at its call
 * @throws when it ended before it reached the call
 */
export async function killCleaner(
  scene: CrashScene,
  at: Pick<Doom, 'index' | 'moment' | 'service'>,
  whileHeld: () => Promise<void> = async () => undefined,
): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vamplate-doom-'));
  const file = path.join(folder, 'doom.json');
  const { place, ages, plan } = scene;
  const doom: Doom = { ...at, uri: place.uri, ages, plan: formatPlan(plan) };
  writeFileSync(file, JSON.stringify(doom));
  const child = spawn(process.execPath, ['--import', 'tsx', script, file], {
    cwd: project,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const early = exited.then(([code]) => Promise.reject(new Error(`it ended with ${code}`)));
    await Promise.race([once(child.stdout, 'data'), early]);
    if (at.moment !== 'running') await whileHeld();
  } finally {
    child.kill('SIGKILL');
    await exited;
    rmSync(folder, { recursive: true, force: true });
  }
  if (at.moment !== 'running' && child.signalCode !== 'SIGKILL') throw new Error('it was not killed');
}
