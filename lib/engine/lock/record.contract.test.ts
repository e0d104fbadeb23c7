/** Contract tests of record, unlock and storage kinds (cluster-lock.md, I: CT-07, CT-45 to CT-59), and the bytes of L. */
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { openLocalStore } from '@/lib/engine/store/local-store';
import { probeStore } from '@/lib/engine/store/probe-store';
import { begin, hold } from '@/lib/testing/lock-simulation/hold-on-stage';
import { foreignId, foreignRecord, LockStage } from '@/lib/testing/lock-simulation/lock-stage';
import { acquireLock } from './acquire-lock';
import { claimBootstrap } from './claim-bootstrap';
import { forceUnlock } from './force-unlock';
import { encodeBeat, encodeClaim } from './lease-records';
import { beatName, lockKey, rootOfLockUri } from './lock-names';
import { clusterPlace, ownPlace } from './lock-place';
import { decodeLockRecord, decodeLockRecordStrictly, encodeLockRecord, releasedForm } from './lock-record';
import { lockRules } from './lock-rules';
import { quarantineLock } from './quarantine-lock';
import type { ProbedConditions, UnlockRequest } from './unlock-rules';

const bytes = (value: string) => new TextEncoder().encode(value);
const yes = { answer: 'yes', evidence: '' } as const;
const no = { answer: 'no', evidence: '' } as const;
const proven: ProbedConditions = { createIfAbsent: yes, replaceIfMatch: yes, deleteIfMatch: yes };
const noConditionalDelete: ProbedConditions = { ...proven, deleteIfMatch: no };
const attestation = { processStopped: true, ioQuiescent: true, nothingElseRuns: true };
const request: UnlockRequest = {
  lockId: foreignId,
  reason: 'the host is gone',
  attestation,
  observed: 'silent',
  stopLive: false,
};

function unlock(
  stage: LockStage,
  changes: Partial<UnlockRequest> = {},
  probed = proven,
  place = stage.place,
) {
  const { context } = stage.process('operator');
  return stage.until(forceUnlock(context, place, { ...request, ...changes }, probed));
}

