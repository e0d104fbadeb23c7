/** Whether drift or descendant is proven by the dataset's history, which versions were walked for that, and what it cost. */
import { Age } from '@/components/ui/age';
import { formatBytes } from '@/components/ui/format-bytes';
import type { HeadCertaintyView, ReplicaDetail } from '@/lib/contracts/serving-report';
import { WordBadge } from './serving-badges';
import { certaintyWord } from './serving-words';

/** @param props.past the report it is about speaks of now no more */
export function HeadProof({
  certainty,
  past,
}: {
  readonly certainty: ReplicaDetail['headCertainty'];
  readonly past: boolean;
}) {
  if (certainty === null) return <span className="faint">nothing later than clean is to be explained</span>;
  return (
    <>
      <WordBadge word={certaintyWord(certainty)} past={past} />
      <span className="caption">{certainty.sentence}</span>
      {certainty.walk === null ? null : <Walked walk={certainty.walk} />}
    </>
  );
}

function Walked({ walk }: { readonly walk: NonNullable<HeadCertaintyView['walk']> }) {
  const { verified, verifiedTotal, endedAt, operation, from, to } = walk;
  const named = verified.map((version) => `v${version}`).join(', ');
  const more =
    verifiedTotal !== null && verifiedTotal > verified.length
      ? ` and ${verifiedTotal - verified.length} more`
      : '';
  const found =
    verifiedTotal === null
      ? 'not walked to an answer'
      : verifiedTotal === 0
        ? 'none is verified maintenance'
        : `${named}${more} verified`;
  return (
    <span className="caption">
      Walked from v{from} towards v{to}: {found}
      {endedAt === null ? '' : `, ended at v${endedAt}${operation === null ? '' : ` (${operation})`}`}.{' '}
      {walk.requests} requests, {formatBytes(walk.bytes)}, <Age at={walk.at} />
    </span>
  );
}
