/** The rail of nouns: where one is, and a tally where something is wrong, with glyph, number and words. */
import { Anchor } from '@/components/ui/anchor';
import { Icon } from '@/components/ui/icon';
import { BrandMark } from './brand-mark';
import { type Noun, nounGroups } from './nouns';

export interface Tally {
  readonly count: number;
  readonly tone: 'warn' | 'stop';
  /** `abandoned`, `expired intents`. */
  readonly word: string;
}

export interface RailProps {
  readonly current: Noun['id'] | null;
  readonly tallies: Partial<Readonly<Record<Noun['id'], Tally>>>;
  /** One line per lake. */
  readonly foot: readonly { readonly name: string; readonly text: string }[];
}

export function Rail({ current, tallies, foot }: RailProps) {
  return (
    <aside className="rail">
      <Anchor className="brand" href="/" aria-label="Vamplate, overview">
        <BrandMark />
        <span className="word">Vamplate</span>
      </Anchor>
      <nav aria-label="Main">
        {nounGroups.map((group) => (
          <ul key={group[0]?.id}>
            {group.map((noun) => (
              <li key={noun.id}>
                <Anchor
                  href={noun.href}
                  ahead
                  aria-current={noun.id === current ? 'page' : undefined}
                  aria-keyshortcuts={`G ${noun.key.toUpperCase()}`}
                >
                  <Icon name={noun.icon} />
                  <span className="word">{noun.label}</span>
                  <TallyMark tally={tallies[noun.id]} />
                </Anchor>
              </li>
            ))}
          </ul>
        ))}
      </nav>
      <div className="rail-foot">
        {foot.map(({ name, text }) => (
          <span key={name}>
            <b>{name}</b>, {text}
          </span>
        ))}
      </div>
    </aside>
  );
}

function TallyMark({ tally }: { readonly tally: Tally | undefined }) {
  if (tally === undefined || tally.count === 0) return null;
  return (
    <span className={`tally ${tally.tone}`}>
      <Icon name={tally.tone} size="xs" />
      {tally.count}
      <span className="sr"> {tally.word}</span>
    </span>
  );
}
