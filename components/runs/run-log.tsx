/** What happened to a run last, newest first, by the clocks of those who had it. */
import { Instant } from '@/components/ui/age';
import { Icon } from '@/components/ui/icon';
import { Panel } from '@/components/ui/panel';
import { Empty } from '@/components/ui/states';
import type { RunDetail } from '@/lib/contracts/runs';

export function RunLog({ log }: { readonly log: RunDetail['log'] }) {
  const lines = log.map((line, index) => ({ ...line, key: `${line.at} ${index}` })).reverse();
  return (
    <Panel title="Event log" className="snug">
      {lines.length === 0 ? (
        <Empty says="Nothing has happened yet." />
      ) : (
        <ol className="log" aria-live="polite">
          {lines.map(({ key, at, sentence }) => (
            <li key={key}>
              <Instant at={at} />
              <Icon name="dash" size="xs" />
              <span>{sentence}</span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