describe('the record', () => {
  it('CT-45 strict parse', () => {
    const five = JSON.parse(new TextDecoder().decode(encodeLockRecord(foreignRecord())));
    const strict = (value: unknown) => decodeLockRecordStrictly(bytes(JSON.stringify(value)));
    expect(strict(five)).toEqual({ kind: 'held', record: foreignRecord(), extra: [] });
    expect(strict({ ...five, host: 'a' })).toMatchObject({ kind: 'corrupt', code: 'invalid' });
    const observed = decodeLockRecord(bytes(JSON.stringify({ ...five, host: 'a' })));
    expect(observed).toEqual({ kind: 'held', record: foreignRecord(), extra: ['host'] });
    for (const member of Object.keys(five)) {
      const { [member]: _, ...four } = five;
      expect(strict(four)).toMatchObject({ kind: 'corrupt', code: 'invalid' });
      expect(strict({ ...five, [member]: null })).toMatchObject({ kind: 'corrupt', code: 'invalid' });
    }
    expect(strict({ ...five, version: 2 })).toMatchObject({ code: 'unsupported-version' });
    expect(strict({ ...five, pid: 2 ** 32 })).toMatchObject({ code: 'invalid' });
    const written = new TextDecoder().decode(encodeLockRecord(foreignRecord()));
    expect(Object.keys(five)).toEqual(['version', 'lock_id', 'operation', 'created_at', 'pid']);
    expect(written.endsWith('}')).toBe(true);
  });

  it.each([
    { operation: 'released' },
    { released: true },
    { released_at: 'then' },
    { state: 'released' },
    { status: 'released' },
  ])('a record that says %o is released', (said) => {
    const five = JSON.parse(new TextDecoder().decode(encodeLockRecord(foreignRecord())));
    expect(decodeLockRecord(bytes(JSON.stringify({ ...five, ...said }))).kind).toBe('released');
    // Without its five members it is corrupt, never free.
    expect(decodeLockRecord(bytes(JSON.stringify({ version: 1, ...said }))).kind).toBe('corrupt');
  });

  it('writes the bytes of the worked example (L)', () => {
    const md5 = (body: Uint8Array) => [body.length, createHash('md5').update(body).digest('hex')];
    const successor = '01M7MCK5Q4Y8F1J4P7S2G5K0TM';
    const beat = (lockId: string, sequence: number) => encodeBeat({ lockId, sequence, leaseMs: 30_000 });
    expect(md5(encodeLockRecord(foreignRecord()))).toEqual([145, '1bdc4f7bf20b3125b1cc62db0e12c91c']);
    expect(md5(beat(foreignId, 83))).toEqual([102, '120922ce41aba06b19eef84806a8d6de']);
    expect(md5(beat(foreignId, 84))).toEqual([102, 'c343ceaaf3f60c66cd72f875776e0c93']);
    expect(md5(beat(successor, 0))).toEqual([101, 'b8f8a3ff589d40ab2e36f85d534d1c09']);
    expect(
      md5(
        encodeClaim({
          supersededLockId: foreignId,
          successorLockId: successor,
          claimedAt: '2026-11-17T09:14:47.771204Z',
        }),
      ),
    ).toEqual([172, '5b13c209d4e732003b60a06b6fc0870b']);
    expect(
      md5(
        encodeLockRecord({
          lockId: successor,
          operation: 'serve',
          createdAt: '2026-11-17T09:14:47.908811Z',
          pid: 1,
        }),
      ),
    ).toEqual([144, '021029d9c75e103b9df6e34a7f8d3aed']);
    expect(md5(encodeLockRecord(releasedForm(foreignRecord(), '2026-11-17T09:30:00.5Z')))).toEqual([
      143,
      'e9de3210fdba55a079af81324e113729',
    ]);
  });

  it('CT-46 create-if-absent with a holder: held, its metadata told, its bytes unchanged', async () => {
    const stage = new LockStage();
    const etag = await stage.put(foreignRecord());
    const outcome = await stage.until(begin(stage.process('other'), {}, stage.place));
    expect(outcome).toMatchObject({ kind: 'refused', code: 'state_lock_held', holder: foreignRecord() });
    expect(await stage.record()).toMatchObject({ kind: 'held', etag });
    expect(stage.calls.filter(({ call }) => call.mutates)).toEqual([]);
  });
});

