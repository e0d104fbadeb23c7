/** What is wrong now, in one sentence, and how many are in which state. */
import { Badge } from '@/components/ui/badge';
import { Icon } from '@/components/ui/icon';
import { toneIcon } from '@/components/ui/tone';
import { type StatusDocument, statusState } from '@/lib/contracts/status-document';
import { countedWord, stateTone } from './state-words';

export function Headline({ document }: { readonly document: StatusDocument }) {
  const { headline, counts } = document;
  const tone = stateTone[headline.state];
  const told = statusState.options.filter((state) => counts[state] > 0);
  return (
    <section className={`headline ${tone}`} aria-labelledby="hl">
      <div className="big" aria-hidden="true">
        <Icon name={toneIcon[tone]} />
      </div>
      <div>
        <h1 id="hl">{headline.sentence}</h1>
        {headline.detail === null ? null : <p>{headline.detail}</p>}
        <div className="worst">
          {told.map((state) => (
            <Badge key={state} tone={stateTone[state]}>
              {`${counts[state]} ${countedWord[state]}`}
            </Badge>
          ))}
          <span className="faint">
            {headline.worst === null
              ? 'Unknown is never counted as working.'
              : `The headline is the worst single line below: ${headline.worst}.`}
          </span>
        </div>
      </div>
    </section>
  );
}
