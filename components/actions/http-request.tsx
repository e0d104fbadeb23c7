/** The request that does the same without the page: what a dialog would send, to copy. */
import { CopyButton } from '@/components/ui/copy-button';

export interface HttpRequest {
  readonly method: string;
  /** Path and query. */
  readonly address: string;
  readonly body: unknown;
}

export function HttpRequestView({ request }: { readonly request: HttpRequest }) {
  const { method, address, body } = request;
  const json = JSON.stringify(body);
  return (
    <details className="same-request">
      <summary>The same as an HTTP request</summary>
      <div className="call">
        <b>{method}</b> {address}
        {'\n'}content-type: application/json{'\n'}origin: this console{'\n\n'}
        {json}
        <CopyButton
          text={`${method} ${address}\ncontent-type: application/json\n\n${json}`}
          label="Copy request"
        />
      </div>
    </details>
  );
}
