// Reports high and critical findings in the packages of the lockfile, where the registry offers the service: exit code 1
// for any, 0 for none and where nobody answers. No part of `check`, which must not depend on a registry.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { auditReport } from './lib/audit-report.mjs';
import { say } from './lib/say.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const timeoutMs = 120_000;

/** Whatever npm writes on stdout; nothing when it cannot be started or does not end. */
function npmAudit() {
  return new Promise((resolve) => {
    const child = spawn('npm', ['audit', '--json'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      signal: AbortSignal.timeout(timeoutMs),
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.once('error', () => resolve(''));
    child.once('close', () => resolve(output));
  });
}

const report = auditReport(await npmAudit());
switch (report.kind) {
  case 'findings':
    for (const line of report.lines) say(line);
    say(`${report.lines.length} packages with high or critical findings`);
    process.exitCode = 1;
    break;
  case 'none':
    say(`no high or critical findings (${report.counted} below)`);
    break;
  default:
    say(`not available: ${report.because}`);
}
