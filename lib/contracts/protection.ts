/** Why one version may not die: one entry per reason, each with its end and with who honours it (issue section 5). */
import { instant } from './primitives';
import { z } from './zod';

export const protectionKinds = [
  'latest',
  'tag',
  'branch',
  'lease',
  'intent',
  'reference_state',
  'retirement',
  'policy',
  'detached',
  'unsupported',
  'unreadable',
  'outside',
] as const;
export const protectionKind = z.enum(protectionKinds);
export type ProtectionKind = z.infer<typeof protectionKind>;

/**
 * `every`: every Lance cleaner keeps it. `lease_aware`: only cleaners that know leases, markers and intents.
 * `release_dependent`: depends on the release of the cleaner. `unknown`: not established.
 */
export const honouredBy = z.enum(['every', 'lease_aware', 'release_dependent', 'unknown']);
export type HonouredBy = z.infer<typeof honouredBy>;

export const protection = z.object({
  kind: protectionKind,
  /** What to call it: the tag's or branch's name, a lease's id, `sealed`, `last 10`; shown as text. */
  subject: z.string(),
  /** `active` holds now; `expired` and `abandoned` hold until somebody settles them; `unknown` cannot be judged. */
  standing: z.enum(['active', 'expired', 'abandoned', 'unknown']),
  /** Who holds it, or null where the format records nobody (D23): then show 'holder not recorded'. */
  holder: z.string().nullable(),
  since: instant.nullable(),
  /** When it ends by itself; null when it never does or that is not known. */
  until: instant.nullable(),
  /** The event that ends it, as the rest of a sentence after 'Ends when '. */
  endsWhen: z.string(),
  honouredBy,
});
export type Protection = z.infer<typeof protection>;

/**
 * `latest`, `held` (somebody holds it), `policy` (only the policy window keeps it), `reclaimable` (nothing keeps it),
 * `unknown` (a reason could not be established, or there is no policy).
 */
export const verdict = z.enum(['latest', 'held', 'policy', 'reclaimable', 'unknown']);
export type Verdict = z.infer<typeof verdict>;

/** The earliest instant a version could be reclaimed. */
export const earliestReclaim = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('at'), at: instant, estimated: z.boolean() }),
  z.object({ kind: z.literal('now'), estimated: z.boolean() }),
  /** A holder has no end of its own; `because` names it. */
  z.object({ kind: z.literal('never'), because: z.string() }),
  z.object({ kind: z.literal('unknown'), because: z.string() }),
]);
export type EarliestReclaim = z.infer<typeof earliestReclaim>;
