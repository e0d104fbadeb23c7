/** A receipt says everything its run did, and nobody can change a word of it unseen. */
import { CompactSign, exportJWK, generateKeyPair, importJWK } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import type { WallInstant } from '@/lib/base/clock';
import type { CleanupPlan } from '@/lib/engine/cleanup/cleanup-plan';
import type { CleanupReport } from '@/lib/engine/cleanup/cleanup-report';
import { planCleanup } from '@/lib/engine/cleanup/plan-cleanup';
import { runCleanup } from '@/lib/engine/cleanup/run-cleanup';
import { keeping } from '@/lib/testing/cleanup-stage';
import { lakeStores, operationsStage } from '@/lib/testing/operations-stage';
import { history, tagBody } from '@/lib/testing/plan-stage';
import type { Receipt } from './receipt';
import { openReceiptKey, type ReceiptKey } from './receipt-key';
import { type Circumstances, receiptOf } from './receipt-rules';
import { findReceipts, storeReceipt } from './store-receipt';
import { verifyReceipt } from './verify-receipt';

const run = '01JD0000000000000000000000';
const around: Circumstances = {
  ...{ run, actor: 'ann', role: 'admin', requestId: 'r-1', reason: 'space', approvedBy: 'bob' },
  ...{ startedAt: 1_000 as WallInstant, endedAt: 2_000 as WallInstant },
  before: { versions: 4, objects: 20, bytes: 900 },
  after: { versions: 3, objects: 15, bytes: 700 },
  earlier: { versions: 0, objects: 0, bytes: 0 },
  takeovers: 0,
  ...{ earlierRetired: [], earlierLeft: [] },
  verification: { kind: 'passed', versionsVerified: 3, sentence: 'Every object is there.' },
};

let jwk: Awaited<ReturnType<typeof exportJWK>>;
let key: ReceiptKey;
let other: ReceiptKey;
let plan: CleanupPlan;
let report: CleanupReport;
async function newJwk() {
  return exportJWK((await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true })).privateKey);
}
beforeAll(async () => {
  jwk = await newJwk();
  key = await openReceiptKey(jwk);
  other = await openReceiptKey(await newJwk());
  const stage = await history(4);
  await stage.put('_refs/tags/prod.json', tagBody(2));
  plan = await planCleanup(stage.context, keeping(2, { taggedVersions: 'keep' }));
  report = await runCleanup(stage.context, plan);
});

describe('what a receipt says', () => {
  it('is what a real run did: predicted and actual, what was kept and why', () => {
    const said = receiptOf(plan, report, around);
    expect(said).toMatchObject({
      ...{ planHash: plan.hash, actor: 'ann', approvedBy: 'bob', outcome: 'completed', failure: null },
      ...{ before: around.before, after: around.after, predicted: plan.predicted },
      retired: { total: 1, listed: ['1'] },
      left: { total: 0, listed: [] },
      incidents: { total: 0, listed: [] },
    });
    expect(said.actual).toEqual({ versions: 1, objects: report.objectsDeleted, bytes: report.bytesDeleted });
    expect(said.actual.bytes).toBeGreaterThan(0);
    expect(said.kept.total).toBe(3);
    const tagged = said.kept.listed.find(({ version }) => version === '2');
    expect(tagged?.because.listed.join(' ')).toMatch(/tag prod\. Ends when/);
  });

  it('counts what earlier owners deleted, and cuts long lists saying how long they were', () => {
    const many: CleanupReport = {
      ...report,
      outcome: 'incident',
      failure: { kind: 'internal', sentence: `s3://ann:hidden@b ${'x'.repeat(2_000)}` },
      retired: Array.from({ length: 10_001 }, (_, at) => BigInt(at)),
      left: [{ version: 2n ** 64n - 1n, reason: 'held', protections: [], sentence: 'a\nb' }],
      incidents: [{ version: 7n, sentence: 'gone', missingKeys: Array(12).fill('data/a.lance') }],
    };
    const earlier = { versions: 2, objects: 3, bytes: 4 };
    const said = receiptOf(plan, many, { ...around, earlier, takeovers: 1 });
    expect(said.takeovers).toBe(1);
    expect(said.actual).toEqual({
      versions: 10_003,
      objects: report.objectsDeleted + 3,
      bytes: report.bytesDeleted + 4,
    });
    expect([said.retired.total, said.retired.listed.length]).toEqual([10_001, 10_000]);
    expect(said.left.listed).toEqual([{ version: '18446744073709551615', reason: 'held', sentence: 'a b' }]);
    expect(said.incidents.listed[0]?.missingKeys).toMatchObject({ total: 12, listed: { length: 10 } });
    expect(said.failure?.sentence).toHaveLength(400);
    expect(JSON.stringify(said)).not.toContain('hidden');
  });
});