describe('unlock', () => {
  it('CT-47 unlock with the matching id removes the lock', async () => {
    const stage = new LockStage();
    await stage.put(foreignRecord());
    expect(await unlock(stage)).toEqual({
      kind: 'unlocked',
      how: 'deleted',
      removed: foreignRecord(),
      extra: [],
    });
    expect(await stage.record()).toEqual({ kind: 'absent' });
  });

  const refusals: readonly [string, string, string | null, string][] = [
    ['CT-48 unlock with a wrong id', 'state_lock_id_mismatch', 'record', `${foreignId} `],
    ['CT-49 unlock without a lock', 'state_lock_missing', null, foreignId],
    ['CT-50 unlock of what is not JSON', 'invalid_state_lock', '{"version":1,', foreignId],
    [
      'CT-51 unlock of version 2',
      'unsupported_state_lock_version',
      `{"version":2,"lock_id":"${foreignId}"}`,
      foreignId,
    ],
  ];
  it.each(refusals)('%s: %s, and the object is unchanged', async (_, code, stored, typed) => {
    const stage = new LockStage();
    if (stored !== null) await stage.put(stored === 'record' ? foreignRecord() : stored);
    const before = await stage.record();
    expect(await unlock(stage, { lockId: typed })).toMatchObject({ kind: 'refused', code, effect: 'none' });
    expect(await stage.record()).toEqual(before);
    expect(stage.calls.filter(({ call }) => call.mutates)).toEqual([]);
  });

  it('CT-52 unlock where the state lies in an external backend: nothing is even asked', async () => {
    const stage = new LockStage();
    await stage.put(foreignRecord());
    const place = clusterPlace(stage.store, '', 'ours', 'external');
    expect(await unlock(stage, {}, proven, place)).toMatchObject({ code: 'unsupported_state_backend' });
    expect(stage.calls).toEqual([]);
    expect(await stage.record()).toMatchObject({ kind: 'held' });
  });

  it('CT-53 a plan that finds the lock held names its id; after the unlock it succeeds', async () => {
    const stage = new LockStage();
    await stage.put(foreignRecord());
    const planner = stage.process('planner');
    const plan = () => stage.until(begin(planner, { operation: 'plan' }, stage.place));
    const refused = await plan();
    expect(refused).toMatchObject({ kind: 'refused', code: 'state_lock_held' });
    expect(refused.kind === 'refused' && refused.message).toContain(foreignId);
    expect((await unlock(stage)).kind).toBe('unlocked');
    expect((await plan()).kind).toBe('held');
  });

  it('CT-54 unlock of a live leased server: it is superseded within L/3 and its directory stays', async () => {
    const stage = new LockStage();
    const lock = await hold(stage, stage.process('owner'));
    await stage.run(12_000);
    const { lockId } = lock.record;
    const live = { lockId, observed: 'held-beating' } as const;
    expect(await unlock(stage, live)).toMatchObject({
      code: 'precondition',
      missing: ['stop_live_not_confirmed'],
    });
    expect((await unlock(stage, { ...live, stopLive: true })).kind).toBe('unlocked');
    await stage.run(8_000);
    expect(lock.fence).toMatchObject({ reason: 'superseded', at: 20_000 });
    expect(await stage.lease(lockId)).toEqual([beatName(0), beatName(1)]);
  });

  it('CT-55 a holder that changes between read and delete is shown, and nothing is removed', async () => {
    const stage = new LockStage();
    await stage.put(foreignRecord());
    const other = foreignRecord({ lockId: '01M7MCK5Q4Y8F1J4P7S2G5K0TM' });
    stage.network.route = ({ call }) => {
      if (call.verb === 'deleteIfMatch') void stage.put(other);
      return undefined;
    };
    expect(await unlock(stage)).toMatchObject({
      code: 'state_lock_id_mismatch',
      holder: other,
      effect: 'none',
    });
    expect(await stage.record()).toMatchObject({ kind: 'held', record: other });
  });

  it('CT-55 an unlock whose answer is lost is settled by reading', async () => {
    for (const [fate, how] of [
      ['answer_lost', 'gone by our own request'],
      ['lost', 'still there, tried again'],
    ] as const) {
      const stage = new LockStage();
      await stage.put(foreignRecord());
      let lost = false;
      stage.network.route = ({ call }) => {
        if (call.verb !== 'deleteIfMatch' || lost) return undefined;
        lost = true;
        return { fate };
      };
      expect((await unlock(stage)).kind, how).toBe('unlocked');
      expect(await stage.record()).toEqual({ kind: 'absent' });
    }
  });

  it('CT-56 on a store that ignores If-Match on DELETE the guarded unlock is off beside stock binaries', async () => {
    const stage = new LockStage({ honoursDeleteIfMatch: false, writers: 'stock' });
    await stage.put(foreignRecord());
    const clock = { ...systemClock, sleep: async () => undefined };
    const probed = await probeStore(stage.store, { clock, random: systemRandom });
    expect(probed.deleteIfMatch.answer).toBe('no');
    const outcome = await unlock(stage, {}, probed);
    expect(outcome).toMatchObject({ code: 'precondition', missing: ['no_conditional_delete'] });
    expect(outcome.kind === 'refused' && outcome.stockCommand).toContain(foreignId);
    expect(await stage.record()).toMatchObject({ kind: 'held' });
    // D5: the probe stays away from the cluster's own folder.
    expect((await stage.keys('__cluster/')).every((key) => key === lockKey(''))).toBe(true);
  });

  it('CT-56 in a root of ours alone it is replaced by the released form instead (G.4)', async () => {
    const stage = new LockStage({ honoursDeleteIfMatch: false });
    await stage.put(foreignRecord());
    expect(await unlock(stage, {}, noConditionalDelete)).toMatchObject({ kind: 'unlocked', how: 'released' });
    expect(await stage.record()).toMatchObject({ kind: 'released', record: { lockId: foreignId } });
  });

  it.each([
    [{ reason: ' ' }, 'reason_missing'],
    [{ attestation: { ...attestation, processStopped: false } }, 'process_not_attested'],
    [{ attestation: { ...attestation, ioQuiescent: false } }, 'io_not_attested'],
    [{ attestation: { ...attestation, nothingElseRuns: false } }, 'others_not_attested'],
    [{ observed: 'unreadable' }, 'state_not_allowed'],
    [{ observed: 'free' }, 'state_not_allowed'],
    [{ observed: 'late' }, 'stop_live_not_confirmed'],
  ] satisfies readonly (readonly [Partial<UnlockRequest>, string])[])(
    'every precondition of G.4 is asked: %o',
    async (changes, missing) => {
      const stage = new LockStage();
      await stage.put(foreignRecord());
      expect(await unlock(stage, changes)).toMatchObject({ code: 'precondition', missing: [missing] });
      expect(stage.calls.filter(({ call }) => call.mutates)).toEqual([]);
    },
  );
});

