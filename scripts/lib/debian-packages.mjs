/** Finds the programs the tests need, and installs the Debian packages that hold them where that is allowed. */
import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { PlainError, say } from './say.mjs';

/** Chromium for the browser stories; a one-node Ceph gateway as the S3 server of the conformance tests. */
const needs = {
  browser: { programs: ['chromium'], packages: ['chromium'] },
  s3: {
    programs: ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'radosgw', 'radosgw-admin', 'ceph', 'monmaptool', 'curl'],
    packages: ['ceph-mon', 'ceph-osd', 'ceph-mgr', 'radosgw', 'ceph-common', 'curl'],
  },
};

/** @typedef {keyof typeof needs} Need */

/**
 * Makes what can be made to hold, and says per need what is still missing (null: nothing).
 * @param {ReturnType<typeof import('./child-processes.mjs').childProcesses>} children
 * @returns {Promise<Record<Need, string | null>>}
 */
export async function ensureDebianPackages(children) {
  const wanted = Object.keys(needs).filter((need) => missing(need).length > 0);
  if (wanted.length > 0 && mayInstall()) {
    const packages = wanted.flatMap((need) => needs[need].packages);
    say(`installing Debian packages: ${packages.join(' ')}`);
    const options = { stdio: ['ignore', 2, 2], env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    try {
      await children.run('apt-get update', 'apt-get', ['update', '-qq'], options);
      const install = ['install', '-qq', '-y', '--no-install-recommends', ...packages];
      await children.run('apt-get install', 'apt-get', install, options);
    } catch (error) {
      if (!(error instanceof PlainError)) throw error;
      say(error.message);
    }
  }
  return { browser: lack('browser'), s3: lack('s3') };
}

function lack(need) {
  const programs = missing(need);
  if (programs.length === 0) return null;
  const packages = needs[need].packages.join(' ');
  return `missing ${programs.join(', ')}: install the Debian packages ${packages}, or run as root`;
}

function missing(need) {
  if (need === 'browser' && process.env.VAMPLATE_CHROMIUM && executable(process.env.VAMPLATE_CHROMIUM))
    return [];
  return needs[need].programs.filter((program) => !onPath(program));
}

function mayInstall() {
  return process.getuid?.() === 0 && onPath('apt-get');
}

function onPath(program) {
  return (process.env.PATH ?? '')
    .split(path.delimiter)
    .some((folder) => executable(path.join(folder, program)));
}

function executable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
