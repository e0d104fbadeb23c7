/** Receipts: one by its run, a pasted one verified, and the public keys for whoever verifies them elsewhere. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { ReceiptVerdictView } from '@/lib/contracts/receipts';
import type { Operation } from '../http/operation';
import { findInLakes } from '../runs/find-in-lakes';
import { believedKeys, storelessOperations } from '../runs/receipt-key';
import { tooLarge, verdictOfRun, verdictView } from '../to-contract/receipt-view';
import { iso } from '../to-contract/scalars';

export const readReceipt: Operation<typeof endpoints.receipt> = async ({ runtime }, { params, query }) => {
  const { lake, found } = await findInLakes(runtime, 'receipt', query.lake, async (operations) => {
    const texts = await operations.findReceipts(params.run);
    return texts.length === 0 ? null : texts;
  });
  const keys = await believedKeys(runtime);
  const operations = storelessOperations(runtime);
  const judged = await Promise.all(
    found.map(async ({ key, text }) => {
      if (text === null) return { key, text: '', verdict: tooLarge };
      return { key, text, verdict: verdictOfRun(await operations.verifyReceipt(text, keys), params.run) };
    }),
  );
  const shown = judged.find(({ verdict }) => verdict.kind === 'valid') ?? judged[0];
  if (shown === undefined) throw new VamplateError('not_found', 'There is no such receipt.');
  const incidents = judged.flatMap(({ key, verdict }) =>
    key === shown.key ? [] : [{ key, sentence: incidentOf(verdict) }],
  );
  const { text, verdict } = shown;
  const bytes = judged.reduce((sum, one) => sum + one.text.length, 0);
  const meta = { readAt: iso(runtime.clock.wall()), storeTime: null, requests: 1 + judged.length, bytes };
  return {
    ...{ lake: lake.settings.id, text, bytes: text.length, verdict, incidents },
    meta: { ...meta, complete: true, notes: [] },
  };
};

/** Two owners may both have ended a run; anything else there is false. */
function incidentOf(verdict: ReceiptVerdictView): string {
  return verdict.kind === 'valid'
    ? 'Another signed receipt of this run: another owner told its end too.'
    : `A false receipt: ${verdict.sentence}`;
}

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
