/** A stage for serving processes: sources, a root and stores of its own, and the processes as the test sees them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { connect, type Table } from '@lancedb/lancedb';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { decodeReport } from '@/lib/engine/serving/report-rules';
import type { StatusReport } from '@/lib/engine/serving/report-schema';
import { openLocalStore } from '@/lib/engine/store/local-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { anIdentity } from '@/lib/testing/serving-simulation/builders';
import { type Copy, copyIn, tableName } from './copy';
import { type ServingLine, servingLine } from './serving-lines';
import type { Command, StoryOptions } from './story-lines';
import { writeSource, writeWish } from './write-source';

const project = fileURLToPath(new URL('../..', import.meta.url));
const bent = fileURLToPath(new URL('./process-under-test.ts', import.meta.url));
export const plain = fileURLToPath(new URL('./serving-process.ts', import.meta.url));

/** Where the mirror and the reports lie, and how a process is told. */
export interface SharedPlace {
  readonly uri: string;
  readonly store: ObjectStore;
  readonly environment: Readonly<Record<string, string>>;
}

const change = { region: 'berlin', family: 'places', layout: 1 } as const;
export const { lineage } = anIdentity(change);

export class ServingStage {
  readonly folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-serving-')));
  readonly sources = path.join(this.folder, 'sources');
  readonly root = path.join(this.folder, 'root');
  readonly own: Copy;
  readonly mirror: Copy;
  private readonly processes: ServingStory[] = [];

  constructor(readonly shared: SharedPlace) {
    for (const one of [this.sources, this.root]) mkdirSync(one);
    this.own = copyIn(openLocalStore({ root: this.root }), lineage);
    this.mirror = copyIn(shared.store, lineage);
  }

  /** Writes a source of so many rows. @returns its identity */
  source(sourceId: string, rows: number, pad = () => ''): ImportIdentity {
    const made = Array.from({ length: rows }, (_, id) => ({ id, name: `${sourceId} ${id}${pad()}` }));
    return anIdentity({ ...change, source: sourceId, manifest: writeSource(this.sources, sourceId, made) });
  }

  /** Its rows are no longer what its manifest says. */
  spoil(sourceId: string): void {
    writeFileSync(path.join(this.sources, sourceId, 'rows.jsonl'), '{"id":1}\n');
  }

  wish(sourceId: string): void {
    writeWish(this.sources, sourceId);
  }

  start(options: Partial<StoryOptions> = {}, environment: Record<string, string> = {}): ServingStory {
    return this.spawned([bent, JSON.stringify(options)], environment);
  }

  spawned(args: readonly string[], environment: Record<string, string> = {}): ServingStory {
    const story = new ServingStory(args, {
      ...{ OSM_ARTIFACT_ROOT: this.root, OSM_ROOT_DURABILITY: 'volume', SERVING_POLL_MS: '50' },
      ...{ SERVING_ENV: 'prod', SERVING_REPLICA: 'eu-1', SERVING_SET: 'berlin', SERVING_FAMILY: 'places' },
      ...{ SERVING_SOURCES: this.sources, SERVING_MIRROR: this.shared.uri, SERVING_STATE: this.shared.uri },
      ...this.shared.environment,
      ...environment,
    });
    this.processes.push(story);
    return story;
  }

  /** The replica's table as anybody with LanceDB on this host opens it. */
  async lance(layoutAbi = lineage.layoutAbi): Promise<Table> {
    return (await connect(path.join(this.root, lineage.setId))).openTable(
      tableName({ ...lineage, layoutAbi }),
    );
  }

  async versions(layoutAbi?: number): Promise<readonly number[]> {
    return (await (await this.lance(layoutAbi)).listVersions()).map(({ version }) => version);
  }

  async close(): Promise<void> {
    for (const one of this.processes) await one.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

type Line<K extends ServingLine['kind']> = Extract<ServingLine, { kind: K }>;

export class ServingStory {
  readonly lines: ServingLine[] = [];
  /** What it wrote to its error output. */
  errors = '';
  private readonly child: ChildProcess;
  private waiting: (() => void)[] = [];

  constructor(args: readonly string[], environment: Record<string, string>) {
    this.child = spawn(process.execPath, ['--import', 'tsx', ...args], {
      cwd: project,
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = this.child;
    if (stdout === null || stderr === null) throw new Error('no output');
    stderr.on('data', (chunk: Buffer) => {
      this.errors += chunk.toString();
    });
    const wake = () => {
      for (const one of this.waiting.splice(0)) one();
    };
    createInterface({ input: stdout }).on('line', (text) => {
      this.lines.push(servingLine.parse(JSON.parse(text)));
      wake();
    });
    this.child.once('close', wake);
  }

  get running(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  all<K extends ServingLine['kind']>(kind: K): readonly Line<K>[] {
    return this.lines.filter((line): line is Line<K> => line.kind === kind);
  }

  /** The first line that fits. @throws when the process ends without it */
  async says<K extends ServingLine['kind']>(
    kind: K,
    fits: (line: Line<K>) => boolean = () => true,
  ): Promise<Line<K>> {
    for (;;) {
      const found = this.all(kind).find(fits);
      if (found !== undefined) return found;
      if (!this.running) throw new Error(`ended without saying ${kind}: ${this.errors}`);
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  async imported(sourceId: string, end = 'activated'): Promise<void> {
    const said = await this.says('import', (line) => line.sourceId === sourceId);
    if (said.end !== end)
      throw new Error(`${sourceId} ended ${said.end}: ${JSON.stringify(await this.status())}`);
  }

  tell(command: Command): void {
    this.child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  async get(place: string): Promise<Response> {
    const { port } = await this.says('listening');
    return fetch(`http://127.0.0.1:${port}${place}`);
  }

  /** The report it serves; fails when a reader would find anything wrong with it. */
  async status(): Promise<StatusReport> {
    const reading = decodeReport(Buffer.from(await (await this.get('/serving/v1/status')).arrayBuffer()));
    if (reading.kind !== 'read' || reading.findings.length > 0) throw new Error(JSON.stringify(reading));
    return reading.report;
  }

  async until(fits: (report: StatusReport) => boolean): Promise<StatusReport> {
    for (;;) {
      const report = await this.status();
      if (fits(report)) return report;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  /** Version and rows that it answers with, or the status where it answers none. */
  async served(): Promise<readonly [version: number, rows: number] | number> {
    const answer = await this.get('/count');
    if (!answer.ok) return answer.status;
    const { version, rows } = (await answer.json()) as { version: number; rows: number };
    return [version, rows];
  }

  async kill(): Promise<void> {
    if (!this.running) return;
    this.child.kill('SIGKILL');
    await this.ended();
  }

  async ended(): Promise<number | null> {
    if (this.running) await once(this.child, 'close');
    return this.child.exitCode;
  }
}

export function localPlace(folder: string): SharedPlace {
  mkdirSync(folder, { recursive: true });
  return { uri: pathToFileURL(folder).href, store: openLocalStore({ root: folder }), environment: {} };
}
