/** A verified receipt, and why a text is none, as the wire tells them. */
import type { ReceiptVerdictView, ReceiptView } from '@/lib/contracts/receipts';
import type { Receipt } from '@/lib/engine/operations/receipt';
import type { ReceiptVerdict } from '@/lib/engine/operations/verify-receipt';
import { iso } from './scalars';

type Invalid = Extract<ReceiptVerdictView, { kind: 'invalid' }>;

const sentences: Readonly<Record<Invalid['because'], string>> = {
  not_a_receipt: 'This text is no receipt.',
  unknown_key: 'It was signed with a key that this console does not know.',
  changed: 'It was changed after it was signed, or another key signed it.',
  unknown_format: 'One of our keys signed it, and it says something that this console does not understand.',
  other_run: 'It is a receipt of another run.',
};

export function verdictView(verdict: ReceiptVerdict): ReceiptVerdictView {
  if (verdict.kind === 'valid')
    return { kind: 'valid', kid: verdict.kid, receipt: receiptViewOf(verdict.receipt) };
  return { ...verdict, sentence: sentences[verdict.because] };
}

/** Of a text that lies where the receipt of this run does: another run's proves nothing of it. */
export function verdictOfRun(verdict: ReceiptVerdict, run: string): ReceiptVerdictView {
  if (verdict.kind === 'invalid' || verdict.receipt.run === run) return verdictView(verdict);
  return { kind: 'invalid', because: 'other_run', sentence: sentences.other_run };
}

export const tooLarge: Invalid = {
  ...{ kind: 'invalid', because: 'not_a_receipt', sentence: 'It is larger than any receipt.' },
};

function receiptViewOf({
  format: _,
  dataset,
  branch,
  startedAt,
  endedAt,
  requestId,
  ...rest
}: Receipt): ReceiptView {
  return { ...rest, branch: branch ?? null, path: dataset, startedAt: iso(startedAt), endedAt: iso(endedAt) };
}
