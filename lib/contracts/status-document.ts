/** The public form of a status page: what `status.json` carries, and everything that any public form may know. */
import { instant } from './primitives';
import { z } from './zod';

/** Worst first: a row's state now. `unknown`: nobody read it lately; never counted as working. */
export const statusState = z.enum(['down', 'degraded', 'unknown', 'maintenance', 'working']);
export type StatusState = z.infer<typeof statusState>;

/** How much outsiders are told: the objects' own names, only the names given on the page, or counts alone. */
export const redactionLevel = z.enum(['names', 'labels', 'counts']);
export type RedactionLevel = z.infer<typeof redactionLevel>;

/** A calendar day in UTC. */
export const day = z.iso.date();

export const statusDay = z.object({
  day,
  /** The worst that was sampled; null where nothing was recorded. */
  state: statusState.nullable(),
  /** Samples that proved it working, of all that were due and not in maintenance, in percent; null without any. */
  provenPercent: z.number().min(0).max(100).nullable(),
});
export type StatusDay = z.infer<typeof statusDay>;

/** Stable in its page, tells nothing of the object. */
const rowKey = z.string().regex(/^[a-z0-9]{1,16}$/);

export const statusRow = z.object({
  key: rowKey,
  kind: z.enum(['dataset', 'serving', 'lock']),
  name: z.string(),
  description: z.string().nullable(),
  state: statusState,
  /** The state in plain words. */
  sentence: z.string(),
  /** Of the oldest sample in an unbroken row that say the same; null where that is not recorded. */
  since: instant.nullable(),
  lastCommitAt: instant.nullable(),
  /** When every object of the chosen versions and references was last seen to be there. */
  lastProvenAt: instant.nullable(),
  /** Null for what has no versions to retain. */
  retention: z.object({ state: statusState, sentence: z.string() }).nullable(),
  /** Of the days shown, as a day's. */
  provenPercent: z.number().min(0).max(100).nullable(),
  /** 90 days, today last. */
  days: z.array(statusDay),
});
export type StatusRow = z.infer<typeof statusRow>;

export const incidentImpact = z.enum(['none', 'degraded', 'down']);
export const incidentKind = z.enum(['incident', 'maintenance']);
export const incidentStage = z.enum([
  'investigating',
  'identified',
  'monitoring',
  'resolved',
  'planned',
  'in_progress',
  'completed',
]);

export type IncidentStage = z.infer<typeof incidentStage>;

/** The stages that each kind goes through, the last one ends it. */
export const stagesOf: Readonly<Record<z.infer<typeof incidentKind>, readonly IncidentStage[]>> = {
  incident: ['investigating', 'identified', 'monitoring', 'resolved'],
  maintenance: ['planned', 'in_progress', 'completed'],
};

export const statusIncident = z.object({
  key: z.string().regex(/^[a-z0-9]{1,26}$/),
  kind: incidentKind,
  title: z.string(),
  stage: incidentStage,
  impact: incidentImpact,
  startsAt: instant,
  /** Planned, or when it was over. */
  endsAt: instant.nullable(),
  /** Rows it touches: rows may share a name, not a key. Empty at level `counts`. */
  rows: z.array(z.object({ key: rowKey, name: z.string() })),
  /** Newest first. */
  updates: z.array(z.object({ at: instant, text: z.string() })),
  /** Markdown. */
  postMortem: z.string().nullable(),
});
export type StatusIncident = z.infer<typeof statusIncident>;

/** Neither resolved nor completed: it stands among what is now and next. */
export function isOpen({ stage }: Pick<StatusIncident, 'stage'>): boolean {
  return stage !== 'resolved' && stage !== 'completed';
}

export const statusDocument = z.object({
  schema: z.literal('vamplate-status-1'),
  title: z.string(),
  level: redactionLevel,
  timeZone: z.string(),
  /** Of the newest sample it rests on; null before the first. */
  madeAt: instant.nullable(),
  /** From here on do not rely on it. */
  reliableUntil: instant.nullable(),
  headline: z.object({
    state: statusState,
    sentence: z.string(),
    detail: z.string().nullable(),
    /** Name of the worst row; null where all work, there is none, or the level tells counts alone. */
    worst: z.string().nullable(),
  }),
  counts: z.record(statusState, z.int().nonnegative()),
  /** Empty at level `counts`. */
  rows: z.array(statusRow),
  /** Current and planned ones first, then those of the last 90 days, newest first. */
  incidents: z.array(statusIncident),
});
export type StatusDocument = z.infer<typeof statusDocument>;
