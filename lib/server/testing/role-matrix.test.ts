/** The role matrix: every endpoint as nobody, viewer, operator and admin, through the routes that Next serves. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '@/lib/contracts/endpoints';
import { admissionOf, callers, expectedAdmission, importRoute, routeFileOf } from './role-matrix';
import { installTestRuntime, type TestRuntime } from './test-runtime';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const params = { lake: 'test', id: 'empty', version: '1' };
let folder: string;
let test: TestRuntime;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vamplate-matrix-'));
  mkdirSync(join(folder, 'empty'));
  test = installTestRuntime({ lakes: [{ id: 'test', uri: pathToFileURL(folder).href }] });
});
afterAll(async () => {
  await test.runtime.stop();
  test.restore();
  rmSync(folder, { recursive: true });
});

describe.each(Object.entries(endpoints))('%s', (_, endpoint) => {
  it.each(callers)('as %s', async (caller) => {
    const route = await importRoute(root, endpoint);
    expect(await admissionOf(route, endpoint, caller, params)).toBe(
      expectedAdmission(endpoint.access, caller),
    );
  });
});

it('finds the file of a path with places in it', () => {
  expect(routeFileOf('/api/v1/lakes/{lake}/probe')).toBe('app/api/v1/lakes/[lake]/probe/route.ts');
});
