/**
 * 20,000 mutations of real manifests, transactions, tags and branches, by a fixed seed: each gives valid facts or a
 * typed `corrupt` or `unsupported`, and none takes memory by what the bytes claim.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { VamplateError } from '@/lib/base/errors';
import { writeEventsTable } from '@/lib/testing/write-lance';
import { decodeWholeManifest, summariseManifest } from './decode-manifest';
import { decodeBranch, decodeTag } from './decode-reference';
import { judgeFlags } from './feature-flags';
import { resolveLineage } from './lineage';
import type { ManifestFacts, ManifestSummary } from './manifest-facts';
import { objectsOf } from './objects-of';
import { decodeTransaction } from './transaction-kind';

const seed = 20_261_130;
const mutations = 20_000;

interface Target {
  readonly what: string;
  readonly samples: readonly Uint8Array[];
  decode(bytes: Uint8Array): void;
}

let targets: readonly Target[] = [];

beforeAll(async () => {
  const written = await writeEventsTable();
  const samples = (folder: string) =>
    readdirSync(path.join(written.lake, written.root, folder), { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .filter((entry) => entry.isFile() && !entry.name.includes('hint'))
      .map((entry) => new Uint8Array(readFileSync(path.join(entry.parentPath, entry.name))));
  targets = [
    {
      what: 'manifest',
      samples: [
        ...samples('_versions'),
        ...samples('tree/exp/_versions'),
        ...samples('tree/team/nested/_versions'),
      ],
      decode: useManifest,
    },
    {
      what: 'transaction',
      samples: samples('_transactions'),
      decode: (bytes) => void decodeTransaction(bytes),
    },
    {
      what: 'tag',
      samples: [...samples('_refs/tags'), ...tagShapes],
      decode: (bytes) => void decodeTag('t', bytes),
    },
    { what: 'branch', samples: [...samples('_refs/branches'), ...branchShapes], decode: useBranch },
  ];
  written.remove();
});

const text = (value: string) => new TextEncoder().encode(value);
const tagShapes = [
  text('{"branch":null,"version":2,"manifestSize":1720}'),
  text('{"version":18446744073709551615}'),
  text(
    '{"_lanceReferenceGeneration":"5d41402abc4b2a76b9719d911017c592","branch":"exp","version":2,"later":{}}\n',
  ),
  text('{"_lanceReferenceState":"deleted","formatVersion":1}'),
];
const branchShapes = [
  text('{"parentBranch":"main","parentVersion":42,"createAt":1234567890,"manifestSize":1}'),
  text(
    '{"parentBranch":"a","parentVersion":4,"createAt":1,"identifier":{"version_mapping":[[0,"' +
      '0'.repeat(32) +
      '"]]}}',
  ),
  text('{"_lanceReferenceState":"deleted","formatVersion":1}'),
];

describe('damaged bytes', () => {
  it(`give facts or a typed answer, ${mutations} times`, () => {
    const random = generator(seed);
    const outcomes = { facts: 0, corrupt: 0, unsupported: 0 };
    const before = process.memoryUsage().arrayBuffers;
    for (let at = 0; at < mutations; at += 1) {
      // Half of the mutations go to manifests, whose bytes decide what is deleted.
      const target = targets[at % 2 === 0 ? 0 : 1 + (Math.floor(at / 2) % 3)];
      const sample = target?.samples[random(target.samples.length)];
      if (target === undefined || sample === undefined) throw new Error('no sample');
      const { bytes, how } = mutate(sample, random);
      try {
        target.decode(bytes);
        outcomes.facts += 1;
      } catch (error) {
        const kind = error instanceof VamplateError ? error.kind : null;
        if (kind !== 'corrupt' && kind !== 'unsupported') {
          // The samples are written anew in each run: only the bytes themselves replay it.
          const hex = Buffer.from(bytes).toString('hex').slice(0, 16_384);
          throw new Error(`seed ${seed}, mutation ${at} of a ${target.what} (${how}) escaped: ${hex}`, {
            cause: error,
          });
        }
        outcomes[kind] += 1;
      }
    }
    expect(outcomes.facts + outcomes.corrupt + outcomes.unsupported).toBe(mutations);
    // Both ends must have been reached, or the mutations are too coarse or too fine to prove anything.
    expect(outcomes.facts).toBeGreaterThan(mutations / 50);
    expect(outcomes.corrupt).toBeGreaterThan(mutations / 4);
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(256 * 1024 * 1024);
  });
});

/** Decodes and uses the facts as the product does; what is returned as facts must hold together. */
function useManifest(bytes: Uint8Array): void {
  let facts: ManifestFacts;
  try {
    facts = decodeWholeManifest(bytes);
  } catch (error) {
    // The summary may be content with less, but must not fail in another way.
    checkSummary(bytes);
    throw error;
  }
  const summary = checkSummary(bytes);
  expect(summary?.counts).toEqual(facts.counts);
  expect(facts.fragments).toHaveLength(facts.counts.fragments);
  for (const count of Object.values(facts.counts)) {
    if (typeof count === 'number') expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
  }
  if (facts.committedAt !== null) new Date(facts.committedAt.ms).toISOString();
  judgeFlags(facts);
  objectsOf(facts, 'file:///lake/events.lance');
}

