/** The reasons a version is kept, one row each: what, who, how old, what ends it, and which cleaners honour it. */
import type { ReactElement } from 'react';
import { Age, Remaining, Since } from '@/components/ui/age';
import { Icon } from '@/components/ui/icon';
import type { Protection } from '@/lib/contracts/protection';
import {
  holderWords,
  honouredWords,
  iconOfProtection,
  titleOfProtection,
  toneOfProtection,
} from './protection-words';

export function ReasonsList({ protections }: { readonly protections: readonly Protection[] }): ReactElement {
  return (
    <ul className="holders">
      {protections.map((protection) => (
        <Reason key={`${protection.kind} ${protection.subject}`} protection={protection} />
      ))}
    </ul>
  );
}

function Reason({ protection }: { readonly protection: Protection }) {
  const { since, until, endsWhen, honouredBy, standing, kind } = protection;
  const title = titleOfProtection(protection);
  const holder = holderWords(protection);
  const tone = toneOfProtection(protection);
  return (
    <li className={tone}>
      <Icon name={iconOfProtection(protection)} />
      <p data-tip={title.subject}>
        {title.words} {title.id ? <code className="id">{title.subject}</code> : title.subject}
      </p>
      <span className="when">{since !== null && <Since at={since} />}</span>
      <small>
        {holder !== null && <span className="holder">{holder} </span>}
        {standing === 'unknown' && 'Whether it still holds cannot be judged. '}
        {endsWhen !== '' && (
          <>
            Ends when <b>{endsWhen}</b>
            {until === null ? '. ' : ': '}
          </>
        )}
        {until !== null && (
          <>
            {kind === 'lease' ? <Remaining at={until} /> : <Age at={until} />}
            {'. '}
          </>
        )}
        <span className="honoured">{sentence(honouredWords[honouredBy])}</span>
      </small>
    </li>
  );
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