describe('kinds', () => {
  it('CT-57 no operation on a local cluster root writes below lease/', async () => {
    const root = await mkdtemp(join(tmpdir(), 'vamplate-lock-kinds-'));
    try {
      const store = openLocalStore({ root });
      const context = { store, clock: systemClock, random: systemRandom, rules: lockRules };
      const place = clusterPlace(store, '', 'ours');
      const ask = { operation: 'serve', pid: 1, takeOver: 'after_silence' } as const;
      const first = await acquireLock(context, place, ask);
      if (first.kind !== 'held') throw new Error(first.message);
      expect(await acquireLock(context, place, ask)).toMatchObject({ code: 'state_lock_held' });
      await first.lock.confirm();
      expect(await first.lock.release()).toEqual({ kind: 'released' });
      const second = await acquireLock(context, place, ask);
      if (second.kind !== 'held') throw new Error(second.message);
      await second.lock.drop();
      const third = await acquireLock(context, place, ask);
      if (third.kind !== 'held') throw new Error(third.message);
      const { lockId } = third.lock.record;
      const observed = { ...request, lockId, observed: 'held-unleased' } as const;
      expect((await forceUnlock(context, place, observed, proven)).kind).toBe('unlocked');
      await expect(third.lock.confirm()).rejects.toMatchObject({ kind: 'refused' });
      const names = await readdir(root, { recursive: true });
      expect(names.filter((name) => name.includes('lease'))).toEqual([]);
    } finally {
      await rm(root, { recursive: true, force: true });
    }
  });

  it('CT-57 the locks of our own beat there too, the first beat before the record (D25)', async () => {
    const stage = new LockStage({ kind: 'local' });
    const place = ownPlace('_vamplate/cleaners/one');
    const lock = await hold(stage, stage.process('owner'), { operation: 'clean' }, place);
    const written = stage.calls.filter(({ call }) => call.mutates).map(({ call }) => call.key);
    expect(written).toEqual([
      `_vamplate/cleaners/one/__cluster/lease/${lock.record.lockId}/${beatName(0)}`,
      '_vamplate/cleaners/one/__cluster/lock.json',
    ]);
    await stage.run(15_000);
    expect(await stage.lease(lock.record.lockId, place)).toEqual([beatName(0), beatName(1)]);
    expect(() => ownPlace('elsewhere')).toThrow('below _vamplate/');
  });

  it('CT-58 a lock anywhere else than <root>/__cluster/lock.json is an invalid binding', () => {
    expect(rootOfLockUri('s3://bucket/prefix/__cluster/lock.json')).toBe('s3://bucket/prefix');
    const others = [
      's3://bucket/lock.json',
      's3://bucket/__cluster/lock.json/',
      's3://bucket/x__cluster/lock.json',
      's3://__cluster/lock.json',
      '/__cluster/lock.json',
      '__cluster/lock.json',
    ];
    for (const uri of others) expect(() => rootOfLockUri(uri), uri).toThrow('nowhere else');
  });

  it('CT-59 a bootstrap lock is handed on once, by exact id and exact version, on S3 only', async () => {
    const stage = new LockStage();
    const boot = foreignRecord({ operation: 'bootstrap_serving' });
    const version = await stage.put(boot);
    const server = stage.process('server');
    const take = (changes: object = {}, place = stage.place) =>
      stage.until(claimBootstrap(server.context, place, { lockId: foreignId, version, pid: 3, ...changes }));
    const refused = { kind: 'refused', code: 'state_lock_id_mismatch' };
    for (const wrong of ['other', '', 'v\n', 'v'.repeat(1_025)])
      expect(await take({ version: wrong })).toMatchObject(refused);
    expect(await take({ lockId: `${foreignId}x` })).toMatchObject(refused);
    const local = new LockStage({ kind: 'local' });
    expect(await take({}, local.place)).toMatchObject(refused);
    expect(await stage.record()).toMatchObject({ kind: 'held', etag: version });
    const won = await take();
    expect(won).toMatchObject({ kind: 'held', tookOverFrom: foreignId });
    const after = await stage.record();
    expect(after).toMatchObject({ record: { operation: 'serve' } });
    expect(await take()).toMatchObject(refused);
    expect(await stage.record()).toEqual(after);
  });

  it('D26 beside stock binaries nothing is acquired, claimed or taken over', async () => {
    const stage = new LockStage({ writers: 'stock' });
    await stage.put(foreignRecord());
    const ask = { takeOver: 'after_silence' } as const;
    expect(await stage.until(begin(stage.process('a'), ask, stage.place))).toMatchObject({
      code: 'stock_writers',
    });
    expect(stage.calls).toEqual([]);
  });
});

