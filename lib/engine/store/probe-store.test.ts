/** The probe tells stores apart by what they do, leaves nothing behind, and never calls a fault a yes. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { unsupported, VamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { assumptions, decideActions, type Findings, storeActions } from './capability-rules';
import { openLocalStore } from './local-store';
import { openMemoryStore } from './memory-store';
import type { ObjectStore } from './object-store';
import { probeStore } from './probe-store';

const probe = (store: ObjectStore) => probeStore(store, { clock: systemClock, random: systemRandom });
const answers = (found: Findings) =>
  Object.fromEntries(assumptions.map((name) => [name, found[name].answer]));
const allYes = Object.fromEntries(assumptions.map((name) => [name, 'yes']));

describe('probe', () => {
  it('D5 finds everything in memory, and writes only below _vamplate/probe/', async () => {
    const inner = openMemoryStore();
    await inner.create('t.lance/_versions/1.manifest', new Uint8Array());
    const touched = new Set<string>();
    const store: ObjectStore = {
      ...inner,
      create: (key, body) => inner.create(touched.add(key) && key, body),
      put: (key, body) => inner.put(touched.add(key) && key, body),
      delete: (key) => inner.delete(touched.add(key) && key),
    };
    const found = await probe(store);
    expect(answers(found)).toEqual(allYes);
    expect(found).toMatchObject({
      orderedListing: { answer: 'yes' },
      listPrecisionMs: 1,
      headPrecisionMs: 1,
      leftovers: [],
    });
    expect(Math.abs(found.storeClockSkewMs ?? 1e9)).toBeLessThan(1_000);
    for (const key of touched) expect(key).toMatch(/^_vamplate\/probe\/[0-9A-HJKMNP-TV-Z]{26}\//);
    expect((await inner.list({ prefix: '' })).objects.map(({ key }) => key)).toEqual([
      't.lance/_versions/1.manifest',
    ]);
  });
  it('finds everything in a local folder, and no replace where flock cannot be had', async () => {
    const root = await mkdtemp(join(tmpdir(), 'vamplate-probe-'));
    try {
      expect(answers(await probe(openLocalStore({ root })))).toEqual(allYes);
      const found = await probe(openLocalStore({ root, flock: null }));
      expect(answers(found)).toEqual({ ...allYes, replaceIfMatch: 'no', deleteIfMatch: 'no' });
      expect(found.replaceIfMatch.evidence).toContain('flock');
      expect((await openLocalStore({ root }).list({ prefix: '' })).objects).toEqual([]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });
  it('sees how coarse times are, and how far the clock of the store is', async () => {
    const now = () => Date.now() + 3_600_000;
    const found = await probe(openMemoryStore({ now, headPrecisionMs: 1_000 }));
    expect(found).toMatchObject({
      listPrecisionMs: 1,
      headPrecisionMs: 1_000,
      storageTime: { answer: 'yes' },
    });
    expect(Math.abs((found.storeClockSkewMs ?? 0) - 3_600_000)).toBeLessThan(1_000);
  });

  const faults: [string, Partial<Record<string, string>>, (inner: ObjectStore) => ObjectStore][] = [
    ['ignores the condition of a create', { createIfAbsent: 'no' }, (s) => ({ ...s, create: s.put })],
    [
      'ignores the condition of a replace',
      { replaceIfMatch: 'no' },
      (s) => ({ ...s, replace: (k, b) => s.put(k, b) }),
    ],
    [
      'refuses every replace',
      { replaceIfMatch: 'no' },
      (s) => ({ ...s, replace: async () => ({ kind: 'conflict', storeTime: null }) }),
    ],
    [
      'knows no conditional delete',
      { deleteIfMatch: 'no' },
      (s) => ({
        ...s,
        deleteIfMatch: async () => ({
          kind: 'unknown',
          cause: new VamplateError('unavailable', 'S3: 501 NotImplemented', { status: 501 }),
        }),
      }),
    ],
    [
      'offers no replace at all',
      { replaceIfMatch: 'no' },
      (s) => ({ ...s, replace: () => Promise.reject(unsupported('no')) }),
    ],
    [
      'does not answer conditional writes',
      { replaceIfMatch: 'unknown' },
      (s) => ({ ...s, replace: async () => ({ kind: 'unknown', cause: new Error('lost') }) }),
    ],
    [
      'shows halves of objects',
      { wholeObjects: 'no' },
      (s) => ({
        ...s,
        get: async (k, o) => {
          const answer = await s.get(k, o);
          return answer.kind === 'found' && answer.body.length > 1_000
            ? { ...answer, body: answer.body.subarray(1) }
            : answer;
        },
      }),
    ],
    [
      'states no time',
      { answerTime: 'no' },
      (s) => ({ ...s, list: async (o) => ({ ...(await s.list(o)), storeTime: null }) }),
    ],
    [
      'warns of its clock',
      { storageTime: 'unknown' },
      (s) => ({ ...s, traits: async () => ({ etagSpelling: null, clockCaveat: 'a network mount' }) }),
    ],
  ];
  it.each(faults)('a store that %s', async (_name, expected, broken) => {
    const found = await probe(broken(openMemoryStore()));
    expect(answers(found)).toEqual({ ...allYes, ...expected });
  });
  it('a store whose listings lag behind its writes', async () => {
    const inner = openMemoryStore();
    let before: Awaited<ReturnType<ObjectStore['list']>> | null = null;
    const lagging: ObjectStore = {
      ...inner,
      list: async (options) => {
        const now = await inner.list(options);
        const shown = before ?? now;
        before = now;
        return shown;
      },
    };
    expect((await probe(lagging)).strongListing.answer).toBe('no');
  });
  it('a store that is gone: everything unknown, nothing thrown', async () => {
    const gone = () => Promise.reject(new VamplateError('unavailable', 'no answer'));
    const inner = openMemoryStore();
    const found = await probe({ ...inner, create: gone, list: gone, deleteBatch: gone });
    expect(new Set(Object.values(answers(found)))).toEqual(new Set(['unknown']));
    expect(found.leftovers).toHaveLength(1);
  });
});

describe('what a missing capability switches off', () => {
  const findings = (missing: Partial<Record<string, 'no' | 'unknown'>> = {}): Findings =>
    Object.fromEntries(
      assumptions.map((name) => [name, { answer: missing[name] ?? 'yes', evidence: `seen for ${name}` }]),
    ) as Findings;
  const kinds = (of: Findings) => {
    const decided = decideActions(of);
    return Object.fromEntries(storeActions.map((action) => [action, decided[action].kind]));
  };
  const everything = Object.fromEntries(storeActions.map((action) => [action, 'allowed']));
  const off = (...actions: string[]) => ({
    ...everything,
    ...Object.fromEntries(actions.map((action) => [action, 'off'])),
  });
  const references = ['createTag', 'moveTag', 'deleteTag'];

  it.each([
    ['createIfAbsent', off(...references, 'takeLease', 'cleanup', 'forceUnlock')],
    ['replaceIfMatch', off(...references, 'cleanup', 'forceUnlock')],
    ['deleteIfMatch', { ...everything, createTag: 'limited', deleteTag: 'limited', forceUnlock: 'limited' }],
    ['strongListing', off(...references, 'takeLease', 'cleanup', 'watchLock', 'forceUnlock')],
    ['storageTime', off(...references, 'takeLease', 'cleanup', 'showAges')],
    ['answerTime', off('showAges')],
    ['wholeObjects', off(...references, 'takeLease', 'cleanup', 'watchLock', 'forceUnlock')],
  ])('without %s, and just the same when it is unknown', (name, expected) => {
    expect(kinds(findings({ [name]: 'no' }))).toEqual(expected);
    expect(kinds(findings({ [name]: 'unknown' }))).toEqual(expected);
  });
  it('allows everything only when everything was seen', () => {
    expect(kinds(findings())).toEqual(everything);
  });
  it('names the assumption and what was seen', () => {
    const decided = decideActions(findings({ replaceIfMatch: 'no', createIfAbsent: 'unknown' })).moveTag;
    expect(decided).toMatchObject({ kind: 'off' });
    const reasons = decided.kind === 'off' ? decided.reasons : [];
    expect(reasons[0]).toMatch(/^A1: .* could not be confirmed\. seen for createIfAbsent$/);
    expect(reasons[1]).toMatch(/^A2: .* is missing\. seen for replaceIfMatch$/);
  });
});
