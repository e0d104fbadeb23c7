/** Starts child processes and ends exactly those, by their ids, however the parent ends. */
import { spawn } from 'node:child_process';
import { PlainError } from './say.mjs';

/** @typedef {{ name: string, pid: number, ended: Promise<{ code: number | null, signal: string | null }>, alive: () => boolean, process: import('node:child_process').ChildProcess }} Child */

/**
 * @param {{ graceMs?: number, groups?: boolean }} [options] graceMs: how long a child may take to end by itself, within
 *   the promised 5 s of `up`; groups: each child leads a process group, and signals go to all of it
 */
export function childProcesses({ graceMs = 4_000, groups = false } = {}) {
  /** @type {Set<Child>} */
  const running = new Set();
  let stopping = false;

  /**
   * @param {string} name for messages
   * @param {string} command
   * @param {readonly string[]} args
   * @param {import('node:child_process').SpawnOptions} [options]
   * @returns {Child}
   */
  function start(name, command, args, options = {}) {
    if (stopping) throw new PlainError(`${name} was not started: stopping`);
    const child = spawn(command, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      detached: groups,
      ...options,
    });
    const entry = {
      name,
      pid: child.pid ?? -1,
      process: child,
      alive: () => running.has(entry),
      ended: new Promise((resolve) => {
        const settle = (code, signal) => {
          running.delete(entry);
          resolve({ code, signal });
        };
        child.once('error', (error) => {
          process.stderr.write(`${name}: ${error.message}\n`);
          settle(127, null);
        });
        child.once('exit', settle);
      }),
    };
    running.add(entry);
    return entry;
  }

  /** Runs to its end; throws a plain error unless it ends with 0. */
  async function run(name, command, args, options) {
    const { code, signal } = await start(name, command, args, options).ended;
    if (code !== 0) throw new PlainError(`${name} failed (${signal ?? `exit code ${code}`})`);
  }

  function send(child, signal) {
    if (!groups || child.pid < 0) child.process.kill(signal);
    else if (child.alive()) process.kill(-child.pid, signal);
  }

  /** Asks every child to end, kills those still there after the grace, and waits for all. */
  async function stopAll() {
    stopping = true;
    const children = [...running];
    for (const child of children) send(child, 'SIGTERM');
    const timer = setTimeout(() => {
      for (const child of children) if (child.alive()) send(child, 'SIGKILL');
    }, graceMs);
    await Promise.all(children.map((child) => child.ended));
    clearTimeout(timer);
  }

  /**
   * On SIGTERM, SIGINT or SIGHUP: `before`, then every child, then exit.
   * @param {(signal: string) => unknown} [before]
   * @param {(signal: string) => number} [exitCode]
   */
  function stopOnSignals(before = () => {}, exitCode = () => 0) {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) {
      process.on(signal, async () => {
        if (stopping) return;
        stopping = true;
        try {
          await before(signal);
        } finally {
          await stopAll();
          process.exit(exitCode(signal));
        }
      });
    }
  }

  return { start, run, stopAll, stopOnSignals, isStopping: () => stopping };
}
