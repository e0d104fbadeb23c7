'use client';
/** The list of keys; none of them changes anything in a store. */
import { Anchor } from '@/components/ui/anchor';
import { Dialog } from '@/components/ui/dialog';
import { keyHelp } from './key-map';

export interface KeyHelpProps {
  readonly onClose: () => void;
  /** Whether single-letter shortcuts are on. */
  readonly on: boolean;
}

export function KeyHelp({ onClose, on }: KeyHelpProps) {
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts">
      <dl className="keys-list">
        {keyHelp.map(({ keys, does }) => (
          <div key={does} className="contents">
            <dt>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="caption mt-3">
        {on ? 'No key changes anything in a store. ' : 'Single-letter shortcuts are switched off. '}
        <Anchor href="/settings#shortcuts" onClick={onClose}>
          {on ? 'Switch shortcuts off' : 'Switch shortcuts on'}
        </Anchor>
      </p>
    </Dialog>
  );
}
