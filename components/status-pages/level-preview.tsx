/** What each redaction level tells people outside; the one of the page is marked. Where it is chosen, that one alone. */
import { Icon } from '@/components/ui/icon';
import { type RedactionLevel, redactionLevel } from '@/lib/contracts/status-document';
import { levelWords } from './status-words';
import { levelTells, neverTold } from './target-rules';

export function LevelPreview({ level }: { readonly level: RedactionLevel }) {
  return (
    <>
      <ul className="bullets levels">
        {redactionLevel.options.map((one) => (
          <li key={one} aria-current={one === level ? 'true' : undefined}>
            <Icon name={one === level ? 'check' : 'dash'} size="sm" />
            <span>
              <b>{levelWords[one]}</b>
              {one === level ? ', chosen here' : ''}. {levelTells[one]}
            </span>
          </li>
        ))}
      </ul>
      <p className="panel-foot">{neverTold}</p>
    </>
  );
}

export function LevelTells({ level }: { readonly level: RedactionLevel }) {
  return (
    <p className="level-tells" role="status">
      <b>{levelWords[level]}</b>. {levelTells[level]}
    </p>
  );
}
