/** What the two commands stand on: options, the lock, keys, ids, and ending exactly what was started. */
import type { SpawnOptions } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { childProcesses } from './child-processes.mjs';
import { clustersBelow, lakeIds } from './console-config.mjs';
import { fixtureTests } from './fixture-tests.mjs';
import { installDifference } from './installed.mjs';
import { keptSecret, oneTimeToken } from './secrets.mjs';
import { upOptions } from './up-options.mjs';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'vamplate-commands-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('options of up', () => {
  it('has a default for everything', () => {
    expect(upOptions([], '/home/me/vamplate')).toEqual({
      port: 4680,
      data: '/home/me/vamplate/.vamplate',
      lakes: [],
      clusters: [],
      demo: true,
      skipBuild: false,
      fleet: false,
      help: false,
    });
  });

  it('takes every option of the manual', () => {
    const argv =
      '--port 5000 --data /d --lake s3://b/p --lake file:///x --cluster s3://b/p/og --no-demo --skip-build --fleet large';
    expect(upOptions(argv.split(' '), '/')).toMatchObject({
      port: 5000,
      data: '/d',
      lakes: ['s3://b/p', 'file:///x'],
      clusters: ['s3://b/p/og'],
      demo: false,
      skipBuild: true,
      fleet: true,
    });
  });

  it.each([
    '--port 0',
    '--port 65536',
    '--port x',
    '--lake /x',
    '--lake http://x',
    '--fleet small',
    '--no-demo',
    '--what',
    'x',
  ])('names what is wrong with `%s`', (text) =>
    expect(() => upOptions(text.split(' '), '/')).toThrow(text.split(' ')[0]),
  );
});

describe('the lock', () => {
  const lock = {
    '': {},
    'node_modules/a': { version: '1', integrity: 'x' },
    'node_modules/b': { version: '1', optional: true },
  };

  it('holds without the optional packages of other platforms', () => {
    expect(installDifference(lock, { 'node_modules/a': { version: '1', integrity: 'x' } })).toBeNull();
  });

  it.each([
    ['nothing installed', null],
    ['a is missing', {}],
    ['a differs', { 'node_modules/a': { version: '2', integrity: 'x' } }],
    ['a differs', { 'node_modules/a': { version: '1', integrity: 'y' } }],
  ])('says: %s', (words, installed) => expect(installDifference(lock, installed)).toContain(words));
});

describe('keys', () => {
  it('are made once, for their owner alone', async () => {
    const key = await keptSecret(folder, 'VAMPLATE_TEST_KEY');
    expect(key.length).toBeGreaterThanOrEqual(43);
    expect(await keptSecret(folder, 'VAMPLATE_TEST_KEY')).toBe(key);
    expect(statSync(path.join(folder, 'vamplate-test-key')).mode & 0o777).toBe(0o600);
  });

  it('never repeat', () => expect(oneTimeToken().token).not.toBe(oneTimeToken().token));
});

it('gives every lake an id of its own', () => {
  const ids = lakeIds(['s3://bucket/prod', 'file:///data/prod/', 'file:///%E6%97%A5', 's3://B'], ['demo']);
  expect(ids.map((lake) => lake.id)).toEqual(['prod', 'prod-2', 'lake', 'b']);
});

it('places a cluster root below the lake that holds it, and refuses one that none holds', () => {
  const lakes = [
    { id: 'prod', uri: 's3://bucket/prod/' },
    { id: 'other', uri: 'file:///data' },
  ];
  const found = clustersBelow(['s3://bucket/prod/og/brain', 'file:///data/a%20b', 'file:///data'], lakes, [
    'brain',
  ]);
  expect(found).toEqual([
    { id: 'brain-2', lake: 'prod', root: 'og/brain' },
    { id: 'a-b', lake: 'other', root: 'a b' },
    { id: 'data', lake: 'other', root: '' },
  ]);
  expect(() => clustersBelow(['s3://bucket/production/og'], lakes)).toThrow('below a shown lake');
});

it('counts the tests that a clone without the fixtures does not run', async () => {
  const text = `
    import { currentTables, historicalDatasets } from '@/lib/testing/lance-fixtures';
    it('always', () => {});
    describe.each(historicalDatasets())('$path', () => { it('one', () => {}); it('two', () => {}); });
    it.each(currentTables())('$path', () => {});`;
  expect(await fixtureTests(text)).toBe(2 * 19 + 6);
  expect(await fixtureTests(`it('no fixtures here', () => {});`)).toBe(0);
});

describe('child processes', () => {
  const script = (text: string) => ['-e', text];

  it('end on request, also those that refuse', async () => {
    const children = childProcesses({ graceMs: 300 });
    const options: SpawnOptions = { stdio: ['ignore', 'pipe', 'inherit'] };
    const stubborn = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('up')`;
    const refusing = children.start('refusing', process.execPath, script(stubborn), options);
    const willing = children.start(
      'willing',
      process.execPath,
      script(`setInterval(() => {}, 1000); console.log('up')`),
      options,
    );
    for (const child of [refusing, willing]) {
      await new Promise((resolve) => child.process.stdout?.once('data', resolve));
    }
    await children.stopAll();
    expect(await refusing.ended).toEqual({ code: null, signal: 'SIGKILL' });
    expect(await willing.ended).toEqual({ code: null, signal: 'SIGTERM' });
    for (const child of [refusing, willing]) expect(() => process.kill(child.pid, 0)).toThrow('ESRCH');
    expect(() => children.start('late', process.execPath, script(''))).toThrow('stopping');
  });

  it('end with all of their group where they lead one', async () => {
    const children = childProcesses({ graceMs: 5_000, groups: true });
    const grandchild = `const { spawn } = require('node:child_process');
      const inner = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
      process.on('SIGTERM', () => {});
      inner.once('exit', () => process.exit(7));
      console.log(inner.pid); setInterval(() => {}, 1000);`;
    const parent = children.start('parent', process.execPath, script(grandchild), {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const inner = await new Promise<string>((resolve) =>
      parent.process.stdout?.once('data', (text) => resolve(String(text))),
    );
    await children.stopAll();
    expect(await parent.ended).toEqual({ code: 7, signal: null });
    expect(() => process.kill(Number(inner), 0)).toThrow('ESRCH');
  });

  it('a failed command is an error with its exit code', async () => {
    const children = childProcesses();
    await expect(children.run('three', process.execPath, script('process.exit(3)'))).rejects.toThrow(
      'three failed (exit code 3)',
    );
    await expect(children.run('absent', '/nowhere/at/all', [])).rejects.toThrow(
      'absent failed (exit code 127)',
    );
  });
});
