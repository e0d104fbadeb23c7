/** A run's state as a badge, and what a version of it is at. */
import { Badge } from '@/components/ui/badge';
import type { RunRow, RunVersion } from '@/lib/contracts/runs';
import { runWord, versionWords, type Word } from './run-words';

export function RunBadge({ run }: { readonly run: Pick<RunRow, 'state' | 'outcome'> }) {
  return <WordBadge said={runWord(run)} />;
}

export function VersionStateBadge({ state }: { readonly state: RunVersion['state'] }) {
  return <WordBadge said={versionWords[state]} />;
}

function WordBadge({ said: { tone, word, icon } }: { readonly said: Word }) {
  return (
    <Badge tone={tone} {...(icon === undefined ? {} : { icon })}>
      {word}
    </Badge>
  );
}
