/** Status pages as their admins make them: what is on one, who may open it, and what people outside are told about it. */

import { lockRootId } from './locks';
import { pageOf, replyOf } from './meta';
import { count, datasetId, instant, lakeId } from './primitives';
import { servingEnv, servingSetId } from './serving';
import { incidentImpact, incidentKind, incidentStage, redactionLevel, statusState } from './status-document';
import { z } from './zod';

const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'expected one line');

export const slug = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/)
  .meta({ description: 'The name of a status page in its address.' });

/** What outsiders read instead of the object's own name, and one line below it. */
const shown = { label: line(120).nullable(), description: line(240).nullable() };

/** A lake stands for every dataset in it. */
export const statusTarget = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('lake'), lake: lakeId, ...shown }),
  z.object({ kind: z.literal('dataset'), lake: lakeId, id: datasetId, ...shown }),
  z.object({ kind: z.literal('serving'), env: servingEnv, set: servingSetId, ...shown }),
  z.object({ kind: z.literal('lock'), root: lockRootId, ...shown }),
]);
export type StatusTarget = z.infer<typeof statusTarget>;

export const statusPageSettings = z.object({
  title: line(120),
  targets: z.array(statusTarget).min(1).max(200),
  level: redactionLevel,
  /** `secret`: it opens through its links alone. */
  visibility: z.enum(['public', 'secret']),
  /** IANA name; times are shown in it, with its offset. */
  timeZone: z.string().min(1).max(64),
  /** Whether a canary verifies what is on the page: the newest version of a dataset, tags of it, and what a set serves. */
  canary: z.boolean(),
  /** Names of the tags that it verifies; null or absent: every tag. */
  canaryTags: z.array(line(255)).max(50).nullable().optional(),
});
export type StatusPageSettings = z.infer<typeof statusPageSettings>;

const ulidText = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/);
const linkId = ulidText.meta({ description: 'A secret link of a status page.' });
export const statusLink = z.object({
  id: linkId,
  /** For whom, as its maker wrote. */
  note: z.string(),
  madeAt: instant,
  madeBy: z.string(),
  expiresAt: instant,
  revokedAt: instant.nullable(),
});
export type StatusLink = z.infer<typeof statusLink>;

export type LinkState = 'alive' | 'expired' | 'revoked';

/** Whether it opens its page at this moment, and why not. @param nowMs since 1970 */
export function linkState(
  { revokedAt, expiresAt }: Pick<StatusLink, 'revokedAt' | 'expiresAt'>,
  nowMs: number,
): LinkState {
  if (revokedAt !== null) return 'revoked';
  return Date.parse(expiresAt) > nowMs ? 'alive' : 'expired';
}

const incidentId = ulidText.meta({ description: 'An incident or a maintenance on a status page.' });
const markdown = z.string().max(20_000);
export const incidentUpdate = z.object({ at: instant, by: z.string(), text: z.string() });
export const incident = z.object({
  id: incidentId,
  kind: incidentKind,
  title: line(160),
  stage: incidentStage,
  impact: incidentImpact,
  startsAt: instant,
  /** Maintenance always has one: nothing stays excused because somebody forgot to end it. */
  endsAt: instant.nullable(),
  /** Places in the page's list of targets; they follow their targets when that list changes. Empty: none in particular. */
  targets: z.array(count).max(200),
  /** Newest first. */
  updates: z.array(incidentUpdate),
  postMortem: markdown.nullable(),
});
export type Incident = z.infer<typeof incident>;

/** What somebody changed on a page, for its admins. */
const statusPageChange = z.object({ at: instant, by: z.string(), what: z.string() });

export const statusPage = statusPageSettings.extend({
  slug,
  madeAt: instant,
  madeBy: z.string(),
  changedAt: instant,
  changedBy: z.string(),
  /** Grows with every change; a change names the one it saw. */
  revision: count,
  links: z.array(statusLink),
  incidents: z.array(incident),
  /** Newest first, the last 100. */
  changes: z.array(statusPageChange),
});
export type StatusPage = z.infer<typeof statusPage>;

/** What one sample or one proof said of a page, for its admins. */
export const statusPageNow = z.object({
  state: statusState,
  sentence: z.string(),
  sampledAt: instant.nullable(),
});

export const statusPageParams = z.object({ slug });
export const statusLinkParams = statusPageParams.extend({ link: linkId });
export const incidentParams = statusPageParams.extend({ incident: incidentId });

export const statusPagesReply = pageOf(statusPage.extend({ now: statusPageNow }));
/** Of a page, and of every change of what is on it. */
export const statusPageReply = replyOf(statusPage.extend({ now: statusPageNow }).shape);
export const makeStatusPageBody = statusPageSettings.extend({ slug });
/** Only what is named changes. */
export const changeStatusPageBody = statusPageSettings.partial().extend({ revision: count });
export const deleteStatusPageBody = z.object({ revision: count });
export const deleteStatusPageReply = z.object({ slug });
export const makeLinkBody = z.object({ note: line(120), expiresAt: instant });
/** The only time that the secret is told. */
export const makeLinkReply = z.object({ link: statusLink, secret: z.string(), path: z.string() });
/** The page as it was seen: places in its list of targets, and the texts that are replaced, are of this revision. */
const seen = { revision: count };
/** Of one intent to tell: sent again after a lost answer, it is told once. */
export const idempotencyKey = z
  .string()
  .regex(/^[0-9a-f]{32}$/)
  .meta({ description: 'A UUID in 32 lowercase hex digits.' });
export const makeIncidentBody = incident
  .pick({ kind: true, title: true, stage: true, impact: true, startsAt: true, endsAt: true, targets: true })
  .extend({ ...seen, text: markdown.min(1), idempotencyKey: idempotencyKey.optional() });
export const changeIncidentBody = z.object({
  ...seen,
  stage: incidentStage.optional(),
  impact: incidentImpact.optional(),
  startsAt: instant.optional(),
  endsAt: instant.nullable().optional(),
  title: line(160).optional(),
  /** One more update. */
  text: markdown.min(1).optional(),
  /** Kept with that update. */
  idempotencyKey: idempotencyKey.optional(),
  postMortem: markdown.nullable().optional(),
});
