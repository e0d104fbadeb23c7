/** Starts a console with a configuration file of the story's own, as a server that `up` did not set up; ended by its id. */
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { nextCommand, nextEnvironment } from '@/scripts/lib/built.mjs';
import { freePort, type RunningConsole, storyTokens, watchedProcess } from './console';

const startMs = 60_000;

/**
 * The build is the one that the shared console was started from. `lake` is a folder below `data`, which the story fills.
 * @param configurationOf the keys of `vamplate.config.json` but the address and `control`; given the folder `data`
 */
export async function startConfigured(
  configurationOf: (data: string) => object | Promise<object>,
  env: Readonly<Record<string, string>> = {},
): Promise<RunningConsole> {
  const data = await mkdtemp(path.join(tmpdir(), 'vamplate-story-'));
  const port = await freePort();
  const control = path.join(data, 'control');
  await mkdir(control);
  const file = path.join(data, 'vamplate.config.json');
  const own = { bind: { port }, control: pathToFileURL(control).href };
  await writeFile(file, JSON.stringify({ ...own, ...(await configurationOf(data)) }));
  const { tokens, environment } = storyTokens();
  const receiptKey = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  const child = spawn(
    process.execPath,
    [nextCommand(process.cwd()), 'start', '--hostname', '127.0.0.1', '--port', String(port)],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        ...nextEnvironment,
        ...environment,
        VAMPLATE_CONFIG: file,
        VAMPLATE_SESSION_KEY: randomBytes(32).toString('base64url'),
        VAMPLATE_RECEIPT_KEY: JSON.stringify(receiptKey),
        ...env,
      } as NodeJS.ProcessEnv,
    },
  );
  const watched = watchedProcess(child, data);
  const running = { ...watched, baseUrl: `http://127.0.0.1:${port}`, signInLink: '', tokens, data };
  await answering(running).catch(async (error) => {
    await running.stop();
    throw error;
  });
  return running;
}

async function answering({ baseUrl, words }: RunningConsole): Promise<void> {
  const deadline = performance.now() + startMs;
  while (performance.now() < deadline) {
    const reply = await fetch(`${baseUrl}/api/v1/health`).catch(() => null);
    if (reply?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`the server did not answer:\n${words()}`);
}
