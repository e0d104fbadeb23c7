/** Growth of all datasets over 30 days: two rows of bars from zero, each with its sum in words; a day without a sample has no bar. */
import { Bytes, Count } from '@/components/ui/figures';
import { formatBytes } from '@/components/ui/format-bytes';
import { formatCount, plural } from '@/components/ui/format-count';
import { Empty } from '@/components/ui/states';
import type { GrowthReply } from '@/lib/contracts/growth';
import { type Growth, type GrowthPoint, growthIn, heightsOf, pointsOf } from './growth-rules';

/** `days`: today last, as the reply has them. */
export type GrowthPanelProps = Pick<GrowthReply, 'recorded' | 'days'>;

export function GrowthPanel({ recorded, days }: GrowthPanelProps) {
  const versions = pointsOf(days, 'versions');
  const bytes = pointsOf(days, 'bytes');
  if (recorded === 'none') {
    return <Empty says="Not recorded: samples need a place, named as control in vamplate.config.json." />;
  }
  if (recorded === 'unread') return <Empty says="What was recorded is not read yet." />;
  if (growthIn(versions) === null && growthIn(bytes) === null) {
    return <Empty says="Not recorded yet. A sample is taken every five minutes." />;
  }
  return (
    <div className="growth">
      <Series name="Versions" points={versions} inWords={formatCount} />
      <Series name="Storage" points={bytes} inWords={formatBytes} />
    </div>
  );
}

interface SeriesProps {
  readonly name: 'Versions' | 'Storage';
  readonly points: readonly GrowthPoint[];
  readonly inWords: (value: number) => string;
}

function Series({ name, points, inWords }: SeriesProps) {
  const growth = growthIn(points);
  if (growth === null) {
    return (
      <div>
        <h3>{name}</h3>
        <p className="caption">
          {name === 'Storage'
            ? 'Not recorded yet: no dataset was counted within a day before a sample.'
            : 'Not recorded yet: no history was listed to its end.'}
        </p>
      </div>
    );
  }
  const { last } = growth;
  const today = points.at(-1)?.day;
  return (
    <div>
      <h3>{name}</h3>
      <p className="caption">
        <b>{name === 'Versions' ? <Count value={last.value} /> : <Bytes bytes={last.value} />}</b> in{' '}
        {plural(last.of, 'dataset')}
        {last.day === today ? '' : ` on ${last.day}`}
        {changeInWords(growth, inWords, today)}
      </p>
      <Bars points={points} told={toldOf(name, growth, inWords)} />
      <p className="caption ends">
        <span>{points[0]?.day}</span>
        <span>{points.at(-1)?.day}</span>
      </p>
    </div>
  );
}

const height = 48;
const step = 10;

function Bars({ points, told }: { readonly points: readonly GrowthPoint[]; readonly told: string }) {
  const heights = heightsOf(points);
  return (
    <svg
      viewBox={`0 0 ${points.length * step} ${height + 1}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={told}
    >
      {points.map(({ day }, place) => {
        const share = heights[place] ?? null;
        // A sum of nothing is a line, and no day without a sample is one.
        const tall = share === null ? 0 : Math.max(1, share * height);
        return <rect key={day} x={place * step + 1} y={height - tall} width={step - 2} height={tall} />;
      })}
      <path d={`M0 ${height + 0.5}H${points.length * step}`} />
    </svg>
  );
}

function changeInWords(
  { first, last, change }: Growth,
  inWords: (value: number) => string,
  today: string | undefined,
): string {
  if (first.day === last.day) return last.day === today ? ', since today.' : '; no other day is known.';
  if (change === null) return `; ${inWords(first.value)} in ${first.of} on ${first.day}.`;
  if (change === 0) return `, as on ${first.day}.`;
  return `, ${inWords(Math.abs(change))} ${change > 0 ? 'more' : 'less'} than on ${first.day}.`;
}

function toldOf(name: string, { first, last }: Growth, inWords: (value: number) => string): string {
  return `${name}: ${inWords(first.value)} on ${first.day}, ${inWords(last.value)} on ${last.day}`;
}
