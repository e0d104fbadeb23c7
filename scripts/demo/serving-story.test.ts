/** The demo's replicas are what the pictures say: healthy, importing, drifted and stale, as our reader sees their reports. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { discoverReplicas } from '@/lib/engine/serving/discover-replicas';
import { headlineOf } from '@/lib/engine/serving/headline-rules';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { demoEnv, demoState, serveDemo, writeServing } from './serving-story';

const place = realpathSync(mkdtempSync(path.join(tmpdir(), 'vamplate-demo-serving-')));
const folder = path.join(place, 'lake');
const store = openLocalStore({ root: folder, createRoot: true });

async function shown() {
  const { replicas } = await discoverReplicas({ store, state: demoState, env: demoEnv, nowMs: Date.now() });
  return Object.fromEntries(
    replicas.map(({ place: { lineage, replicaId }, reading, freshness }) => [
      `${lineage.setId} ${replicaId}`,
      {
        headline: headlineOf({ reading, freshness, deposed: false, nowMs: Date.now() }),
        operation: reading?.kind === 'read' ? reading.report.operation.state : reading,
        findings: reading?.kind === 'read' ? reading.findings : null,
      },
    ]),
  );
}

beforeAll(async () => {
  await store.put('_clock', Uint8Array.of(1));
  await writeServing(folder);
}, 120_000);
afterAll(() => rmSync(place, { recursive: true }));

it('are four in two sets, each with its own state', async () => {
  const ending = new AbortController();
  const running = serveDemo(folder, ending.signal);
  const idle = { operation: 'idle', findings: [] };
  await expect.poll(shown, { timeout: 60_000, interval: 200 }).toEqual({
    'berlin eu-1': { headline: 'healthy', ...idle },
    'berlin eu-2': { headline: 'healthy', operation: 'importing', findings: [] },
    'catalogue us-1': { headline: 'drift', ...idle },
    'catalogue us-2': { headline: 'stale', ...idle },
  });
  ending.abort();
  await running;
}, 120_000);
