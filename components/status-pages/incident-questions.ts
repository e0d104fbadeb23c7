/** What is asked before people outside are told of an incident or a maintenance, or of how it goes on. */
import type { DialogQuestion, Said } from '@/components/actions/action-dialog';
import type { Field } from '@/components/actions/action-field';
import { stageWord } from '@/components/status-page/state-words';
import { stagesOf } from '@/lib/contracts/status-document';
import type { Incident } from '@/lib/contracts/status-pages';
import { instantOf, momentOf, momentProblem } from './moment-rules';
import { impactWords } from './status-words';
import { lineProblem } from './target-rules';

const hourMs = 3_600_000;
const maintenanceMs = 31 * 24 * hourMs;
const maxText = 20_000;

const markdownHint = 'Markdown: no HTML, links only to http and https. Outsiders read every word of it.';
const textProblem = (value: string) => (value.length > maxText ? 'At most 20,000 characters.' : null);

const impactField: Field = {
  ...{ id: 'impact', label: 'Impact', initial: 'degraded' },
  choices: (['none', 'degraded', 'down'] as const).map(
    (one) => [one, sentenceCase(impactWords[one])] as const,
  ),
};

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function stageField(kind: Incident['kind'], stages: readonly Incident['stage'][], initial?: string): Field {
  return {
    ...{ id: 'stage', label: kind === 'incident' ? 'How far it is' : 'Stage' },
    initial: initial ?? stages[0] ?? '',
    choices: stages.map((one) => [one, stageWord[one]] as const),
  };
}

function endField(atMs: number): Field {
  return {
    ...{ id: 'ends', label: 'Ends, in UTC', initial: momentOf(atMs), moment: true },
    ...{ hint: 'Within 31 days of its begin.', wrong: momentProblem },
  };
}

const titleField: Field = { id: 'title', label: 'Title', wrong: (value) => lineProblem(value, 160) };

/** @param page its title. @param nowMs when the dialog was opened */
export function makeIncidentQuestion(kind: Incident['kind'], page: string, nowMs: number): DialogQuestion {
  return kind === 'incident' ? unplannedQuestion(page, nowMs) : maintenanceQuestion(page, nowMs);
}

function unplannedQuestion(page: string, nowMs: number): DialogQuestion {
  return {
    title: `What should people outside be told on ${page}?`,
    consequences: ['Whoever opens the page reads it within seconds. It stays until somebody resolves it.'],
    fields: [
      titleField,
      stageField('incident', stagesOf.incident),
      impactField,
      {
        ...{ id: 'starts', label: 'Began, in UTC', initial: momentOf(nowMs), moment: true },
        wrong: momentProblem,
      },
      { ...{ id: 'text', label: 'First update', lines: 4, hint: markdownHint }, wrong: textProblem },
    ],
    submit: 'Tell of incident',
  };
}

function maintenanceQuestion(page: string, nowMs: number): DialogQuestion {
  return {
    title: `When is maintenance planned on ${page}?`,
    consequences: [
      'Between its begin and its end what it touches is shown in maintenance, never as down.',
      'It ends by itself: nothing stays excused because somebody forgot.',
    ],
    fields: [
      titleField,
      stageField(
        'maintenance',
        stagesOf.maintenance.filter((one) => one !== 'completed'),
      ),
      {
        ...{ id: 'starts', label: 'Begins, in UTC', initial: momentOf(nowMs + hourMs), moment: true },
        wrong: momentProblem,
      },
      endField(nowMs + 2 * hourMs),
      { ...{ id: 'text', label: 'What is done', lines: 4, hint: markdownHint }, wrong: textProblem },
    ],
    submit: 'Plan maintenance',
  };
}

/** Why the times do not fit; null when they do. */
export function timesProblem({ fields: { starts = '', ends } }: Said): string | null {
  const from = instantOf(starts);
  const to = ends === undefined ? null : instantOf(ends);
  if (from === null || to === null) return null;
  const lasts = Date.parse(to) - Date.parse(from);
  if (lasts <= 0) return 'It ends before it begins.';
  return lasts > maintenanceMs ? 'Maintenance lasts 31 days at most.' : null;
}

export function updateIncidentQuestion(incident: Incident): DialogQuestion {
  const stages = stagesOf[incident.kind];
  return {
    title: `How does “${incident.title}” go on?`,
    consequences: ['The update stands above those before, with the time of now. It cannot be taken back.'],
    fields: [
      stageField(incident.kind, stages, incident.stage),
      ...(incident.kind === 'incident'
        ? [{ ...impactField, initial: incident.impact }]
        : [endField(Date.parse(incident.endsAt ?? incident.startsAt))]),
      { ...{ id: 'text', label: 'Update', lines: 4, hint: markdownHint }, wrong: textProblem },
    ],
    submit: 'Add update',
  };
}

export function resolveIncidentQuestion(incident: Incident): DialogQuestion {
  const words = incident.kind === 'incident' ? 'resolved' : 'completed';
  return {
    title: `Is “${incident.title}” ${words}?`,
    consequences: [`It is shown as ${words} with the time of now, and no more among what is open.`],
    fields: [{ ...{ id: 'text', label: 'Last update', lines: 3, hint: markdownHint }, wrong: textProblem }],
    submit: incident.kind === 'incident' ? 'Resolve incident' : 'Complete maintenance',
  };
}

export function postMortemQuestion(incident: Incident): DialogQuestion {
  return {
    title: `What is there to learn from “${incident.title}”?`,
    consequences: ['It stands below the updates. Empty takes it away again.'],
    fields: [
      {
        ...{ id: 'postMortem', label: 'Post-mortem', optional: true, lines: 10 },
        ...{ initial: incident.postMortem ?? '', hint: markdownHint, wrong: textProblem },
      },
    ],
    submit: 'Save post-mortem',
  };
}
