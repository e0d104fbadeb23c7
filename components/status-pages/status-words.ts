/** The words and tones of status pages: states, stages, impacts, levels, visibility. */
import type { Tone } from '@/components/ui/tone';
import type { RedactionLevel, StatusState } from '@/lib/contracts/status-document';
import type { Incident, StatusPage } from '@/lib/contracts/status-pages';

interface Words {
  readonly tone: Tone;
  readonly word: string;
}

export const stateWords: Readonly<Record<StatusState, Words>> = {
  down: { tone: 'stop', word: 'Down' },
  degraded: { tone: 'warn', word: 'Degraded' },
  unknown: { tone: 'unk', word: 'Unknown' },
  maintenance: { tone: 'maint', word: 'Maintenance' },
  working: { tone: 'ok', word: 'Working' },
};

export const stageWords: Readonly<Record<Incident['stage'], Words>> = {
  investigating: { tone: 'stop', word: 'Investigating' },
  identified: { tone: 'warn', word: 'Identified' },
  monitoring: { tone: 'run', word: 'Monitoring' },
  resolved: { tone: 'ok', word: 'Resolved' },
  planned: { tone: 'maint', word: 'Planned' },
  in_progress: { tone: 'maint', word: 'In progress' },
  completed: { tone: 'ok', word: 'Completed' },
};

/** The stages that each kind goes through, the last one ends it. */
export const stagesOf: Readonly<Record<Incident['kind'], readonly Incident['stage'][]>> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['planned', 'in_progress', 'completed'],
};

export const impactWords: Readonly<Record<Incident['impact'], string>> = {
  none: 'nothing is impaired',
  degraded: 'what it touches is degraded',
  down: 'what it touches is down',
};

export const kindWords: Readonly<Record<Incident['kind'], string>> = {
  incident: 'Incident',
  maintenance: 'Maintenance',
};

export const levelWords: Readonly<Record<RedactionLevel, string>> = {
  names: 'Names',
  labels: 'Labels',
  counts: 'Counts',
};

export const visibilityWords: Readonly<Record<StatusPage['visibility'], string>> = {
  public: 'Public: whoever knows the address opens it',
  secret: 'Secret: it opens through its links alone',
};

export function isOver({ stage }: Pick<Incident, 'stage'>): boolean {
  return stage === 'resolved' || stage === 'completed';
}