function checkSummary(bytes: Uint8Array): ManifestSummary | null {
  try {
    const decoded = summariseManifest({ start: 0, bytes });
    return decoded.kind === 'facts' ? decoded.facts : null;
  } catch (error) {
    if (error instanceof VamplateError && (error.kind === 'corrupt' || error.kind === 'unsupported'))
      return null;
    throw error;
  }
}

function useBranch(bytes: Uint8Array): void {
  const reading = decodeBranch('b', bytes);
  if (reading.kind === 'found') resolveLineage([reading.reference]);
}

type Below = (limit: number) => number;

/** A small generator (mulberry32), so that a seed names its mutations for ever. */
function generator(start: number): Below {
  let state = start;
  return (limit) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const hugeVarint = [255, 255, 255, 255, 255, 255, 255, 255, 255, 1];
const overVarint = [255, 255, 255, 255, 255, 255, 255, 255, 255, 127];
const absurdNumbers = ['18446744073709551616', '-1', '1e999', '9'.repeat(60), '1.5', 'null', '[[[['];

const mutators: Readonly<Record<string, (bytes: Uint8Array, random: Below) => Uint8Array>> = {
  truncate: (bytes, random) => bytes.slice(0, random(bytes.length)),
  behead: (bytes, random) => bytes.slice(random(bytes.length)),
  flip: (bytes, random) => changed(bytes, random, (value) => value ^ (1 << random(8))),
  overwrite: (bytes, random) => changed(bytes, random, () => random(256)),
  invalidUtf8: (bytes, random) => changed(bytes, random, () => 0xc0 | random(2)),
  splice: (bytes, random) => {
    const from = random(bytes.length);
    return inserted(bytes, random(bytes.length), bytes.slice(from, from + random(64)));
  },
  cut: (bytes, random) => {
    const at = random(bytes.length);
    return Uint8Array.of(...bytes.subarray(0, at), ...bytes.subarray(at + 1 + random(16)));
  },
  hugeVarint: (bytes, random) => inserted(bytes, random(bytes.length), hugeVarint),
  overVarint: (bytes, random) => inserted(bytes, random(bytes.length), overVarint),
  /** Keeps the frame of a manifest consistent, so that the damage reaches the decoder behind it. */
  framedFlip: (bytes, random) => {
    const copy = bytes.slice();
    const room = Math.max(1, bytes.length - 20);
    for (let times = 1 + random(3); times > 0; times -= 1) copy[random(room)] = random(256);
    return copy;
  },
  absurdLength: (bytes, random) => {
    const copy = bytes.slice();
    new DataView(copy.buffer).setUint32(random(Math.max(1, copy.length - 4)), 0xffff_fff0 + random(16), true);
    return copy;
  },
  footerPosition: (bytes, random) => {
    const copy = bytes.slice();
    if (copy.length >= 16) {
      new DataView(copy.buffer).setBigInt64(
        copy.length - 16,
        BigInt.asIntN(64, 1n << BigInt(random(64))),
        true,
      );
    }
    return copy;
  },
  wrongMagic: (bytes, random) => {
    const copy = bytes.slice();
    copy[copy.length - 1 - random(Math.min(4, copy.length))] = random(256);
    return copy;
  },
  absurdNumber: (bytes, random) => {
    const digits = [...bytes.keys()].filter((at) => (bytes[at] ?? 0) >= 0x30 && (bytes[at] ?? 0) <= 0x39);
    const at = digits[random(Math.max(1, digits.length))] ?? 0;
    return inserted(bytes, at, [...text(absurdNumbers[random(absurdNumbers.length)] ?? '')]);
  },
};
const mutatorNames = Object.keys(mutators);

function mutate(bytes: Uint8Array, random: Below): { readonly bytes: Uint8Array; readonly how: string } {
  let current = bytes;
  const steps: string[] = [];
  for (let times = 1 + random(2); times > 0 && current.length > 4; times -= 1) {
    const how = mutatorNames[random(mutatorNames.length)] ?? 'flip';
    current = mutators[how]?.(current, random) ?? current;
    steps.push(how);
  }
  return { bytes: current, how: steps.join('+') };
}

function changed(bytes: Uint8Array, random: Below, change: (value: number) => number): Uint8Array {
  const copy = bytes.slice();
  for (let times = 1 + random(4); times > 0; times -= 1) {
    const at = random(copy.length);
    copy[at] = change(copy[at] ?? 0);
  }
  return copy;
}

function inserted(bytes: Uint8Array, at: number, values: Iterable<number>): Uint8Array {
  return Uint8Array.of(...bytes.subarray(0, at), ...values, ...bytes.subarray(at));
}
