/** Starts a console exactly as a person does, with `scripts/up.mjs` in a folder of its own, and ends it by its id. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

/** Who a story is told by; `otherAdmin` is one more person, where it takes two. */
export type StoryRole = 'viewer' | 'operator' | 'admin' | 'otherAdmin';

/** What a story needs to know of a console; plain data, so that it fits into the environment. */
export interface ConsoleAddress {
  readonly baseUrl: string;
  /** The one-use link that `up` printed; empty where `up` did not start it. */
  readonly signInLink: string;
  readonly tokens: Readonly<Record<StoryRole, string>>;
  readonly data: string;
  /** The demo lake's folder; absent when started with `--no-demo`. */
  readonly lake: string;
  readonly pid: number;
}

export interface RunningConsole extends ConsoleAddress {
  /** Sends SIGTERM and waits; gives the exit code and how long it took, in milliseconds. */
  stop(signal?: NodeJS.Signals): Promise<{ readonly code: number | null; readonly ms: number }>;
  /** What it told people so far. */
  readonly words: () => string;
}

export interface ConsoleOptions {
  /** Further arguments of `up`. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** A build that `check` has just made is used as it is; otherwise `up` builds first, which takes minutes. */
const startMs = 600_000;

export async function startConsole({ args = [], env = {} }: ConsoleOptions = {}): Promise<RunningConsole> {
  const data = await mkdtemp(path.join(tmpdir(), 'vamplate-story-'));
  const port = await freePort();
  const { tokens, environment } = storyTokens();
  const child = spawn(process.execPath, ['scripts/up.mjs', '--port', String(port), '--data', data, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', ...environment, ...env },
  });
  const watched = watchedProcess(child, data);
  const signInLink = await readyLine(child, watched.words);
  return { ...watched, baseUrl: `http://127.0.0.1:${port}`, signInLink, tokens, data };
}

/** A token for each, and the variables by which a console knows them. */
export function storyTokens() {
  const tokens = { viewer: newToken(), operator: newToken(), admin: newToken(), otherAdmin: newToken() };
  const known = [
    { id: 'story-viewer', role: 'viewer', sha256: sha256(tokens.viewer) },
    { id: 'story-operator', role: 'operator', sha256: sha256(tokens.operator) },
    { id: 'story-other-admin', role: 'admin', sha256: sha256(tokens.otherAdmin) },
  ];
  const environment = { VAMPLATE_ADMIN_TOKEN: tokens.admin, VAMPLATE_TOKENS: JSON.stringify(known) };
  return { tokens, environment };
}

/** @param data removed when it is stopped */
export function watchedProcess(
  child: ChildProcess,
  data: string,
): Pick<RunningConsole, 'pid' | 'lake' | 'words' | 'stop'> {
  let words = '';
  child.stderr?.on('data', (chunk) => {
    words = (words + chunk).slice(-20_000);
  });
  return {
    pid: child.pid ?? -1,
    lake: path.join(data, 'lake'),
    words: () => words,
    stop: async (signal = 'SIGTERM') => {
      const startedAt = performance.now();
      const code = await end(child, signal);
      const ms = performance.now() - startedAt;
      await rm(data, { recursive: true, force: true });
      return { code, ms };
    },
  };
}

async function readyLine(child: ChildProcess, words: () => string): Promise<string> {
  if (child.stdout === null) throw new Error('up has no stdout');
  const lines = createInterface(child.stdout);
  const timer = setTimeout(() => child.kill('SIGKILL'), startMs);
  try {
    for await (const line of lines) {
      const link = /^ready (http:\/\/127\.0\.0\.1:\d+\/sign-in#token=[\w-]{43})$/.exec(line)?.[1];
      if (link !== undefined) return link;
    }
  } finally {
    clearTimeout(timer);
  }
  throw new Error(`up ended without getting ready:\n${words()}`);
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)));
  child.kill(signal);
  // Far beyond what is promised, so that a story sees how late it was and nothing is left behind.
  const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
  const code = await ended;
  clearTimeout(timer);
  return code;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

function newToken(): string {
  return randomBytes(24).toString('base64url');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
