/** How one lake is configured and watched. */

import { grantWords, lakeStates, rateText } from '@/components/fleet/lake-words';
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { CopyButton } from '@/components/ui/copy-button';
import { plural } from '@/components/ui/format-count';
import type { Lake } from '@/lib/contracts/lakes';

export function LakeFacts({ lake }: { readonly lake: Lake }) {
  return (
    <dl className="facts pad">
      <dt>Address</dt>
      <dd>
        <code className="break">{lake.uri}</code>
        <CopyButton text={lake.uri} label="Copy lake address" />
      </dd>
      <dt>Store</dt>
      <dd>
        {lake.kind === 's3' ? 'S3' : lake.kind === 'local' ? 'local folder' : 'memory'},{' '}
        <Badge tone={lakeStates[lake.state].tone}>{lakeStates[lake.state].word}</Badge>
        {lake.problem === null ? null : <span className="muted"> {lake.problem}</span>}
      </dd>
      <dt>Last good read</dt>
      <dd>
        {lake.lastGoodReadAt === null ? 'never since the server started' : <Age at={lake.lastGoodReadAt} />}
      </dd>
      <dt>Reads again</dt>
      <dd>{rateText(lake)}</dd>
      <dt>Last hour</dt>
      <dd>{plural(lake.requestsLastHour, 'request')} to the store</dd>
      <dt>May change</dt>
      <dd>{grantWords[lake.gc]}</dd>
    </dl>
  );
}
