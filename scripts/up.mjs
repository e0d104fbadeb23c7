/** `npm run up`: from a clone with only Node to a signed-in console on a living demo lake, and back to nothing. */
import { mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { assertBuilt, ensureBuilt, nextCommand, nextEnvironment } from './lib/built.mjs';
import { childProcesses } from './lib/child-processes.mjs';
import { clustersBelow, lakeIds, writeConfiguration } from './lib/console-config.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { PlainError, say } from './lib/say.mjs';
import { keptReceiptKey, keptSecret, oneTimeToken } from './lib/secrets.mjs';
import { upOptions, usage } from './lib/up-options.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const host = '127.0.0.1';
const children = childProcesses();

async function up(options) {
  children.stopOnSignals((signal) => say(`${signal}: stopping`));
  await assertPortFree(options.port);
  await mkdir(options.data, { recursive: true, mode: 0o700 });
  await ensureInstalled(root, children);
  if (options.skipBuild) await assertBuilt(root);
  else await ensureBuilt(root, children);

  const lakes = await demoLakes(options);
  const demo = lakes.find((lake) => lake.id === 'demo');
  const given = lakeIds(
    options.lakes,
    lakes.map((lake) => lake.id),
  );
  const watched = demo === undefined ? [] : demoClusters;
  const token = oneTimeToken();
  const server = await startServer(
    options,
    [...lakes.map(({ id, uri }) => ({ id, uri, policy: demoPolicy, gc: 'retire' })), ...given],
    [
      ...watched,
      ...clustersBelow(
        options.clusters,
        [...lakes, ...given],
        watched.map(({ id }) => id),
      ),
    ],
    demo === undefined ? [] : demoServing,
    token,
  );
  if (demo !== undefined) startActors(demo.folder);

  process.stdout.write(`ready http://${host}:${options.port}/sign-in#token=${token.token}\n`);
  const { code, signal } = await server.ended;
  if (!children.isStopping())
    throw new PlainError(`the server ended by itself (${signal ?? `code ${code}`})`);
}

/** What the demo calls reclaimable: versions beyond the newest twenty that nobody holds. */
const demoPolicy = { retainVersions: 20 };

/** Beats on local folders belong to locks of this console alone, so that two of the demo's roots lie below _vamplate/. */
const demoClusters = [
  { id: 'brain', lake: 'demo', root: '_vamplate/clusters/brain', writers: 'ours' },
  { id: 'atlas', lake: 'demo', root: '_vamplate/clusters/atlas', writers: 'ours' },
  { id: 'archive', lake: 'demo', root: 'clusters/archive' },
];

/** Where the demo's replicas report. */
const demoServing = [{ env: 'demo', lake: 'demo', state: '_vamplate/state' }];

/** The demo's lakes with their folders, each made now when there is none. */
async function demoLakes(options) {
  const wanted = [
    ...(options.demo
      ? [{ id: 'demo', folder: path.join(options.data, 'lake'), script: 'make-demo.ts' }]
      : []),
    ...(options.fleet
      ? [{ id: 'fleet', folder: path.join(options.data, 'fleet'), script: 'make-fleet.ts' }]
      : []),
  ];
  const lakes = [];
  for (const { id, folder, script } of wanted) {
    await children.run(`the ${id} lake`, process.execPath, typescript(`scripts/demo/${script}`, folder), {
      cwd: root,
      stdio: ['ignore', 2, 2],
    });
    lakes.push({ id, folder, uri: pathToFileURL(folder).href });
  }
  return lakes;
}

async function startServer(options, lakes, clusters, serving, token) {
  const { data, port } = options;
  const configuration = await writeConfiguration({ data, port, lakes, clusters, serving });
  if (options.demo) await demoStatusPage(data);
  const server = children.start(
    'server',
    process.execPath,
    [nextCommand(root), 'start', '--hostname', host, '--port', String(options.port)],
    {
      cwd: root,
      stdio: ['ignore', 2, 2],
      env: {
        ...process.env,
        ...nextEnvironment,
        VAMPLATE_CONFIG: configuration,
        VAMPLATE_SESSION_KEY: await keptSecret(options.data, 'VAMPLATE_SESSION_KEY'),
        ...(await keptReceiptKey(options.data)),
        ...token.environment,
      },
    },
  );
  await answering(server, `http://${host}:${options.port}/api/v1/health`);
  return server;
}

/** A public page of the demo, at `/status/demo`. */
async function demoStatusPage(data) {
  const script = typescript('scripts/demo/make-status-page.ts', path.join(data, 'control'));
  await children.run('the demo status page', process.execPath, script, {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
}

function startActors(folder) {
  const actors = children.start('actors', process.execPath, typescript('scripts/demo/actors.ts', folder), {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
  actors.ended.then(({ code, signal }) => {
    if (!children.isStopping()) {
      say(`the demo's actors ended (${signal ?? `code ${code}`}): the demo lake no longer moves`);
    }
  });
}

const typescript = (script, ...args) => ['--import', 'tsx', script, ...args];

async function answering(server, url) {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    if (!server.alive())
      throw new PlainError('the server ended before it answered; its last words are above');
    try {
      if ((await fetch(url, { signal: AbortSignal.timeout(2_000) })).ok) return;
    } catch {
      // Not listening yet; the deadline and the process itself bound the wait.
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new PlainError('the server did not answer within 60 s');
}

async function assertPortFree(port) {
  const probe = createServer();
  await new Promise((resolve, reject) => {
    probe.once('error', (error) => {
      reject(
        new PlainError(
          error.code === 'EADDRINUSE'
            ? `port ${port} on ${host} is taken: stop what listens there or choose another with --port`
            : `port ${port} on ${host} cannot be used: ${error.message}`,
        ),
      );
    });
    probe.listen(port, host, () => probe.close(resolve));
  });
}

try {
  const options = upOptions(process.argv.slice(2), process.cwd());
  if (options.help) say(usage);
  else await up(options);
} catch (error) {
  if (!children.isStopping()) {
    say(error instanceof PlainError ? `up: ${error.message}` : `up: ${error?.stack ?? error}`);
    await children.stopAll();
    process.exit(1);
  }
}
