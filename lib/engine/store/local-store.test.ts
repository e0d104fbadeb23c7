/** A real folder passes the suite, also when the control objects lie in a folder above it. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeStore } from '@/lib/testing/store-conformance';
import { openLocalStore } from './local-store';

async function folder(): Promise<{ path: string; close: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'vamplate-local-'));
  return { path, close: () => rm(path, { recursive: true, force: true }) };
}

describeStore('local store', async () => {
  const { path, close } = await folder();
  return { store: openLocalStore({ root: path }), close };
});

describeStore('local store of one dataset in a lake', async () => {
  const { path, close } = await folder();
  const root = join(path, 'o d%d ~日', 't.lance');
  await mkdir(root, { recursive: true });
  return { store: openLocalStore({ root, controlRoot: path }), close };
});
