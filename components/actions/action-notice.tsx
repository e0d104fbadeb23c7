/** What was done, where it was done: one line in the page that stays until it is closed, with the way back where there is one. */
import { Anchor } from '@/components/ui/anchor';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';

/** One of several objects of an action. */
export interface NoticeItem {
  readonly key: string;
  readonly says: string;
  readonly failed: boolean;
}

export interface Notice {
  readonly says: string;
  /** What became of each, where there were several. */
  readonly items?: readonly NoticeItem[];
  /** What the store leaves open, one sentence each. */
  readonly notes?: readonly string[];
  /** Where more of it is. */
  readonly link?: { readonly href: string; readonly label: string };
  readonly undo?: {
    readonly label: string;
    readonly run: () => void;
    readonly pending: boolean;
    /** Why it cannot be undone here. */
    readonly refusal?: string | null;
  };
  /** Something could not be done. */
  readonly failed?: boolean;
}

export function ActionNotice({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }) {
  const { says, items = [], notes = [], link, undo, failed = false } = notice;
  return (
    <div className={failed ? 'done-line stop' : 'done-line'} role={failed ? 'alert' : 'status'}>
      <Icon name={failed ? 'stop' : 'check'} size="sm" />
      <span>
        {says}
        {notes.length === 0 ? null : <span className="faint"> {notes.join(' ')}</span>}
      </span>
      <span className="end">
        {undo === undefined ? null : (
          <Button
            small
            icon="refresh"
            pending={undo.pending}
            refusal={undo.refusal ?? null}
            onClick={undo.run}
          >
            {undo.label}
          </Button>
        )}
        {link === undefined ? null : <Anchor href={link.href}>{link.label}</Anchor>}
        <Anchor href="/activity">Activity</Anchor>
        <IconButton icon="close" label="Close this line" small onClick={onClose} />
      </span>
      {items.length === 0 ? null : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
        <section className="done-items" aria-label="Each by itself" tabIndex={0}>
          <ul>
            {items.map((item) => (
              <li key={item.key}>
                <Icon name={item.failed ? 'stop' : 'check'} size="xs" />
                <span>
                  <span className="sr">{item.failed ? 'Failed: ' : ''}</span>
                  {item.says}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