describe('quarantine', () => {
  const garbage = '{"version":1,"lock';
  it.each([garbage, 'x'.repeat(70_000)])(
    'copies a record nobody can read, then removes exactly it',
    async (body) => {
      const stage = new LockStage();
      const etag = await stage.put(body);
      const { context } = stage.process('operator');
      const ask = { etag, reason: 'cut short', attestation };
      const outcome = await stage.until(quarantineLock(context, stage.place, ask, proven));
      if (outcome.kind !== 'quarantined') throw new Error(outcome.message);
      expect(outcome.key).toMatch(/^__cluster\/quarantine\/[0-9A-Z]{26}\.json$/);
      const copy = await stage.store.get(outcome.key, { maxBytes: 100_000 });
      expect(copy.kind === 'found' && new TextDecoder().decode(copy.body)).toBe(body);
      expect(await stage.record()).toEqual({ kind: 'absent' });
    },
  );

  it('leaves a readable record, another version, and every record on a store without conditional delete', async () => {
    const stage = new LockStage();
    const { context } = stage.process('operator');
    const move = (etag: string, probed = proven) =>
      stage.until(quarantineLock(context, stage.place, { etag, reason: 'r', attestation }, probed));
    const readable = await stage.put(foreignRecord());
    expect(await move(readable)).toMatchObject({ code: 'readable' });
    const etag = await stage.put(garbage);
    expect(await move('other')).toMatchObject({ code: 'changed' });
    expect(await move(etag, noConditionalDelete)).toMatchObject({ missing: ['no_conditional_delete'] });
    expect(await stage.keys()).toEqual([lockKey('')]);
  });
});

it('CT-07 mutable_key_requests_are_registered: no delete on the way of a take-over, and none unregistered', async () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const registered = {
    'beat-writer.ts': ['delete', 'deleteBatch'],
    'force-unlock.ts': ['deleteIfMatch'],
    'guarded-store.ts': ['delete', 'deleteBatch', 'deleteIfMatch'],
    'quarantine-lock.ts': ['deleteIfMatch'],
    'release-lock.ts': ['deleteBatch', 'deleteIfMatch'],
  };
  const found: Record<string, string[]> = {};
  for (const name of (await readdir(folder)).filter((one) => /(?<!\.test)\.ts$/.test(one))) {
    const calls = (await readFile(join(folder, name), 'utf8')).matchAll(/\bstore\s*\.(delete\w*)\(/g);
    const verbs = [...new Set([...calls].map(([, verb]) => verb ?? ''))].sort();
    if (verbs.length > 0) found[name] = verbs;
  }
  expect(found).toEqual(registered);
});
