/** One line per lake: whether its store answers, when it last did, and what watching it costs. */
import { Age } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { plural } from '@/components/ui/format-count';
import { RowLink } from '@/components/ui/row-link';
import { Empty } from '@/components/ui/states';
import type { Lake } from '@/lib/contracts/lakes';
import { lakeStates, rateText } from './lake-words';

export function LakeStrip({ lakes }: { readonly lakes: readonly Lake[] }) {
  if (lakes.length === 0) return <Empty says="No lake is configured." />;
  return (
    <ul className="lakes">
      {lakes.map((lake) => (
        <li key={lake.id} data-row="">
          <span className="name">
            <RowLink href={`/datasets?lake=${encodeURIComponent(lake.id)}`}>
              <b>{lake.id}</b>
            </RowLink>
            <code>{lake.uri}</code>
          </span>
          <Badge tone={lakeStates[lake.state].tone}>{lakeStates[lake.state].word}</Badge>
          <span>
            {lake.datasets === null ? 'Datasets not read yet' : plural(lake.datasets, 'dataset')}
            <small>
              {lake.lastGoodReadAt === null ? (
                'never read since the server started'
              ) : (
                <>
                  last good read <Age at={lake.lastGoodReadAt} />
                </>
              )}
            </small>
          </span>
          <span>
            {plural(lake.requestsLastHour, 'request')} in the last hour
            <small>{lake.problem ?? rateText(lake)}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
