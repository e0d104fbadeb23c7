// Runs the S3 tests against the endpoint the environment names, or against a server started for them and always stopped.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const scripts = dirname(fileURLToPath(import.meta.url));
const server = join(scripts, 's3-server.sh');

/** Resolves with the exit code; a signal counts as failure. */
function run(command, args, env = process.env, stdio = 'inherit') {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: dirname(scripts), env, stdio });
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function tests(env) {
  return run(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', '--project', 's3', ...process.argv.slice(2)],
    env,
  );
}

async function withServer() {
  const folder = await mkdtemp(join(tmpdir(), 'vamplate-s3-'));
  const stop = async () => {
    await run('bash', [server, 'stop', folder]);
    await rm(folder, { recursive: true, force: true });
  };
  // A signal reaches the tests too and ends them; the server is then stopped below, as always.
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => undefined);
  try {
    const started = await run('bash', [server, 'start', folder], process.env, [
      'ignore',
      'ignore',
      'inherit',
    ]);
    if (started !== 0) return started;
    const lines = (await readFile(join(folder, 'env'), 'utf8')).trim().split('\n');
    const named = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
    );
    return await tests({ ...process.env, ...named });
  } finally {
    await stop();
  }
}

process.exitCode = process.env.VAMPLATE_S3_ENDPOINT ? await tests(process.env) : await withServer();
