/** What an operator must know before reading on: damage, why it is read-only, and a writer that knows no leases. */
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import type { Tone } from '@/components/ui/tone';
import { toneIcon } from '@/components/ui/tone';
import type { DatasetDetail } from '@/lib/contracts/datasets';

type Facts = Pick<
  DatasetDetail,
  'damage' | 'readOnly' | 'releasedWriter' | 'autoCleanup' | 'writer' | 'leases' | 'retirements' | 'intents'
>;

export function DatasetNotices({ dataset }: { readonly dataset: Facts }): ReactElement | null {
  const { damage, readOnly, releasedWriter, autoCleanup, writer } = dataset;
  const autoOn = Object.keys(autoCleanup).length > 0;
  const warned = leaseAware(dataset) && (releasedWriter === true || autoOn);
  if (damage.length === 0 && readOnly.length === 0 && !warned) return null;
  return (
    <div className="notices">
      {damage.length > 0 && (
        <Notice
          tone="stop"
          title={damage.length === 1 ? 'Damaged' : `Damaged in ${damage.length} places`}
          lines={damage}
        />
      )}
      {warned && (
        <Notice
          tone="warn"
          title="Released cleaners do not read leases, markers or intents"
          lines={[releasedSentence(releasedWriter, writer, autoOn)]}
        />
      )}
      {readOnly.length > 0 && <Notice tone="unk" title="Read-only here" lines={readOnly} />}
    </div>
  );
}

/** Whether anything lies here that only lease-aware cleaners see; a count that is not known may be one. */
function leaseAware({ leases, retirements, intents }: Facts): boolean {
  return [leases, retirements, intents].some((count) => count !== 0);
}

function releasedSentence(released: boolean | null, writer: string | null, autoOn: boolean): string {
  const causes = [
    released === true ? `${writer ?? 'a release'} wrote the head` : null,
    autoOn ? 'lance.auto_cleanup is set' : null,
  ].filter((cause) => cause !== null);
  return `Here one may come by: ${causes.join(' and ')}. A tag holds against every cleaner.`;
}

function Notice({
  tone,
  title,
  lines,
}: {
  readonly tone: Tone;
  readonly title: ReactNode;
  readonly lines: readonly string[];
}) {
  return (
    <div className={`notice ${tone}`} role="note">
      <Icon name={toneIcon[tone]} />
      <div>
        <strong>{title}</strong>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
      </div>
    </div>
  );
}
