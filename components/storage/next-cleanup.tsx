/** Why the next cleanup would free what it frees: the settings in force, each step, and the first thing that stops it. */
import type { ReactElement } from 'react';
import { policySourceWords } from '@/components/dataset/policy-words';
import { Badge } from '@/components/ui/badge';
import { Bytes, Count } from '@/components/ui/figures';
import { Icon } from '@/components/ui/icon';
import type { StorageReport } from '@/lib/contracts/storage';
import { cleanupTone, cleanupWords } from './storage-words';

type NextCleanupReport = StorageReport['nextCleanup'];

/** The question the panel answers, asked as it stands. */
export function nextCleanupQuestion({ verdict, freesBytes }: NextCleanupReport): string {
  if (verdict === 'frees') return 'What would the next cleanup free?';
  if (freesBytes === 0) return 'Why would the next cleanup free nothing?';
  return 'What would the next cleanup do?';
}

export function NextCleanup({ next }: { readonly next: NextCleanupReport }): ReactElement {
  const first = next.steps.findIndex((step) => step.stops);
  return (
    <div className="panel-body next-cleanup">
      <p className="says">
        <Badge tone={cleanupTone[next.verdict]}>{cleanupWords[next.verdict]}</Badge> {next.sentence}
      </p>
      <dl className="facts snug">
        <dt>Policy from</dt>
        <dd>{policySourceWords(next.policySource)}</dd>
        <dt>Selects</dt>
        <dd>
          <Count value={next.selected} />
          {next.selected !== null && ' versions'}
        </dd>
        <dt>Kept all the same</dt>
        <dd>
          <Count value={next.kept} />
          {next.kept !== null && ' of them'}
        </dd>
        <dt>Frees</dt>
        <dd>
          <Bytes bytes={next.freesBytes} />
        </dd>
      </dl>
      <ol className="checklist">
        {next.steps.map((step, index) => (
          <li key={step.step} className={index === first ? 'warn' : undefined}>
            <Icon name={step.stops ? (index === first ? 'warn' : 'dash') : 'right'} />
            <span>
              <b>{step.step}</b>: {step.result}
              {index === first && <span className="faint"> The first thing that stops it.</span>}
            </span>
          </li>
        ))}
      </ol>
      <AutoCleanup settings={next.autoCleanup} />
    </div>
  );
}

function AutoCleanup({ settings }: { readonly settings: Readonly<Record<string, string>> }) {
  const entries = Object.entries(settings);
  if (entries.length === 0) {
    return (
      <p className="caption">
        No lance.auto_cleanup setting is in force: writers do not clean by themselves.
      </p>
    );
  }
  return (
    <dl className="facts snug">
      {entries.map(([key, value]) => (
        <div key={key} className="contents">
          <dt>
            <code className="id">{key}</code>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
