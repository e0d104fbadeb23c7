/** `npm run check`: everything that must hold, from a fresh clone; the last line counts it and the exit code follows. */
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { nextCommand, nextEnvironment, sourceDigest, stampBuild } from './lib/built.mjs';
import { childProcesses } from './lib/child-processes.mjs';
import { countContractNumbers } from './lib/contract-numbers.mjs';
import { ensureDebianPackages } from './lib/debian-packages.mjs';
import { testsWithoutFixtures } from './lib/fixture-tests.mjs';
import { ensureInstalled } from './lib/installed.mjs';
import { say, seconds } from './lib/say.mjs';
import { stageRunner } from './lib/stages.mjs';
import { couldNotStart, countPlaywright, countVitest } from './lib/test-counts.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const logs = path.join(root, 'test-results', 'check');
// Stages have children of their own (test workers, a browser, servers); they need time to take those down.
const children = childProcesses({ graceMs: 30_000, groups: true });
const stages = stageRunner(root, logs, children);
const node = process.execPath;
const tool = (file) => path.join(root, 'node_modules', ...file.split('/'));
const startedAt = performance.now();

/** Where everything is expected to be there, its absence is a failure and not a remark. */
const inCi = process.env.VAMPLATE_CI === '1';

async function check() {
  mkdirSync(logs, { recursive: true });
  await ensureInstalled(root, children);
  const lacks = await ensureDebianPackages(children);
  await fixtures();
  // Two lanes for two cores: what waits (the S3 server's start) runs beside what computes.
  await Promise.all([
    inOrder([lint, types, unused, build]),
    inOrder([unit, contract, mutants, () => orLack('store conformance', lacks.s3, s3)]),
  ]);
  await orLack('browser stories', lacks.browser, stories);
}

const lint = () => stages.commands('lint', [[node, tool('@biomejs/biome/bin/biome'), 'check', '.']]);
const unused = () => stages.commands('unused code', [[node, tool('knip/bin/knip.js')]]);
const types = () =>
  stages.commands(
    'types',
    [
      [node, nextCommand(root), 'typegen'],
      [node, tool('typescript/bin/tsc'), '--noEmit', '--incremental', 'false'],
    ],
    nextEnvironment,
  );

/** Always a whole build: what `up` kept from before proves nothing about this state. */
async function build() {
  const digest = await sourceDigest(root);
  const { failed } = await stages.commands('build', [[node, nextCommand(root), 'build']], nextEnvironment);
  if (failed === 0) await stampBuild(root, digest);
}

const vitestReport = (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];

const unitTests = 'unit and contract tests';

const unit = () =>
  stages.tests(
    unitTests,
    (file) => [tool('vitest/vitest.mjs'), 'run', '--project', 'unit', ...vitestReport(file)],
    countVitest,
  );

/** Reads the report of the run before; nothing runs twice. */
const contract = () =>
  stages.stage('contract numbers', async () => {
    const { summary, ...count } = countContractNumbers(stages.report(unitTests), root);
    say(`  ${summary}`);
    return count;
  });

/** The protocol with one rule broken at a time, each found by the simulation alone. */
const mutants = () =>
  stages.tests(
    'mutants',
    (file) => [tool('tsx/dist/cli.mjs'), path.join(root, 'scripts', 'test-mutants.ts'), '--report', file],
    (report) => report ?? couldNotStart('no report'),
  );

const s3 = () =>
  stages.tests(
    'store conformance',
    (file) => [path.join(root, 'scripts', 'test-s3.mjs'), ...vitestReport(file)],
    countVitest,
  );

const stories = () =>
  stages.tests(
    'browser stories',
    () => [tool('@playwright/test/cli.js'), 'test', '--reporter=list,json'],
    countPlaywright,
    (file) => ({ PLAYWRIGHT_JSON_OUTPUT_FILE: file }),
  );

/** A stage that needs a program runs when it is there, and counts as failed when it is not. */
function orLack(name, lack, run) {
  return lack === null ? run() : stages.stage(name, async () => couldNotStart(lack));
}

/** The shared data sets: a remark on a clone elsewhere, a failure where they are expected. */
async function fixtures() {
  const folder = process.env.VAMPLATE_FIXTURES;
  if (folder && existsSync(folder)) return;
  const missing = folder ? `VAMPLATE_FIXTURES names no folder: ${folder}` : 'VAMPLATE_FIXTURES is not set';
  if (inCi || folder) await stages.stage('fixtures', async () => couldNotStart(missing));
  else {
    const { tests, files } = await testsWithoutFixtures(root);
    say(`${missing}: ${tests} tests that read recorded datasets are not run (${files.join(', ')})`);
  }
}

async function inOrder(runs) {
  for (const run of runs) await run();
}

function summary() {
  const { passed, failed } = stages.total();
  say(`${seconds(startedAt)} in all`);
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return passed > 0 && failed === 0 ? 0 : 1;
}

children.stopOnSignals(
  (signal) => say(`${signal}: stopping`),
  () => 1,
);
try {
  await check();
} catch (error) {
  if (!children.isStopping()) await stages.stage('check', async () => Promise.reject(error));
}
if (!children.isStopping()) {
  await children.stopAll();
  process.exitCode = summary();
}
