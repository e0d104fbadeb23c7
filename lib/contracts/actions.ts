/** What every change of a lake is declared with, is told when it is refused, and answers when it is done. */
import { instant } from './primitives';
import type { Role } from './roles';
import { z } from './zod';

/** What the configuration must grant the console in a lake; each contains the one before. */
export type NeededGrant = 'protect' | 'retire';

/** What a store must be proven to do; which assumptions that needs, the engine knows. */
export type NeededOfStore = 'createTag' | 'moveTag' | 'deleteTag' | 'takeLease' | 'cleanup' | 'forceUnlock';

export interface ActionRule {
  /** As the journal writes it. */
  readonly name: string;
  /** 0 at once; 1 one confirm; 2 a summary and a reason; 3 the exact object, its typed name and a reason. */
  readonly friction: 0 | 1 | 2 | 3;
  readonly grant: NeededGrant;
  /** Null where nothing but the journal's own writes is needed. */
  readonly store: NeededOfStore | null;
  /** For some of its objects more is asked than for the others. */
  readonly harder?: {
    /** Which they are, as the page says it. */
    readonly when: string;
    readonly access: Role;
    readonly friction: 2 | 3;
  };
  /** Goes on in a frozen lake: opening it again. */
  readonly inFrozenLake?: true;
}

/** Why somebody does it: one line, kept in the journal. */
export const reason = z
  .string()
  .trim()
  .min(3)
  .max(1_000)
  .regex(/^[^\p{Cc}\p{Surrogate}]*$/u, 'expected one line')
  .meta({ description: 'Why, in one line; kept in the journal.' });

/** The name of what goes, typed by a person. */
export const typedName = z.string().max(1_024).meta({ description: 'The exact name of the object, typed.' });

/** One of `details.reasons` of a refusal. */
export const refusalReason = z.object({
  /** A word for programs, such as `grant`, `frozen`, `lease`. */
  code: z.string(),
  sentence: z.string(),
  /** Who holds; null where nobody does or it is not recorded. */
  holder: z.string().nullable(),
  since: instant.nullable(),
  /** What would release it. */
  remedy: z.string().nullable(),
});
export type RefusalReason = z.infer<typeof refusalReason>;

/** The two lines of the journal about one action. */
export const recorded = z.object({
  /** Id of the intent. */
  intent: z.string(),
  /** Null: the action was done, and the line that says so could not be written for certain. */
  outcome: z.string().nullable(),
});
export type Recorded = z.infer<typeof recorded>;

/** The reply of an action: what is now, what the store leaves open, and where it is written down. */
export function actionReply<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ ...shape, notes: z.array(z.string()), recorded });
}
