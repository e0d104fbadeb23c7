/** What else lies where the receipt of a run does: named, so that nobody takes it for the receipt. */
import { Icon } from '@/components/ui/icon';

interface ReceiptIncidentsProps {
  readonly incidents: readonly { readonly key: string; readonly sentence: string }[];
}

export function ReceiptIncidents({ incidents }: ReceiptIncidentsProps) {
  if (incidents.length === 0) return null;
  return (
    <div className="panel-body" role="note" aria-label="Incidents">
      {incidents.map(({ key, sentence }) => (
        <p key={`${key} ${sentence}`} className="tone-line stop">
          <Icon name="stop" size="sm" />
          <span>
            {sentence} <code className="id break">{key}</code>
          </span>
        </p>
      ))}
    </div>
  );
}
