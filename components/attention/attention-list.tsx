/** What needs an operator, worst first as the server sorted it; one action per row, only the worst, when it is red, primary. */
import { Since } from '@/components/ui/age';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { Empty } from '@/components/ui/states';
import type { AttentionItem } from '@/lib/contracts/attention';
import { attentionBadge, attentionIcon } from './attention-words';

export interface AttentionListProps {
  readonly items: readonly AttentionItem[];
  /** Datasets that could not be read: then nothing found is not all clear. */
  readonly unread: number;
}

/** Key of a row: what is wrong with which object. */
function keyOf({ kind, lake, dataset, object, detail }: AttentionItem): string {
  return [kind, lake, dataset ?? '', object, detail].join(' ');
}

export function AttentionList({ items, unread }: AttentionListProps) {
  if (items.length === 0) {
    return (
      <Empty
        says={
          unread === 0
            ? 'Every dataset, lock and serving set was read, and nothing needs a decision.'
            : `Nothing was found in what was read; ${unread} could not be read.`
        }
      />
    );
  }
  return (
    <ol className="attention">
      {items.map((item, place) => (
        <AttentionRow key={keyOf(item)} item={item} primary={place === 0 && item.severity === 'stop'} />
      ))}
    </ol>
  );
}

interface AttentionRowProps {
  readonly item: AttentionItem;
  readonly primary: boolean;
}

function AttentionRow({ item, primary }: AttentionRowProps) {
  const { tone, word } = attentionBadge(item);
  return (
    <li data-row="">
      <Badge tone={tone}>{word}</Badge>
      <span className="object">
        <Icon name={attentionIcon(item.kind)} />
        <span>
          {item.object}
          <small>{item.detail}</small>
        </span>
      </span>
      <div className="what">
        <p>{item.problem}</p>
        <small data-tip={item.evidence}>{item.evidence}</small>
      </div>
      <span className="since">
        {item.since === null ? null : (
          <>
            <span className="sr">for </span>
            <Since at={item.since} />
          </>
        )}
      </span>
      <ButtonLink href={item.href} small rowLink {...(primary ? { variant: 'primary' } : {})}>
        {item.action}
      </ButtonLink>
    </li>
  );
}
