/** Receipts: one by its run, a pasted one verified, and the public keys for whoever verifies them elsewhere. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { Operation } from '../http/operation';
import { findInLakes } from '../runs/find-in-lakes';
import { believedKeys, storelessOperations } from '../runs/receipt-key';
import { verdictView } from '../to-contract/receipt-view';
import { iso } from '../to-contract/scalars';

export const readReceipt: Operation<typeof endpoints.receipt> = async ({ runtime }, { params, query }) => {
  const { lake, found: text } = await findInLakes(runtime, 'receipt', query.lake, (operations) =>
    operations.findReceipt(params.run),
  );
  const verdict = await storelessOperations(runtime).verifyReceipt(text, await believedKeys(runtime));
  const bytes = text.length;
  const meta = { readAt: iso(runtime.clock.wall()), storeTime: null, requests: 1, bytes };
  return {
    ...{ lake: lake.settings.id, text, bytes, verdict: verdictView(verdict) },
    meta: { ...meta, complete: true, notes: [] },
  };
};

export const verifyReceipt: Operation<typeof endpoints.verifyReceipt> = async ({ runtime }, { body }) => {
  const verdict = await storelessOperations(runtime).verifyReceipt(body.text, await believedKeys(runtime));
  return { verdict: verdictView(verdict) };
};

export const listReceiptKeys: Operation<typeof endpoints.receiptKeys> = async ({ runtime }) => {
  const keys = await believedKeys(runtime);
  const signs = runtime.secrets.receiptKey !== null;
  return {
    keys: keys.map((key, at) => ({ ...key, alg: 'EdDSA', use: 'sig', signs: signs && at === 0 }) as const),
  };
};
