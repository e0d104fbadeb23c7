/** The faults a store call can meet, and what each means for its effect, its answer and its process (D1). */
import type { SeededRandom } from '@/lib/testing/seeded-random';

export type Fault =
  | 'refused'
  /** Nothing was written and the service says so. */
  | '409'
  | 'lost_before'
  | 'lost_after'
  /** No answer; the effect lands any number of steps later. */
  | 'late'
  | 'dies_before'
  | 'dies_after'
  /** The process dies and its effect lands later. */
  | 'dies_late'
  /** SIGSTOP, for 20 minutes or until something is about to end, with the call still to be made. */
  | 'stop'
  /** The same until others have done some hundred calls: a process that the machine does not let run. */
  | 'hold'
  /** The same until others have done what matters most there, or an hour is over. */
  | 'wait'
  /** No answer to this call and the next few. */
  | 'cut_off';

const ofWrites = [
  'refused',
  '409',
  'lost_before',
  'lost_after',
  'late',
  'late',
  'dies_before',
  'dies_after',
  'dies_late',
  'stop',
  'stop',
  'hold',
  'hold',
  'hold',
  'cut_off',
] as const;
const ofReads = [
  'refused',
  'lost_before',
  'lost_before',
  'dies_before',
  'stop',
  'stop',
  'hold',
  'hold',
  'hold',
  'cut_off',
] as const;

export function drawFault(random: SeededRandom, rate: number, mutates: boolean): Fault | null {
  if (!random.chance(rate)) return null;
  return mutates ? random.pick([...ofWrites]) : random.pick([...ofReads]);
}

/** One of the ways in which a call gets no answer. */
export function drawLoss(random: SeededRandom, mutates: boolean): 'lost_before' | 'lost_after' | 'late' {
  return mutates ? random.pick(['lost_before', 'lost_before', 'lost_after', 'late']) : 'lost_before';
}

export interface Happening {
  readonly effect: 'now' | 'late' | 'never';
  readonly answer: 'given' | 'refused' | 'lost';
  readonly dies: boolean;
}

export function whatHappens(fault: Exclude<Fault, 'stop' | 'hold' | 'wait' | 'cut_off'> | null): Happening {
  switch (fault) {
    case null:
      return { effect: 'now', answer: 'given', dies: false };
    case 'refused':
    case '409':
      return { effect: 'never', answer: 'refused', dies: false };
    case 'lost_before':
      return { effect: 'never', answer: 'lost', dies: false };
    case 'lost_after':
      return { effect: 'now', answer: 'lost', dies: false };
    case 'late':
      return { effect: 'late', answer: 'lost', dies: false };
    case 'dies_before':
      return { effect: 'never', answer: 'lost', dies: true };
    case 'dies_after':
      return { effect: 'now', answer: 'lost', dies: true };
    case 'dies_late':
      return { effect: 'late', answer: 'lost', dies: true };
  }
}
