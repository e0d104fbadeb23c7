/** Receipts: one by its run, a pasted one verified, and the public keys for whoever verifies them elsewhere. */
import { VamplateError } from '@/lib/base/errors';
import type { endpoints } from '@/lib/contracts/endpoints';
import type { ReceiptVerdictView } from '@/lib/contracts/receipts';
import type { FoundReceipts } from '@/lib/engine/operations/store-receipt';
import type { Operation } from '../http/operation';
import { askLakes, type LakeAnswer, notFound, sumOf } from '../runs/find-in-lakes';
import { believedKeys, storelessOperations } from '../runs/receipt-key';
import { tooLarge, verdictOfRun, verdictView } from '../to-contract/receipt-view';
import { iso } from '../to-contract/scalars';

export const readReceipt: Operation<typeof endpoints.receipt> = async ({ runtime }, { params, query }) => {
  const { run } = params;
  const answers = await askLakes(runtime, query.lake, async (operations) => {
    const found = await operations.findReceipts(run);
    return found.texts.length === 0 && found.complete ? null : found;
  });
  const keys = await believedKeys(runtime);
  const operations = storelessOperations(runtime);
  const judge = async (text: string | null) =>
    text === null ? tooLarge : verdictOfRun(await operations.verifyReceipt(text, keys), run);
  // Whoever can write to one lake cannot put a false one before the true one of another.
  const judged = await Promise.all(
    answers.flatMap(({ lake: { settings }, found }) =>
      (found?.texts ?? []).map(async ({ key, text }) => ({
        ...{ lake: settings.id, key, text: text ?? '', verdict: await judge(text) },
      })),
    ),
  );
  const shown = judged.find(({ verdict }) => verdict.kind === 'valid') ?? judged[0];
  const notes = notesOf(answers);
  if (shown === undefined) {
    if (answers.some(({ found }) => found !== null)) throw new VamplateError('unavailable', notes.join(' '));
    throw notFound('receipt', answers);
  }
  const { lake, text, verdict } = shown;
  const incidents = judged
    .filter((one) => one !== shown)
    .map((one) => ({ key: one.key, sentence: incidentOf(one.verdict, one.lake === lake ? null : one.lake) }));
  const meta = { readAt: iso(runtime.clock.wall()), storeTime: null, ...sumOf(answers) };
  return {
    ...{ lake, text, bytes: text.length, verdict, incidents },
    meta: { ...meta, complete: notes.length === 0, notes },
  };
};

/** What was not judged: a true one may be among it. */
function notesOf(answers: readonly LakeAnswer<FoundReceipts>[]): string[] {
  return answers.flatMap(({ lake: { settings }, found, error }) => {
    if (error !== null) return [`Whether ${settings.id} has one too is not known: ${error.message}`];
    if (found === null || found.complete) return [];
    return [`More texts lie in its place in ${settings.id} than are read: not all were judged.`];
  });
}

/** Two owners may both have ended a run; anything else there is false. @param lake where it lies, when that is another one */
function incidentOf(verdict: ReceiptVerdictView, lake: string | null): string {
  const where = lake === null ? '' : ` in ${lake}`;
  return verdict.kind === 'valid'
    ? `Another signed receipt of this run${where}: another owner told its end too.`
    : `A false receipt${where}: ${verdict.sentence}`;
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
