/** A child process of a story: started, stopped, continued, killed, and listened to. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import type { ProcessLine } from './story-place';

const script = fileURLToPath(new URL('./lock-process.ts', import.meta.url));
const project = fileURLToPath(new URL('../../..', import.meta.url));
const lockId = z.string();
const lineSchema: z.ZodType<ProcessLine> = z.union([
  z.object({ kind: z.literal('refused'), code: z.string() }),
  z.object({ kind: z.literal('held'), lockId, tookOverFrom: z.string().nullable() }),
  z.object({ kind: z.literal('sent'), lockId }),
  z.object({ kind: z.literal('fenced'), lockId, reason: z.string() }),
  z.object({ kind: z.literal('released'), lockId, outcome: z.string() }),
]);

export class StoryProcess {
  readonly lines: ProcessLine[] = [];
  private readonly child: ChildProcess;
  private waiting: (() => void)[] = [];

  constructor(uri: string, kind: 'own' | 'cluster') {
    this.child = spawn(process.execPath, ['--import', 'tsx', script, uri, kind], {
      cwd: project,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    if (this.child.stdout === null) throw new Error('no output');
    createInterface({ input: this.child.stdout }).on('line', (text) => {
      this.lines.push(lineSchema.parse(JSON.parse(text)));
      for (const wake of this.waiting.splice(0)) wake();
    });
    this.child.once('exit', () => {
      for (const wake of this.waiting.splice(0)) wake();
    });
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** The id it says it holds; null when it says none. */
  get holding(): string | null {
    const last = this.lines.findLast(
      ({ kind }) => kind === 'held' || kind === 'fenced' || kind === 'released',
    );
    return this.running && last?.kind === 'held' ? last.lockId : null;
  }

  /** The first line from `from` on that fits. @throws when the process ends without it */
  async says<K extends ProcessLine['kind']>(kind: K, from = 0): Promise<Extract<ProcessLine, { kind: K }>> {
    for (;;) {
      const found = this.lines
        .slice(from)
        .find((line): line is Extract<ProcessLine, { kind: K }> => line.kind === kind);
      if (found !== undefined) return found;
      if (!this.running) throw new Error(`ended without saying ${kind}`);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  sent(lockId: string): number {
    return this.lines.filter((line) => line.kind === 'sent' && line.lockId === lockId).length;
  }

  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  /** Lets its lock go and ends. */
  async end(): Promise<void> {
    this.child.stdin?.end('end\n');
    if (this.running) await once(this.child, 'exit');
  }

  async kill(): Promise<void> {
    if (!this.running) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }
}
