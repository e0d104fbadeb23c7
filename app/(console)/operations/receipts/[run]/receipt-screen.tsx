'use client';
/** The receipt of one run, verified as it is shown, with its text to keep elsewhere. */
import { ReceiptIncidents } from '@/components/receipts/receipt-incidents';
import { ReceiptVerdict } from '@/components/receipts/receipt-verdict';
import { runHref } from '@/components/runs/run-columns';
import { Answered } from '@/components/ui/answered';
import { CopyButton } from '@/components/ui/copy-button';
import { PageHead } from '@/components/ui/page-head';
import { Panel } from '@/components/ui/panel';
import { useReceipt } from '@/lib/client/queries/runs';

export function ReceiptScreen({ run }: { readonly run: string }) {
  const read = useReceipt(run);
  return (
    <>
      <PageHead
        title="Receipt"
        crumbs={[
          { href: '/operations', label: 'Operations' },
          { href: runHref(run), label: `Run ${run}` },
        ]}
      />
      <Answered answer={read} what="the receipt" rows={12}>
        {({ verdict, text, incidents, meta }) => (
          <div className="stack">
            <Panel title="What it says" meta={meta}>
              <ReceiptIncidents incidents={incidents} />
              <ReceiptVerdict verdict={verdict} />
            </Panel>
            <Panel
              title="The signed text"
              caption="A JSON Web Signature; anybody with our public key verifies it"
            >
              <div className="call-wrap">
                <p className="call">
                  <code className="break">{text.length > 600 ? `${text.slice(0, 600)}…` : text}</code>
                  <CopyButton text={text} label="Copy receipt" />
                </p>
              </div>
            </Panel>
          </div>
        )}
      </Answered>
    </>
  );
}
