/** The memory of operations on a real S3 server: its conditions, its listings, its own times. */
import { CreateBucketCommand } from '@aws-sdk/client-s3';
import { exportJWK, generateKeyPair } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '@/lib/base/clock';
import { systemRandom, uuidHex } from '@/lib/base/random';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { openStore } from '@/lib/engine/store/open-store';
import { openS3Client } from '@/lib/engine/store/s3-client';
import { keeping } from '@/lib/testing/cleanup-stage';
import { history } from '@/lib/testing/plan-stage';
import { appendIntent, appendOutcome } from './append-journal';
import { freezeLake, unfreezeLake } from './change-freeze';
import { changeRun, registerRun } from './change-run';
import { findPlan } from './find-plan';
import { isFrozen } from './freeze-rules';
import { newId, type OperationContext } from './operation-context';
import { plansInUse } from './plan-use';
import { readFreeze } from './read-freeze';
import { readJournal } from './read-journal';
import { findRun, listRuns } from './read-runs';
import { openReceiptKey } from './receipt-key';
import { removeUnusedPlan } from './remove-plans';
import { sealPlan } from './seal-plan';
import { findReceipts, storeReceipt } from './store-receipt';

const endpoint = process.env.VAMPLATE_S3_ENDPOINT;
if (endpoint === undefined) throw new Error('VAMPLATE_S3_ENDPOINT is not set; run `npm run test:s3`');
const region = process.env.VAMPLATE_S3_REGION;
const service = { endpoint, ...(region === undefined ? {} : { region }) };
const bucket = process.env.VAMPLATE_S3_BUCKET ?? `vamplate-${uuidHex(systemRandom).slice(0, 12)}`;
const uri = `s3://${bucket}/operations-${uuidHex(systemRandom).slice(0, 8)}`;
const store = openStore({ uri, ...service });
const context: OperationContext = { store, clock: systemClock, random: systemRandom };
const ann = { actor: 'ann', role: 'admin', requestId: 'r-1', reason: 'a test' };

beforeAll(async () => {
  if (process.env.VAMPLATE_S3_BUCKET !== undefined) return;
  const client = openS3Client(service);
  await client.send(new CreateBucketCommand({ Bucket: bucket }));
  client.destroy();
});

describe(`operations at ${endpoint}`, () => {
  it('one of many closes the lake, one of two opens it, and who saw an older freeze opens nothing', async () => {
    const closing = await Promise.all(Array.from({ length: 5 }, () => freezeLake(context, ann)));
    const written = closing.filter(({ kind }) => kind === 'written');
    expect(written).toHaveLength(1);
    const etag = written[0]?.kind === 'written' ? written[0].etag : null;
    const opening = await Promise.all([1, 2].map(() => unfreezeLake(context, etag, ann)));
    expect(opening.filter(({ kind }) => kind === 'written')).toHaveLength(1);
    expect(isFrozen(await readFreeze(store))).toBe(false);
    await freezeLake(context, ann);
    expect(await unfreezeLake(context, etag, ann)).toMatchObject({ kind: 'conflict' });
    expect(isFrozen(await readFreeze(store))).toBe(true);
  });

  it('pages the journal newest first', async () => {
    const line = { ...ann, action: 'move_tag', target: 'lake/events prod', planHash: null };
    for (let i = 0; i < 6; i += 1) {
      const { entry } = await appendIntent(context, { ...line, target: `t${i}` });
      await appendOutcome(context, entry, { result: 'done', sentence: 'Moved.' });
    }
    const filter = { kind: 'intent' } as const;
    const first = await readJournal(store, { filter, limit: 4 });
    const after = first.stopped.kind === 'end' ? '' : first.stopped.after;
    const rest = await readJournal(store, { filter, after });
    const targets = [...first.rows, ...rest.rows].map((row) => row.kind === 'entry' && row.entry.target);
    // Two lines of one millisecond come in the order of their ids, which are random.
    expect(new Set(targets)).toEqual(new Set(['t5', 't4', 't3', 't2', 't1', 't0']));
    expect(targets).toHaveLength(6);
    expect(rest.stopped).toEqual({ kind: 'end' });
    const times = [...first.rows, ...rest.rows].map((row) => (row.kind === 'entry' ? row.entry.at : 0));
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  it('keeps a plan in chunks, a run that names it, and a receipt', async () => {
    const stage = await history(4);
    const plan = await planCleanup(stage.context, keeping(2));
    expect((await sealPlan(context, plan, ann, 700)).kind).toBe('sealed');
    expect(await findPlan(store, plan.hash)).toMatchObject({ kind: 'found', plan });
    expect(await removeUnusedPlan(store, plan.hash, async () => false)).toMatchObject({ because: 'young' });

    const asked = {
      ...ann,
      dataset: plan.dataset,
      planHash: plan.hash,
      approvedBy: null,
      rate: null,
      intent: null,
    };
    const { run } = await registerRun(context, asked);
    const owners = ['lock-a', 'lock-b'].map((lockId) => ({
      ...{ id: newId(context), lockId, host: 'h', pid: 1, since: systemClock.wall() },
    }));
    const proof = { tookOverFrom: null, watch: null };
    const takes = await Promise.all(
      owners.map((owner) => changeRun(context, run, { kind: 'take', owner, proof })),
    );
    expect(takes.map(({ kind }) => kind).sort()).toEqual(['changed', 'refused']);
    expect(await findRun(store, run)).toMatchObject({ state: 'running', takeovers: 0 });
    expect((await listRuns(store, 10)).rows).toHaveLength(1);
    expect(await (await plansInUse(store))(plan.hash)).toBe(true);

    const pair = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
    const { publicKey } = await openReceiptKey(await exportJWK(pair.privateKey));
    const texts = ['first', 'second'].map((text) => `${text}.${publicKey.kid}`);
    const stored = await Promise.all(texts.map((text) => storeReceipt(store, { run, text })));
    expect([...stored].sort()).toEqual(['beside', 'written']);
    const kept = (await findReceipts(store, run)).texts.map(({ text }) => text);
    expect(kept.toSorted()).toEqual(texts.toSorted());
  });
});
