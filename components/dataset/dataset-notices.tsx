/** What an operator must know before reading on: damage, why it is read-only, and a writer that knows no leases. */
import type { ReactElement, ReactNode } from 'react';
import { Icon } from '@/components/ui/icon';
import type { Tone } from '@/components/ui/tone';
import { toneIcon } from '@/components/ui/tone';
import type { DatasetDetail } from '@/lib/contracts/datasets';

type Facts = Pick<DatasetDetail, 'damage' | 'readOnly' | 'releasedWriter' | 'autoCleanup' | 'writer'>;

export function DatasetNotices({ dataset }: { readonly dataset: Facts }): ReactElement | null {
  const { damage, readOnly, releasedWriter, autoCleanup, writer } = dataset;
  const autoOn = Object.keys(autoCleanup).length > 0;
  if (damage.length === 0 && readOnly.length === 0 && releasedWriter !== true && !autoOn) return null;
  return (
    <div className="notices">
      {damage.length > 0 && (
        <Notice
          tone="stop"
          title={damage.length === 1 ? 'Damaged' : `Damaged in ${damage.length} places`}
          lines={damage}
        />
      )}
      {(releasedWriter === true || autoOn) && (
        <Notice
          tone="warn"
          title="Released cleaners may come by"
          lines={[releasedSentence(releasedWriter, writer, autoOn)]}
        />
      )}
      {readOnly.length > 0 && <Notice tone="unk" title="Read-only here" lines={readOnly} />}
    </div>
  );
}

function releasedSentence(released: boolean | null, writer: string | null, autoOn: boolean): string {
  const causes = [
    released === true
      ? `the head was written by ${writer ?? 'a writer'}, a release that knows no leases`
      : null,
    autoOn ? 'lance.auto_cleanup is set in the dataset' : null,
  ].filter((cause) => cause !== null);
  return `A cleaner that knows no leases, markers or intents may delete what only those keep, because ${causes.join(' and ')}. Tags are honoured by every cleaner.`;
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
