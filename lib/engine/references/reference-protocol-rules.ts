/** The decisions of the reference protocol, named by the moment they are asked, so that each can be put to the proof (F, H.4). */
import {
  type Availability,
  type AvailabilityFacts,
  decideAvailability,
} from '@/lib/engine/retirement/availability-rules';
import { canonicalHolds, type HoldBook, hasMoved } from './census-rules';
import { decideUndoing, settleExpiredIntent } from './settle-rules';

export interface ReferenceRules {
  /** Admission, step 2: before anything is written. */
  beforeIntent(facts: AvailabilityFacts): Availability;
  /** `ensure_owned`: with intent and state in place, so that either this sees a retirement or its census sees them. */
  beforeReference(facts: AvailabilityFacts): Availability;
  /** What a cleaner does with a pending intent whose owner is gone (F.7). */
  settleExpired: typeof settleExpiredIntent;
  /** What a revoking state does to the canonical object (F.6). */
  undo: typeof decideUndoing;
  /** What tags and branches keep. */
  canonicalHolds: typeof canonicalHolds;
  /** What a census counts, once all of it was read; the simulation counts nothing instead. */
  counted(book: HoldBook): HoldBook;
  /** Commit time: which states may speak of a publication that no census has counted. */
  hasMoved: typeof hasMoved;
}

export const referenceRules: ReferenceRules = {
  beforeIntent: decideAvailability,
  beforeReference: decideAvailability,
  settleExpired: settleExpiredIntent,
  undo: decideUndoing,
  canonicalHolds,
  counted: (book) => book,
  hasMoved,
};
