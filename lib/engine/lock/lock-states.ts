/** The words an observer has for a lock, in the order in which they are tried (cluster-lock.md, G.2). */

export const lockStates = [
  'unreadable',
  'free',
  'oversize',
  'corrupt',
  'released',
  'claimed',
  'held-unleased',
  'held-observing',
  'held-beating',
  'late',
  'silent',
] as const;
export type LockState = (typeof lockStates)[number];
