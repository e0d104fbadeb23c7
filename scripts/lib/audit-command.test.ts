/** `npm run audit` as it is run: what it prints and how it ends, by what npm answers; and `check` does without it. */
import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const scripts = fileURLToPath(new URL('..', import.meta.url));
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'vamplate-audit-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** @param answer what npm writes; null: there is no npm */
async function audit(answer: string | null): Promise<{ code: number; said: string }> {
  if (answer !== null) {
    await writeFile(path.join(folder, 'answer'), answer);
    const npm = path.join(folder, 'npm');
    await writeFile(npm, `#!/bin/sh\n[ "$*" = "audit --json" ] && exec /bin/cat '${folder}/answer'\n`);
    await chmod(npm, 0o755);
  }
  return new Promise((resolve) => {
    const command = [path.join(scripts, 'audit.mjs')];
    execFile(process.execPath, command, { env: { ...process.env, PATH: folder } }, (error, _, stderr) =>
      resolve({ code: Number(error?.code ?? 0), said: stderr.trim() }),
    );
  });
}

const report = (vulnerabilities: object) =>
  JSON.stringify({ vulnerabilities, metadata: { vulnerabilities: { total: 0 } } });
const bad = { name: 'tar', severity: 'critical', range: '<2', via: [], fixAvailable: false };

it.each([
  ['findings', report({ tar: bad }), 1, /^critical tar <2: .*\n1 packages with high or critical findings$/],
  ['none', report({}), 0, /^no high or critical findings \(0 below\)$/],
  ['a registry without the service', '{"message":"404 Not Found"}', 0, /^not available: 404 Not Found$/],
  ['no npm', null, 0, /^not available: /],
] as const)('%s', async (_, answer, code, says) => {
  const ended = await audit(answer);
  expect(ended.said).toMatch(says);
  expect(ended.code).toBe(code);
});

it('is no part of check, which must not depend on a registry', async () => {
  expect(await readFile(path.join(scripts, 'check.mjs'), 'utf8')).not.toMatch(/audit/);
});
