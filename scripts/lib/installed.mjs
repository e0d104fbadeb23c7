/** Installs the committed lock exactly, and only when what lies in node_modules differs from it. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { say } from './say.mjs';

/**
 * @param {string} root
 * @param {ReturnType<typeof import('./child-processes.mjs').childProcesses>} children
 */
export async function ensureInstalled(root, children) {
  const lock = await packagesOf(path.join(root, 'package-lock.json'));
  const installed = await packagesOf(path.join(root, 'node_modules', '.package-lock.json'));
  const difference = installDifference(lock, installed);
  if (difference === null) return;
  say(`npm ci (${difference})`);
  // The build and the demo need the development packages, whatever NODE_ENV the caller lives in.
  await children.run('npm ci', 'npm', ['ci', '--include=dev', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 2, 2],
  });
}

/**
 * What npm's own record of an installation lacks, in words; null when it holds the lock. Packages for other
 * platforms are optional and may be missing.
 * @param {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean, peer?: boolean }> | null} lock
 * @param {Record<string, { version?: string, integrity?: string }> | null} installed
 * @returns {string | null}
 */
export function installDifference(lock, installed) {
  if (lock === null) return 'no lock';
  if (installed === null) return 'nothing installed';
  for (const [name, wanted] of Object.entries(lock)) {
    if (name === '') continue;
    const found = installed[name];
    if (found === undefined) {
      if (wanted.optional || wanted.devOptional || wanted.peer) continue;
      return `${name.replace('node_modules/', '')} is missing`;
    }
    if (found.version !== wanted.version || found.integrity !== wanted.integrity) {
      return `${name.replace('node_modules/', '')} differs from the lock`;
    }
  }
  return null;
}

async function packagesOf(file) {
  try {
    return JSON.parse(await readFile(file, 'utf8')).packages ?? null;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}
