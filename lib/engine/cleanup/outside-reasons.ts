/** What else may hold a version, told by others as plain facts: serving replicas, flags of the console (D14). */
import type { OutsideReason, UnreadableEvidence } from '@/lib/engine/protection/protection-facts';

export interface OutsideQuestion {
  readonly storeUri: string;
  /** The dataset's root below the store. */
  readonly dataset: string;
  /** Null is main. */
  readonly branch: string | null;
}

export interface OutsideAnswer {
  readonly reasons: readonly OutsideReason[];
  /** What could not be asked: an error keeps. */
  readonly unreadable: readonly UnreadableEvidence[];
}

/** Asked when planning and again by every guard. Whatever it throws keeps every version. */
export type OutsideReasons = (question: OutsideQuestion) => Promise<OutsideAnswer>;

export const noOutsideReasons: OutsideReasons = async () => ({ reasons: [], unreadable: [] });

/** As `outside`, but whatever it throws is evidence that is missing about every version: an error keeps (D14). */
export function keepingOnError(outside: OutsideReasons): OutsideReasons {
  return async (question) => {
    try {
      return await outside(question);
    } catch {
      return {
        reasons: [],
        unreadable: [{ subject: 'the answer of who else holds versions', version: null }],
      };
    }
  };
}
