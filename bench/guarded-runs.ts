/** One guarded run as a server does it: under the dataset's lock, with its register, freeze, beats, count, verification and receipt. */
import { generateKeyPairSync } from 'node:crypto';
import pino from 'pino';
import { systemClock } from '@/lib/base/clock';
import { metered } from '@/lib/engine/store/metered-store';
import { openStore } from '@/lib/engine/store/open-store';
import type { LakeSettings } from '@/lib/lake/lake-settings';
import { Lakes } from '@/lib/lake/lakes';
import { loadConfig } from '@/lib/server/config/load';
import { engineOf } from '@/lib/server/lake-engine';
import { ownRun } from '@/lib/server/runs/own-run';
import { createRuntime } from '@/lib/server/runtime';
import { keepTen } from './engine-cleanups';
import type { Measured } from './figure';
import { historyRoot } from './histories';
import type { OpenOptions } from './readings';

const asker = { actor: 'bench', role: 'admin', requestId: 'bench' };

/** Plans and seals untimed; what is timed begins where somebody has pressed Run and ends with the receipt in the lake. */
export async function guardedRun(options: OpenOptions, expected: number): Promise<Measured> {
  const { store, meter } = metered(openStore(options));
  const settings: LakeSettings = { id: 'bench', uri: options.uri, gc: 'retire' };
  const { config, secrets } = loadConfig({
    folder: '/nonexistent',
    env: {
      VAMPLATE_SESSION_KEY: 'a session key for the bench, 32 and more',
      VAMPLATE_RECEIPT_KEY: JSON.stringify(
        generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' }),
      ),
    },
    file: { lakes: [settings] },
  });
  const runtime = createRuntime({ config, secrets, log: pino({ level: 'silent' }) });
  const lakes = new Lakes({
    ...{ settings: [settings], clock: systemClock, watchIntervalMs: 15_000 },
    ...{ openStore: () => store, onChange: () => undefined },
  });
  runtime.once('lakes', () => lakes);
  const engine = engineOf(runtime, lakes.lake('bench'), true);
  const { operations } = engine;
  const plan = await engine.dataset(historyRoot).planCleanup(keepTen);
  await operations.sealPlan(plan, asker);
  const before = { requests: meter.requests, bytes: meter.bytes };
  const startedAt = performance.now();
  const record = await operations.registerRun({
    ...{ ...asker, dataset: historyRoot, planHash: plan.hash, reason: 'bench' },
    ...{ approvedBy: null, rate: null, intent: null },
  });
  const outcome = await ownRun(runtime, engine, record, {
    ...{ run: record.run, signal: new AbortController().signal },
    ...{ watch: () => null, onOwned: () => undefined, onChange: () => undefined },
  });
  const ms = performance.now() - startedAt;
  const cost = { requests: meter.requests - before.requests, bytes: meter.bytes - before.bytes };
  const ended = await operations.findRun(record.run);
  await runtime.stop();
  if (outcome !== 'ended' || ended?.ending?.outcome !== 'completed' || ended.counts.versions !== expected) {
    throw new Error(`the guarded run ${outcome}: ${JSON.stringify(ended?.ending)}`);
  }
  return { ms, ...cost };
}
