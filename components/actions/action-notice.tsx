/** What was done, where it was done: one line in the page that stays until it is closed, with the way back where there is one. */
import { Anchor } from '@/components/ui/anchor';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import { IconButton } from '@/components/ui/icon-button';

export interface Notice {
  readonly says: string;
  /** What the store leaves open, one sentence each. */
  readonly notes?: readonly string[];
  readonly undo?: { readonly label: string; readonly run: () => void; readonly pending: boolean };
  /** Something could not be done. */
  readonly failed?: boolean;
}

export function ActionNotice({ notice, onClose }: { readonly notice: Notice; readonly onClose: () => void }) {
  const { says, notes = [], undo, failed = false } = notice;
  return (
    <div className={failed ? 'done-line stop' : 'done-line'} role={failed ? 'alert' : 'status'}>
      <Icon name={failed ? 'stop' : 'check'} size="sm" />
      <span>
        {says}
        {notes.length === 0 ? null : <span className="faint"> {notes.join(' ')}</span>}
      </span>
      <span className="end">
        {undo === undefined ? null : (
          <Button small icon="refresh" pending={undo.pending} onClick={undo.run}>
            {undo.label}
          </Button>
        )}
        <Anchor href="/activity">Activity</Anchor>
        <IconButton icon="close" label="Close this line" small onClick={onClose} />
      </span>
    </div>
  );
}
