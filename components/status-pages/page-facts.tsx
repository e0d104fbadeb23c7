/** The settings of a status page, where its public forms are, and what was changed on it. */
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { CopyButton } from '@/components/ui/copy-button';
import { Icon } from '@/components/ui/icon';
import { Empty } from '@/components/ui/states';
import type { StatusPage } from '@/lib/contracts/status-pages';
import { levelWords, visibilityWords } from './status-words';

const forms = [
  ['', 'Page'],
  ['/status.json', 'JSON'],
  ['/feed.atom', 'Atom feed'],
  ['/badge.svg', 'Badge'],
  ['/export.html', 'Export as one file'],
] as const;

export function PageFacts({ page }: { readonly page: StatusPage }) {
  const {
    slug,
    level,
    visibility,
    timeZone,
    canary,
    canaryTags,
    madeAt,
    madeBy,
    changedAt,
    changedBy,
    revision,
  } = page;
  return (
    <dl className="facts pad">
      <dt>Who opens it</dt>
      <dd>{visibilityWords[visibility]}</dd>
      <dt>Addresses</dt>
      <dd>
        {visibility === 'public' ? (
          <ul className="forms">
            {forms.map(([rest, words]) => (
              <li key={rest}>
                {words} <code className="id break">{`/status/${slug}${rest}`}</code>
                <CopyButton text={`/status/${slug}${rest}`} label={`Copy the address of: ${words}`} />
              </li>
            ))}
          </ul>
        ) : (
          'Each secret link has its own; status.json, feed.atom, badge.svg and export.html stand below it.'
        )}
      </dd>
      <dt>Outsiders read</dt>
      <dd>{levelWords[level]}</dd>
      <dt>Time zone</dt>
      <dd>{timeZone.replaceAll('_', ' ')}</dd>
      <dt>Canary</dt>
      <dd>
        {canary
          ? `Proves now and then that what is on it can be read: ${provenWords(canaryTags)}`
          : 'None: “last proven” is what else proved it'}
      </dd>
      <dt>Made</dt>
      <dd>
        <Age at={madeAt} /> by {madeBy}
      </dd>
      <dt>Changed</dt>
      <dd>
        <Age at={changedAt} /> by {changedBy}, revision {revision}
      </dd>
    </dl>
  );
}

/** The public form is no page of the console: the document is loaded, beside this one. */
export function OpenPublic({ page: { slug, visibility } }: { readonly page: StatusPage }) {
  if (visibility === 'secret') {
    return (
      <Button icon="status" refusal="It is secret: it opens through its links alone.">
        Open public page
      </Button>
    );
  }
  return (
    <a className="btn" href={`/status/${encodeURIComponent(slug)}`} target="_blank" rel="noopener">
      <Icon name="status" />
      Open public page
      <span className="sr"> in another tab</span>
    </a>
  );
}

export function PageChanges({ changes }: { readonly changes: StatusPage['changes'] }) {
  if (changes.length === 0) return <Empty says="No change is recorded." />;
  return (
    <ul className="page-changes">
      {changes.map(({ at, by, what }) => (
        <li key={`${at} ${by} ${what}`}>
          <Age at={at} />
          <span className="break">
            {by} {what}
          </span>
        </li>
      ))}
    </ul>
  );
}

function provenWords(tags: StatusPage['canaryTags']): string {
  if (tags == null) return 'newest versions and every tag';
  return tags.length === 0 ? 'newest versions' : `newest versions and what is tagged ${tags.join(', ')}`;
}
