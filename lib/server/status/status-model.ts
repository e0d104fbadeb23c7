/**
 * What is known of a page's objects, before anything is left out: made from samples and the page's register alone, by
 * pure rules. It still holds what nobody outside may read; only `redact-rules.ts` turns it into the public document.
 */
import type { RedactionLevel, StatusDay, StatusState } from '@/lib/contracts/status-document';
import type { Incident } from '@/lib/contracts/status-pages';

/** Why a row is in its state: one word of a closed list, so that no text of the outside world is ever published. */
export const statusCodes = [
  'working',
  'not_sampled',
  'left_out',
  'sample_old',
  'unreadable',
  'damaged',
  'needs_operator',
  'missing_objects',
  'serving_down',
  'serving_degraded',
  'serving_behind',
  'serving_stale',
  'serving_recovering',
  'lock_free',
  'lock_late',
  'lock_silent',
  'lock_corrupt',
  'incident',
  'maintenance',
] as const;
export type StatusCode = (typeof statusCodes)[number];

export const retentionCodes = ['nothing_due', 'due', 'held', 'no_policy', 'abandoned', 'unknown'] as const;
export type RetentionCode = (typeof retentionCodes)[number];

export interface ModelRow {
  readonly key: string;
  readonly kind: 'dataset' | 'serving' | 'lock';
  /** The object's own name: last part of a dataset's path, a set's id, a root's id. */
  readonly name: string;
  readonly label: string | null;
  readonly description: string | null;
  readonly state: StatusState;
  readonly code: StatusCode;
  readonly since: string | null;
  readonly lastCommitAt: string | null;
  readonly lastProvenAt: string | null;
  readonly retention: {
    readonly state: StatusState;
    readonly code: RetentionCode;
    readonly count: number | null;
  } | null;
  readonly provenPercent: number | null;
  readonly days: readonly StatusDay[];
}

export interface StatusModel {
  readonly title: string;
  readonly level: RedactionLevel;
  readonly timeZone: string;
  /** Of the newest sample; null before the first. */
  readonly madeAt: string | null;
  /** 15 minutes after; null before the first. */
  readonly reliableUntil: string | null;
  readonly rows: readonly ModelRow[];
  /** With places in `rows` instead of places among targets. */
  readonly incidents: readonly (Omit<Incident, 'targets'> & { readonly rows: readonly number[] })[];
}
