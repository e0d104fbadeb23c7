/** Runs the stages of `check`: each is timed, its words kept in a log, and shown only when it failed. */
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PlainError, say, seconds } from './say.mjs';
import { couldNotStart } from './test-counts.mjs';

/** Lines of a failed stage's log that are worth showing. */
const shownLines = 120;

/** @typedef {import('./test-counts.mjs').Count} Count */

const node = process.execPath;

/**
 * @param {string} root
 * @param {string} logs folder for logs and reports
 * @param {ReturnType<typeof import('./child-processes.mjs').childProcesses>} children
 */
export function stageRunner(root, logs, children) {
  /** @type {Map<string, Count>} */
  const counts = new Map();

  /**
   * Runs one stage to its count; an error on the way is one failure.
   * @param {string} name
   * @param {(log: string) => Promise<Count>} body
   */
  async function stage(name, body) {
    const startedAt = performance.now();
    const log = path.join(logs, `${name.replaceAll(' ', '-')}.log`);
    say(`… ${name}`);
    /** @type {Count} */
    let count;
    try {
      count = await body(log);
    } catch (error) {
      count = couldNotStart(error instanceof PlainError ? error.message : String(error?.stack ?? error));
    }
    counts.set(name, count);
    if (children.isStopping()) return count;
    const mark = count.failed === 0 ? '✓' : '✗';
    say(`${mark} ${name}: ${count.passed} passed, ${count.failed} failed, ${seconds(startedAt)}`);
    for (const title of count.unsteady ?? []) say(`    at the second try only: ${title}`);
    if (count.failed > 0) {
      for (const problem of count.problems.slice(0, 60)) say(`    ${problem}`);
      say(tail(log));
    }
    return count;
  }

  /** Runs a command with its output in the log; gives its exit code. */
  async function logged(name, log, command, args, env = {}) {
    const file = openSync(log, 'a');
    try {
      const options = {
        cwd: root,
        stdio: ['ignore', file, file],
        env: { ...process.env, FORCE_COLOR: '0', ...env },
      };
      const { code, signal } = await children.start(name, command, args, options).ended;
      return signal === null ? code : 1;
    } finally {
      closeSync(file);
    }
  }

  /**
   * A stage that counts one: all its commands end with 0, or it failed.
   * @param {string} name
   * @param {readonly (readonly [command: string, ...args: string[]])[]} commands
   */
  function commands(name, commands, env) {
    return stage(name, async (log) => {
      for (const [program, ...args] of commands) {
        const code = await logged(name, log, program, args, env);
        if (code !== 0) return couldNotStart(`exit code ${code}`);
      }
      return { passed: 1, failed: 0, problems: [] };
    });
  }

  /**
   * A stage that counts tests from the JSON report its command writes.
   * @param {string} name
   * @param {(report: string) => readonly string[]} commandFor arguments of node, given the report's file
   * @param {(report: any) => Count} counted
   * @param {(report: string) => Record<string, string>} [env]
   */
  function tests(name, commandFor, counted, env) {
    return stage(name, async (log) => {
      const file = reportFile(name);
      rmSync(file, { force: true });
      const code = await logged(name, log, node, commandFor(file), env?.(file));
      const count = counted(readJson(file));
      // A runner that fails though every test passed has something to say that no test said.
      if (code !== 0 && count.failed === 0) return { ...count, failed: 1, problems: [`exit code ${code}`] };
      return count;
    });
  }

  const reportFile = (name) => path.join(logs, `${name.replaceAll(' ', '-')}.json`);

  /** What the runner of an earlier stage of tests reported; null when it wrote nothing. */
  const report = (name) => readJson(reportFile(name));

  function total() {
    let passed = 0;
    let failed = 0;
    for (const count of counts.values()) {
      passed += count.passed;
      failed += count.failed;
    }
    return { passed, failed };
  }

  return { stage, commands, tests, report, total };
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

function tail(log) {
  let text;
  try {
    text = readFileSync(log, 'utf8');
  } catch {
    return '';
  }
  const lines = text.trimEnd().split('\n');
  const shown = lines.slice(-shownLines);
  const cut = lines.length > shown.length ? [`    (${log} has the whole)`] : [];
  return [...cut, ...shown.map((line) => `    | ${line}`)].join('\n');
}
