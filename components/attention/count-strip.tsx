/** The fleet in six counts, each a link to the rows it counts; a note is coloured only with its glyph. */
import { Anchor } from '@/components/ui/anchor';
import { formatCount } from '@/components/ui/format-count';
import { Icon } from '@/components/ui/icon';
import type { IconName } from '@/components/ui/icon-paths';
import type { AttentionReply } from '@/lib/contracts/attention';

type Counts = AttentionReply['counts'];

interface Cell {
  readonly label: string;
  readonly href: string;
  readonly figure: number;
  readonly note: string;
  readonly tone?: 'warn' | 'stop' | 'unk';
  readonly icon?: IconName;
}

/** Exported for its test: which list each count opens, and when its note turns into a warning. */
export function countCells(counts: Counts): readonly Cell[] {
  const { datasetsUnread, leasesEndingSoon, abandonedRetirements, expiredIntents, corrupt } = counts;
  return [
    datasetsUnread > 0
      ? {
          label: 'Datasets',
          href: '/datasets?state=unknown',
          figure: counts.datasets,
          note: `${formatCount(datasetsUnread)} not read`,
          tone: 'unk',
          icon: 'unk',
        }
      : { label: 'Datasets', href: '/datasets', figure: counts.datasets, note: 'all read' },
    {
      label: 'Live leases',
      href: '/leases?state=active',
      figure: counts.activeLeases,
      note: leasesEndingSoon > 0 ? `${formatCount(leasesEndingSoon)} end soon` : 'none ends soon',
      ...(leasesEndingSoon > 0 ? { icon: 'clock' as const } : {}),
    },
    abandonedRetirements > 0
      ? {
          label: 'Open retirements',
          href: '/retirement?state=abandoned',
          figure: counts.openRetirements,
          note: `${formatCount(abandonedRetirements)} abandoned`,
          tone: 'stop',
          icon: 'stop',
        }
      : {
          label: 'Open retirements',
          href: '/retirement',
          figure: counts.openRetirements,
          note: 'none abandoned',
        },
    expiredIntents > 0
      ? {
          label: 'Reference intents',
          href: '/references?kind=intent&state=expired',
          figure: counts.intents,
          note: `${formatCount(expiredIntents)} expired`,
          tone: 'warn',
          icon: 'warn',
        }
      : {
          label: 'Reference intents',
          href: '/references?kind=intent',
          figure: counts.intents,
          note: 'none expired',
        },
    {
      label: 'Tags',
      href: '/references?kind=tag',
      figure: counts.tags,
      note: `${formatCount(counts.branches)} ${counts.branches === 1 ? 'branch' : 'branches'} besides main`,
    },
    {
      label: 'Corrupt control files',
      href: '/datasets?sort=-corrupt',
      figure: corrupt,
      note: corrupt > 0 ? 'cleanup refuses there' : 'none found',
      ...(corrupt > 0 ? { tone: 'stop' as const, icon: 'stop' as const } : {}),
    },
  ];
}

export function CountStrip({ counts }: { readonly counts: Counts }) {
  return (
    <nav aria-label="Counts">
      <ul className="panel counts">
        {countCells(counts).map(({ label, href, figure, note, tone, icon }) => (
          <li key={label}>
            <Anchor href={href}>
              <span className="label">{label}</span>
              <span className="figure">{formatCount(figure)}</span>
              <span className={tone ? `note ${tone}` : 'note'}>
                {icon ? <Icon name={icon} size="xs" /> : null}
                {note}
              </span>
            </Anchor>
          </li>
        ))}
      </ul>
    </nav>
  );
}
