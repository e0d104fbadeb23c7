/** The stories of a lock between real processes, on a local folder: a lock of our own, which beats there too (D25). */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll } from 'vitest';
import { openStore } from '@/lib/engine/store/open-store';
import { describeLockStories } from './describe-lock-stories';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

describeLockStories('a lock on a local folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vamplate-lock-story-'));
  folders.push(folder);
  const uri = pathToFileURL(folder).href;
  return { store: openStore({ uri }), uri, kind: 'own' };
});
