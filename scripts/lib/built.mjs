/** Builds the console when the sources of the last build differ from today's, judged by content and not by time. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { PlainError, say } from './say.mjs';

const sources = [
  'app',
  'components',
  'lib',
  'public',
  'instrumentation.ts',
  'next.config.js',
  'package-lock.json',
  'postcss.config.mjs',
  'proxy.ts',
  'tsconfig.json',
];

/** The environment of every build and start: nothing is told to anyone outside. */
export const nextEnvironment = { NEXT_TELEMETRY_DISABLED: '1', NODE_ENV: 'production' };

export function nextCommand(root) {
  return path.join(root, 'node_modules', 'next', 'dist', 'bin', 'next');
}

/**
 * @param {string} root
 * @param {ReturnType<typeof import('./child-processes.mjs').childProcesses>} children
 */
export async function ensureBuilt(root, children) {
  const digest = await sourceDigest(root);
  if ((await builtDigest(root)) === digest) return;
  say('building');
  await build(root, children);
}

/** Builds whatever was built before. */
async function build(root, children) {
  const digest = await sourceDigest(root);
  await children.run('next build', process.execPath, [nextCommand(root), 'build'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, ...nextEnvironment },
  });
  await stampBuild(root, digest);
}

/** Records what the build in `.next` was made of. */
export async function stampBuild(root, digest) {
  await writeFile(stamp(root), digest);
}

/** @param {string} root */
export async function assertBuilt(root) {
  try {
    await readFile(path.join(root, '.next', 'BUILD_ID'));
  } catch {
    throw new PlainError('there is no build to start: run without --skip-build');
  }
}

const stamp = (root) => path.join(root, '.next', 'vamplate-sources');

async function builtDigest(root) {
  try {
    await readFile(path.join(root, '.next', 'BUILD_ID'));
    return await readFile(stamp(root), 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

/** SHA-256 over names and contents of everything a build reads, tests left out. */
export async function sourceDigest(root) {
  const hash = createHash('sha256').update(process.version);
  for (const source of sources) await add(hash, root, source);
  return hash.digest('hex');
}

async function add(hash, root, name) {
  if (/\.(test|spec)\.tsx?$/.test(name)) return;
  const full = path.join(root, name);
  let entries;
  try {
    entries = await readdir(full);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    if (error.code !== 'ENOTDIR') throw error;
    hash.update(`${name}\0`).update(await readFile(full));
    return;
  }
  for (const entry of entries.sort()) await add(hash, root, `${name}/${entry}`);
}
