/** `serving-process.ts`: serves one set from this host; what it is told stands in its environment (see README.md beside). */
import { access, constants } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { chooseWriting } from '@/lib/engine/serving/choose-writing';
import { watchMemory } from '@/lib/engine/serving/memory-report';
import { standardVolume } from '@/lib/engine/serving/root-rules';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { openStore } from '@/lib/engine/store/open-store';
import { sha256Of } from './read-source';
import { serveSet } from './serve-set';
import { rootOf, servingOptions } from './serving-options';

const options = servingOptions(process.env);
const { SERVING_PROBED_VOLUME: volume = standardVolume } = process.env;
const root = rootOf(process.env, {
  probedVolume: await access(volume, constants.W_OK).then(
    () => volume,
    () => null,
  ),
  tempDir: tmpdir(),
});
const ending = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => ending.abort());

const state = openStore({ uri: options.state.uri, ...options.s3 });
await serveSet(options, {
  root,
  stores: {
    own: openLocalStore({ root: root.path, createRoot: true }),
    mirror: options.mirror === null ? null : openStore({ uri: options.mirror, ...options.s3 }),
    state,
  },
  ...{ clock: systemClock, random: systemRandom, digestOf: sha256Of, ending: ending.signal },
  memory: watchMemory(),
  ...(state.kind === 's3'
    ? { writing: () => chooseWriting(state, { clock: systemClock, random: systemRandom }) }
    : {}),
  before: async () => undefined,
  tell: (line) => process.stdout.write(`${JSON.stringify(line)}\n`),
});
