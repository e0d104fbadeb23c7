/** Whether a receipt is one of ours, and if it is everything it says. */
import { Badge } from '@/components/ui/badge';
import { ShortId } from '@/components/ui/short-id';
import type { ReceiptVerdictView } from '@/lib/contracts/receipts';
import { ReceiptContent } from './receipt-content';

export function ReceiptVerdict({ verdict }: { readonly verdict: ReceiptVerdictView }) {
  if (verdict.kind === 'invalid') {
    return (
      <p className="panel-body" role="alert">
        <Badge tone="stop">Not valid</Badge> {verdict.sentence}
      </p>
    );
  }
  return (
    <>
      <p className="panel-body" role="status">
        <Badge tone="ok">Valid</Badge> Signed with the key <ShortId id={verdict.kid} what="key id" /> and
        unchanged since.
      </p>
      <ReceiptContent receipt={verdict.receipt} />
    </>
  );
}
