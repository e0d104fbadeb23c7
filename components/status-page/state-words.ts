/** How a public state looks and is called: always a tone, a glyph and a word. */
import type { Tone } from '@/components/ui/tone';
import { isOpen, type StatusIncident, type StatusState } from '@/lib/contracts/status-document';

export const stateTone: Readonly<Record<StatusState, Tone>> = {
  down: 'stop',
  degraded: 'warn',
  unknown: 'unk',
  maintenance: 'maint',
  working: 'ok',
};

export const stateWord: Readonly<Record<StatusState, string>> = {
  down: 'Down',
  degraded: 'Degraded',
  unknown: 'Unknown',
  maintenance: 'Maintenance',
  working: 'Working',
};

/** Behind a count: `1 in maintenance`. */
export const countedWord: Readonly<Record<StatusState, string>> = {
  down: 'down',
  degraded: 'degraded',
  unknown: 'unknown',
  maintenance: 'in maintenance',
  working: 'working',
};

export const stageWord: Readonly<Record<StatusIncident['stage'], string>> = {
  investigating: 'Investigating',
  identified: 'Identified',
  monitoring: 'Monitoring',
  resolved: 'Resolved',
  planned: 'Planned',
  in_progress: 'In progress',
  completed: 'Completed',
};

/** The tone of an incident's badge: what it does while it is open; over, it is judged no more. */
export function incidentTone(incident: Pick<StatusIncident, 'kind' | 'stage' | 'impact'>): Tone {
  if (incident.kind === 'maintenance') return 'maint';
  if (!isOpen(incident)) return 'ok';
  return incident.impact === 'none' ? 'unk' : stateTone[incident.impact];
}