describe('a signed receipt', () => {
  it('is verified by the public key alone, also when mail has broken its lines', async () => {
    const said = receiptOf(plan, report, around);
    const { text } = await key.sign(said);
    const broken = `\n${text.replace(/.{60}/g, '$&\r\n  ')}\n`;
    for (const pasted of [text, broken]) {
      const keys = [other.publicKey, key.publicKey];
      expect(await verifyReceipt(pasted, keys)).toEqual({
        kind: 'valid',
        receipt: said,
        kid: key.publicKey.kid,
      });
    }
    expect(Object.keys(key.publicKey).sort()).toEqual(['crv', 'kid', 'kty', 'x']);
    expect(text).not.toContain(jwk.d ?? '');
    expect(await key.sign(said)).toEqual({ run, text });
  });

  it('is changed when any part of it is', async () => {
    const { text } = await key.sign(receiptOf(plan, report, around));
    const [header = '', payload = '', signature = ''] = text.split('.');
    const flip = (part: string, at: number) =>
      `${part.slice(0, at)}${part[at] === 'A' ? 'B' : 'A'}${part.slice(at + 1)}`;
    const forged = Buffer.from(payload, 'base64url').toString().replace('"ann"', '"eve"');
    const pasted = [
      [header, Buffer.from(forged).toString('base64url'), signature],
      [header, flip(payload, 40), signature],
      [header, payload, flip(signature, 20)],
    ];
    for (const parts of pasted) {
      expect(await verifyReceipt(parts.join('.'), [key.publicKey])).toEqual({
        kind: 'invalid',
        because: 'changed',
      });
    }
  });

  it('believes neither another key nor the name somebody gave it', async () => {
    const { text } = await other.sign(receiptOf(plan, report, around));
    const unknown = { kind: 'invalid', because: 'unknown_key' };
    expect(await verifyReceipt(text, [key.publicKey])).toEqual(unknown);
    const renamed = { ...key.publicKey, kid: other.publicKey.kid };
    expect(await verifyReceipt(text, [renamed])).toEqual(unknown);
    expect(await verifyReceipt(text, [])).toEqual(unknown);
  });

  it.each(['', 'hello', 'a.b.c', '{}', `${'a'.repeat(20)}.b`, 'eyJhbGciOiJub25lIn0.e30.'])(
    'is not made of %j',
    async (pasted) => {
      const verdict = await verifyReceipt(pasted, [key.publicKey]);
      expect(verdict).toEqual({ kind: 'invalid', because: 'not_a_receipt' });
    },
  );

  it('is not what else the key signed, nor a form not understood', async () => {
    const signer = await importJWK(jwk, 'EdDSA');
    const sign = (typ: string) =>
      new CompactSign(new TextEncoder().encode('{"format":2}'))
        .setProtectedHeader({ alg: 'EdDSA', typ, kid: key.publicKey.kid })
        .sign(signer);
    const because = async (text: string) => verifyReceipt(text, [key.publicKey]);
    expect(await because(await sign('JWT'))).toEqual({ kind: 'invalid', because: 'not_a_receipt' });
    expect(await because(await sign('vamplate-receipt'))).toEqual({
      kind: 'invalid',
      because: 'unknown_format',
    });
  });

  it('comes from a private Ed25519 key and from nothing else, and refuses what is no receipt', async () => {
    const wrong = [
      null,
      {},
      key.publicKey,
      { ...jwk, crv: 'X25519' },
      { ...jwk, d: 'secretsecret' },
      { ...jwk, x: other.publicKey.x },
    ];
    for (const one of wrong) {
      const error = await openReceiptKey(one).catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ kind: 'invalid_input' });
      expect(String(error)).not.toContain('secretsecret');
    }
    const content: Receipt = { ...receiptOf(plan, report, around), planHash: 'no' };
    await expect(key.sign(content)).rejects.toMatchObject({ kind: 'invalid_input' });
  });
});

describe.each(lakeStores)('receipts on a %s store', (_name, open) => {
  it('are written once, and none is replaced: the next lies beside the first', async () => {
    const { store, close } = await open();
    try {
      const { context } = operationsStage(store);
      const said = receiptOf(plan, report, around);
      const signed = await key.sign(said);
      const second = await key.sign({ ...said, takeovers: 1 });
      expect(await findReceipts(store, run)).toEqual({ texts: [], complete: true });
      expect(await storeReceipt(context.store, signed)).toBe('written');
      expect(await storeReceipt(context.store, signed)).toBe('written');
      expect(await storeReceipt(context.store, second)).toBe('beside');
      expect(await storeReceipt(context.store, second)).toBe('beside');
      const texts = (await findReceipts(store, run)).texts.map(({ text }) => text);
      expect(texts.toSorted()).toEqual([signed.text, second.text].toSorted());
      await expect(findReceipts(store, '../freeze')).rejects.toMatchObject({ kind: 'invalid_input' });
    } finally {
      await close();
    }
  });

  it('are kept, whatever lies in their place already', async () => {
    const { store, close } = await open();
    try {
      const signed = await key.sign(receiptOf(plan, report, around));
      await store.create(`_vamplate/receipts/${run}.jws`, new TextEncoder().encode('false'));
      expect(await storeReceipt(store, signed)).toBe('beside');
      const { texts } = await findReceipts(store, run);
      expect(new Set(texts.map(({ text }) => text))).toEqual(new Set(['false', signed.text]));
    } finally {
      await close();
    }
  });

  it('of false ones put there first by the dozen hide no true one in its own place, and are not all read in silence', async () => {
    const { store, close } = await open();
    try {
      const put = (name: string, body: string) =>
        store.create(`_vamplate/receipts/${run}.${name}jws`, new TextEncoder().encode(body));
      for (let at = 0; at < 25; at += 1) await put(`${`${at}`.padStart(64, '0')}.`, 'false');
      await new Promise((resolve) => setTimeout(resolve, 5));
      const signed = await key.sign(receiptOf(plan, report, around));
      expect(await storeReceipt(store, signed)).toBe('written');
      const { texts, complete } = await findReceipts(store, run);
      expect([texts[0]?.text, texts.length, complete]).toEqual([signed.text, 20, false]);
    } finally {
      await close();
    }
  });
});
