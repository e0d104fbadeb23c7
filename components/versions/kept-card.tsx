/** Why one version is kept: every reason with its end, and the earliest instant a cleanup could take it. */
import Link from 'next/link';
import { type ReactElement, useId } from 'react';
import { Instant } from '@/components/ui/age';
import { Bytes } from '@/components/ui/figures';
import { plural } from '@/components/ui/format-count';
import { IconButton } from '@/components/ui/icon-button';
import { Loading } from '@/components/ui/loading';
import { ProblemState } from '@/components/ui/states';
import type { VersionRow } from '@/lib/contracts/versions';
import { operationWords } from './operation-words';
import { atRiskWords, earliestWords, titleOfProtection } from './protection-words';
import { VersionReasons } from './version-reasons';

/** What is known of the version under the crosshair. */
export type KeptBody =
  | { readonly kind: 'row'; readonly row: VersionRow }
  | { readonly kind: 'reading' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly onRetry: () => void };

export interface KeptCardProps {
  readonly version: string;
  readonly pinned: boolean;
  readonly onPin: () => void;
  readonly onUnpin: () => void;
  /** The version's own page. */
  readonly href: string;
  readonly body: KeptBody;
  /** Of a column that holds several versions: how many there are and how they stand. */
  readonly column: string | null;
}

export function KeptCard({
  version,
  pinned,
  onPin,
  onUnpin,
  href,
  body,
  column,
}: KeptCardProps): ReactElement {
  const title = useId();
  return (
    <aside className="holder-card" aria-labelledby={title}>
      <header>
        <h3 id={title}>
          <span>{headline(version, body)}</span>
          <IconButton
            small
            icon="pin"
            label={pinned ? `Unpin v${version}` : `Pin v${version}`}
            shortcut={pinned ? 'Esc' : 'Enter'}
            aria-pressed={pinned}
            onClick={pinned ? onUnpin : onPin}
          />
        </h3>
        {body.kind === 'row' && <Facts row={body.row} href={href} />}
        {column !== null && <p className="caption">{column}</p>}
      </header>
      {/* Ages tick, so the card as a whole must not speak: this one sentence does, politely. */}
      <p className="sr" role="status" aria-live="polite">
        {spoken(version, body)}
      </p>
      <Body body={body} />
    </aside>
  );
}

function Body({ body }: { readonly body: KeptBody }) {
  if (body.kind === 'reading') return <Loading what="why it is kept" rows={3} tall />;
  if (body.kind === 'failed') return <ProblemState error={body.error} onRetry={body.onRetry} />;
  return <VersionReasons version={body.row} />;
}

function Facts({ row, href }: { readonly row: VersionRow; readonly href: string }) {
  return (
    <p className="caption">
      {plural(row.protections.length, 'reason')}. {manifestWords(row)},{' '}
      <Instant at={row.committedAt ?? row.storedAt} />
      {row.bytes !== null && (
        <>
          , <Bytes bytes={row.bytes} />
        </>
      )}
      . <Link href={href}>Details</Link>
    </p>
  );
}

function manifestWords({ read, operation }: VersionRow): string {
  if (read === 'not_yet') return 'Manifest not read yet';
  if (read === 'failed') return 'Manifest not readable';
  return operation === null ? 'Operation not recorded' : operationWords(operation);
}

function headline(version: string, body: KeptBody): string {
  if (body.kind !== 'row') return `Why v${version} is kept`;
  if (body.row.verdict === 'reclaimable') return `Nothing keeps v${version}`;
  return body.row.protections.length === 0 ? `v${version}: no reason known` : `Why v${version} is kept`;
}

function spoken(version: string, body: KeptBody): string {
  if (body.kind === 'reading') return '';
  if (body.kind === 'failed') return `Version ${version}: why it is kept could not be read.`;
  const { protections, earliestReclaim, atRisk } = body.row;
  const reasons = protections.map((each) => {
    const { words, subject } = titleOfProtection(each);
    return `${words} ${subject}`.trim();
  });
  const ends =
    earliestReclaim.kind === 'at' ? `${earliestReclaim.at.slice(0, 10)}` : earliestWords(earliestReclaim);
  return `Version ${version}, ${plural(reasons.length, 'reason')}: ${reasons.join('; ')}. Earliest reclaim: ${ends}.${
    atRisk ? ` ${atRiskWords}` : ''
  }`;
}
