/** Somebody changed the page after it was seen here: who, what, and how to go on without losing what was typed. Nothing where nobody did. */
import { Age } from '@/components/ui/age';
import { Button } from '@/components/ui/button';
import { Icon } from '@/components/ui/icon';
import type { StatusPage } from '@/lib/contracts/status-pages';
import { changesSince } from './change-rules';

export interface MeanwhileProps {
  readonly seen: StatusPage;
  readonly newest: StatusPage;
  readonly onTake: () => void;
}

const most = 5;

export function Meanwhile({ seen, newest, onTake }: MeanwhileProps) {
  if (seen.revision === newest.revision) return null;
  const changes = changesSince(seen, newest);
  return (
    <div className="notice warn" role="status">
      <Icon name="warn" />
      <div>
        <p>
          <strong>{newest.changedBy}</strong> changed this page <Age at={newest.changedAt} />, after you saw
          it.
        </p>
        <ul>
          {changes.slice(0, most).map(({ at, by, what }) => (
            <li key={`${at} ${by} ${what}`} className="break">
              {by} {what}
            </li>
          ))}
          {changes.length > most ? <li>and {changes.length - most} more</li> : null}
        </ul>
        <p>What you typed stays; what you did not touch follows.</p>
      </div>
      <span className="act">
        <Button small icon="refresh" onClick={onTake}>
          Go on with the newest page
        </Button>
      </span>
    </div>
  );
}
