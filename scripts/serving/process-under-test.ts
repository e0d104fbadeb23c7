/**
 * A serving process whose world a test can bend: it halts, dies or waits right before a step or a change, loses an
 * acknowledgement, forces two digests to collide, and says what it asks of which store. Everything else is the process.
 */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { connect } from '@lancedb/lancedb';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { watchMemory } from '@/lib/engine/serving/memory-report';
import { openLocalStore } from '@/lib/engine/store/local-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { type Dispatch, faultyStore } from '@/lib/testing/faulty-store';
import type { LanceTable } from './lance-table';
import { sha256Of } from './read-source';
import { serveSet } from './serve-set';
import type { ServingLine } from './serving-lines';
import { rootOf, servingOptions } from './serving-options';
import { type Command, changeName, commandLine, type StoryOptions, storyOptions } from './story-lines';

const story: StoryOptions = storyOptions.parse(JSON.parse(process.argv[2] ?? '{}'));
const tell = (line: ServingLine) => process.stdout.write(`${JSON.stringify(line)}\n`);

let halt: Command & { kind: 'halt' } = {
  kind: 'halt',
  at: story.halt?.at ?? '',
  how: story.halt?.how ?? 'kill',
};
let goOn = () => {};
createInterface({ input: process.stdin }).on('line', (text) => {
  const command = commandLine.parse(JSON.parse(text));
  if (command.kind === 'halt') halt = command;
  else if (command.kind === 'end') ending.abort();
  else goOn();
});

async function before(step: string): Promise<void> {
  if (halt.at !== step) return;
  const { how } = halt;
  halt = { ...halt, at: '' };
  // It may be told to go on as soon as it has said where it is.
  const going = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  tell({ kind: 'at', step });
  // The line leaves this process before anything happens to it.
  await new Promise((resolve) => setTimeout(resolve, 20));
  if (how === 'kill') process.kill(process.pid, 'SIGKILL');
  await going;
}

function watched(of: string, store: ObjectStore): ObjectStore {
  const dispatch: Dispatch = async (call) => {
    if (call.mutates) await before(`${of}:${changeName(call.key)}`);
    const answer = await call.effect();
    if (story.traced) tell(asked(of, call.verb, call.key, answer));
    return answer;
  };
  return faultyStore(store, dispatch);
}

function asked(of: string, call: string, key: string, answer: unknown): ServingLine {
  const told = answer as { kind?: string; body?: Uint8Array };
  return { kind: 'asked', of, call, key, answer: told.kind ?? 'page', bytes: told.body?.length ?? 0 };
}

/** What this process and every thread of it has read so far, LanceDB's included, as the kernel counts it. */
function bytesRead(): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}

const losing = (table: LanceTable): LanceTable => ({
  ...table,
  async commit(...given) {
    await table.commit(...given);
    throw new Error('the connection was lost before an answer came');
  },
});

const options = servingOptions(process.env);
const root = rootOf(process.env, { probedVolume: null, tempDir: tmpdir() });
const ending = new AbortController();
process.once('SIGTERM', () => ending.abort());
// What LanceDB loads for its first connection is none of what a start reads of a dataset.
if (story.traced) (await connect(tmpdir())).close();
const readBefore = story.traced ? bytesRead() : 0;

await serveSet(options, {
  root,
  stores: {
    own: watched('own', openLocalStore({ root: root.path, createRoot: true })),
    mirror:
      options.mirror === null ? null : watched('mirror', openStore({ uri: options.mirror, ...options.s3 })),
    state: watched('state', openStore({ uri: options.state.uri, ...options.s3 })),
  },
  ...{ clock: systemClock, random: systemRandom, ending: ending.signal, before },
  digestOf: (bytes) => story.digests[sha256Of(bytes)] ?? sha256Of(bytes),
  memory: story.brokenMemory
    ? { ...watchMemory(), read: () => Promise.reject(new Error('the telemetry is gone')) }
    : watchMemory(),
  tell: (line) => {
    if (line.kind === 'booted' && story.traced) tell({ kind: 'read', bytes: bytesRead() - readBefore });
    tell(line);
  },
  around: story.loseCommit ? losing : (table) => table,
});
