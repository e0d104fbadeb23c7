/** The decisions of the lock, named by the moment they are asked, so that the simulation can put each to the proof. */
import { stepOwner } from './owner-rules';
import { silenceMs } from './watch-rules';

export interface LockRules {
  /** H.1: what an owner is after an event. */
  readonly stepOwner: typeof stepOwner;
  /** C.4: how much silence the answered listings prove. */
  readonly silenceMs: typeof silenceMs;
}

export const lockRules: LockRules = { stepOwner, silenceMs };
