/** What a replica keeps, the gate that holds the rest, and what a reader of its seals found. */
import { Age, Remaining } from '@/components/ui/age';
import { plural } from '@/components/ui/format-count';
import type { ServingReport } from '@/lib/contracts/serving-report';
import { WordBadge } from './serving-badges';
import { holdSays, sealWords } from './serving-words';

export function RetentionFacts({ retention }: { readonly retention: ServingReport['retention'] }) {
  const { hold, derivedHold, keepVersions, keepTotal, inventory } = retention;
  return (
    <div className="pad">
      <p className="says">{holdSays(derivedHold)}</p>
      <dl className="facts snug">
        {hold === derivedHold ? null : (
          <>
            <dt>It states</dt>
            <dd className="tone-line warn">{holdSays(hold)}</dd>
          </>
        )}
        <dt>Authority</dt>
        <dd>
          {retention.authority === 'none' ? 'none: it may state intent only' : 'Lance’s own reachability'}
        </dd>
        <dt>Inventory</dt>
        <dd>
          active {inventory.active ?? 'not told'}, previous {inventory.previous ?? 'none'}
        </dd>
        <dt>Grace ends</dt>
        <dd>
          {retention.graceUntil === null ? (
            'no end is stated, so it has not ended'
          ) : (
            <Remaining at={retention.graceUntil} />
          )}
        </dd>
        <dt>Keeps</dt>
        <dd>
          {keepTotal === 0
            ? 'no version is named'
            : keepVersions
                .slice(0, 12)
                .map((one) => `v${one}`)
                .join(', ')}
          {keepTotal > 12 ? ` and ${keepTotal - 12} more` : ''}
        </dd>
        <dt>Collectable</dt>
        <dd>{plural(retention.collectable, 'object')}</dd>
      </dl>
    </div>
  );
}

export function SealFacts({
  seals,
  past,
}: {
  readonly seals: ServingReport['seals'];
  readonly past: boolean;
}) {
  return (
    <dl className="facts pad">
      <dt>Origin</dt>
      <dd>
        <WordBadge word={sealWords[seals.origin]} past={past} />
      </dd>
      <dt>Active import</dt>
      <dd>
        <WordBadge word={sealWords[seals.active]} past={past} />
      </dd>
      <dt>Checked</dt>
      <dd>
        {seals.checkedAt === null ? <span className="faint">never</span> : <Age at={seals.checkedAt} />}
      </dd>
    </dl>
  );
}
