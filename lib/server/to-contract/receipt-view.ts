/** A verified receipt, and why a text is none, as the wire tells them. */
import type { ReceiptVerdictView, ReceiptView } from '@/lib/contracts/receipts';
import type { Receipt } from '@/lib/engine/operations/receipt';
import type { ReceiptVerdict } from '@/lib/engine/operations/verify-receipt';
import { iso } from './scalars';

const sentences: Readonly<Record<Extract<ReceiptVerdict, { kind: 'invalid' }>['because'], string>> = {
  not_a_receipt: 'This text is no receipt.',
  unknown_key: 'It was signed with a key that this console does not know.',
  changed: 'It was changed after it was signed, or another key signed it.',
  unknown_format: 'One of our keys signed it, and it says something that this console does not understand.',
};

export function verdictView(verdict: ReceiptVerdict): ReceiptVerdictView {
  if (verdict.kind === 'valid')
    return { kind: 'valid', kid: verdict.kid, receipt: receiptViewOf(verdict.receipt) };
  return { ...verdict, sentence: sentences[verdict.because] };
}

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
