/** A replica as the test around it sees it: started, asked over HTTP, halted, continued, killed. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { addressOf } from '@/lib/client/call-endpoint';
import { type EndpointName, endpoints } from '@/lib/contracts/endpoints';
import { testTokens } from '@/lib/server/testing/test-runtime';
import { type ReplicaLine, type ReplicaOptions, replicaLine } from './replica-lines';

const script = fileURLToPath(new URL('./replica-process.ts', import.meta.url));
const project = fileURLToPath(new URL('../../..', import.meta.url));

type ReplyOf<Name extends EndpointName> = (typeof endpoints)[Name] extends {
  readonly response: infer Schema extends z.ZodType;
}
  ? z.output<Schema>
  : never;

interface Asked {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export class Replica {
  private readonly lines: ReplicaLine[] = [];
  private waiting: (() => void)[] = [];
  private base = '';

  private constructor(private readonly child: ChildProcess) {
    if (child.stdout === null) throw new Error('no output');
    const wake = () => {
      for (const one of this.waiting.splice(0)) one();
    };
    createInterface({ input: child.stdout }).on('line', (text) => {
      this.lines.push(replicaLine.parse(JSON.parse(text)));
      wake();
    });
    child.once('exit', wake);
  }

  static async start(options: ReplicaOptions): Promise<Replica> {
    const child = spawn(process.execPath, ['--import', 'tsx', script, JSON.stringify(options)], {
      cwd: project,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const replica = new Replica(child);
    const { port } = await replica.says('listening');
    replica.base = `http://127.0.0.1:${port}`;
    return replica;
  }

  /** @throws when the process ends without it */
  async says<K extends ReplicaLine['kind']>(kind: K): Promise<Extract<ReplicaLine, { kind: K }>> {
    for (;;) {
      const found = this.lines.find((line): line is Extract<ReplicaLine, { kind: K }> => line.kind === kind);
      if (found !== undefined) return found;
      if (this.child.exitCode !== null || this.child.signalCode !== null)
        throw new Error(`ended without saying ${kind}`);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  async reply(name: EndpointName, { params = {}, body = {} }: Asked = {}): Promise<Response> {
    const endpoint = endpoints[name];
    const change = endpoint.method === 'GET' ? {} : { body: JSON.stringify(body) };
    return fetch(this.base + addressOf(endpoint.path, { params }), {
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${testTokens.admin}`,
        ...{ origin: this.base, 'content-type': 'application/json' },
      },
      ...change,
    });
  }

  async get<Name extends EndpointName>(name: Name, asked: Asked = {}): Promise<ReplyOf<Name>> {
    const answer = await this.reply(name, asked);
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text}`);
    const endpoint = endpoints[name];
    if (!('response' in endpoint)) throw new Error(`${name} answers no JSON`);
    return endpoint.response.parse(JSON.parse(text)) as ReplyOf<Name>;
  }

  goOn(): void {
    this.child.stdin?.write('go\n');
  }

  signal(signal: 'SIGKILL' | 'SIGCONT'): void {
    this.child.kill(signal);
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /** After it killed itself. */
  async died(): Promise<void> {
    if (this.child.exitCode === null && this.child.signalCode === null) await once(this.child, 'exit');
  }
}
