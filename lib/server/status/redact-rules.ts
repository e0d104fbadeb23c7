/**
 * Turns what is known of a status page into what anybody may read. The document is built field by field from closed
 * tables, checked states, instants, counts and what an admin wrote for outsiders; authors and whatever else the model
 * holds have no way out.
 */
import {
  type RedactionLevel,
  type StatusDocument,
  type StatusIncident,
  type StatusRow,
  statusDocument,
} from '@/lib/contracts/status-document';
import { countStates, headline } from './headline-rules';
import { retentionSentence, rowSentence } from './sentence-rules';
import { shownNames } from './shown-name-rules';
import type { ModelRow, StatusModel } from './status-model';

/** The public document of `model` at `level`, whatever level the page itself has. @throws ZodError on a broken model */
export function redact(model: StatusModel, level: RedactionLevel = model.level): StatusDocument {
  const names = shownNames(model.rows, level);
  const named = model.rows.map(({ key }, place) => ({ key, name: names[place] ?? '' }));
  const moment = momentOf(model);
  const incidents = model.incidents.map((one) => publicIncident(one, named, moment));
  const judged = model.rows.map(({ state, code }, place) => ({ name: names[place] ?? '', state, code }));
  const counted = level === 'counts';
  return statusDocument.parse({
    schema: 'vamplate-status-1',
    title: model.title,
    level,
    timeZone: model.timeZone,
    madeAt: model.madeAt,
    reliableUntil: model.reliableUntil,
    headline: headline({
      rows: judged,
      incidents,
      moment,
      mayName: !counted,
      sampled: model.madeAt !== null,
    }),
    counts: countStates(judged),
    rows: counted ? [] : model.rows.map((row, place) => publicRow(row, names[place] ?? '')),
    incidents: counted ? incidents.map((one) => ({ ...one, rows: [] })) : incidents,
  } satisfies StatusDocument);
}

function publicRow(row: ModelRow, name: string): StatusRow {
  return {
    key: row.key,
    kind: row.kind,
    name,
    description: row.description,
    state: row.state,
    sentence: rowSentence(row.kind, row.code),
    since: row.since,
    lastCommitAt: row.lastCommitAt,
    lastProvenAt: row.lastProvenAt,
    retention: row.retention && {
      state: row.retention.state,
      sentence: retentionSentence(row.retention.code, row.retention.count),
    },
    provenPercent: row.provenPercent,
    days: row.days.map(({ day, state, provenPercent }) => ({ day, state, provenPercent })),
  };
}

type ModelIncident = StatusModel['incidents'][number];

/** What the model speaks of: its newest sample, or what was told after it. By no clock, so that nothing changes unasked. */
function momentOf({ madeAt, incidents }: StatusModel): number {
  const told = incidents.flatMap(({ updates }) => updates.map(({ at }) => Date.parse(at)));
  return told.reduce((one, other) => Math.max(one, other), madeAt === null ? 0 : Date.parse(madeAt));
}

function publicIncident(one: ModelIncident, named: StatusIncident['rows'], moment: number): StatusIncident {
  return {
    key: one.id.toLowerCase(),
    kind: one.kind,
    title: one.title,
    stage: stageAt(one, moment),
    impact: one.impact,
    startsAt: one.startsAt,
    endsAt: one.endsAt,
    rows: one.rows.flatMap((place) => named[place] ?? []),
    updates: one.updates.map(({ at, text }) => ({ at, text })),
    postMortem: one.postMortem,
  };
}

/** Maintenance begins and ends by its plan, whoever forgot to say so. */
function stageAt({ kind, stage, startsAt, endsAt }: ModelIncident, moment: number): StatusIncident['stage'] {
  if (kind !== 'maintenance' || stage === 'completed') return stage;
  if (endsAt !== null && Date.parse(endsAt) <= moment) return 'completed';
  return Date.parse(startsAt) <= moment ? 'in_progress' : 'planned';
}
