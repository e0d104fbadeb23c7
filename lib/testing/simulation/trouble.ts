/** Decides what each call meets: faults at a rate, cut-offs that last some calls, and holds where the protocol is decided. */
import type { StoreCall } from '@/lib/testing/faulty-store';
import type { SeededRandom } from '@/lib/testing/seeded-random';
import { drawFault, drawLoss, type Fault } from './faults';
import type { ScheduleConfig } from './schedule-config';

/** What announces, seals, commits and publishes. */
const decisiveKey = /\.(lease|draining|sealed|committed|intent|state)$|\/_refs\/(tags|branches)\//;
const lastCensus = '/version_reference_intents/main/';

const newTag = ({ verb, key }: StoreCall) => verb === 'create' && key.includes('/_refs/tags/');

interface Troubled {
  /** Calls that will get no answer, as when a network is cut off for a while. */
  cutOffFor: number;
  /** Keys that were looked at for a hold, so that none is held twice for being decisive. */
  readonly lookedAt: Set<string>;
}

export class Trouble {
  private readonly processes = new Map<string, Troubled>();

  constructor(
    private readonly config: ScheduleConfig,
    private readonly random: SeededRandom,
  ) {}

  /** Null when the call goes as it should. */
  of(process: string, call: StoreCall, worthWaiting: boolean): Exclude<Fault, 'cut_off'> | null {
    const { faultRate, waitsForOthers } = this.config;
    const troubled = this.processes.get(process) ?? { cutOffFor: 0, lookedAt: new Set() };
    this.processes.set(process, troubled);
    if (troubled.cutOffFor > 0 && faultRate > 0) {
      troubled.cutOffFor -= 1;
      return drawLoss(this.random, call.mutates);
    }
    const decisive = call.mutates && decisiveKey.test(call.key);
    const asked = `waits ${call.key}`;
    if (faultRate > 0 && worthWaiting && !troubled.lookedAt.has(asked)) {
      troubled.lookedAt.add(asked);
      if (this.random.chance(waitsForOthers)) return 'wait';
    }
    if (faultRate > 0 && !troubled.lookedAt.has(call.key)) {
      const chance = this.holdChance(call, decisive);
      if (chance > 0) troubled.lookedAt.add(call.key);
      if (call.key.endsWith('.committed') && this.random.chance(0.03)) {
        troubled.cutOffFor = 6 + this.random.int(10);
        return 'late';
      }
      if (this.random.chance(chance)) return 'hold';
      // Without a generation nothing tells one publisher's tag from another's: what is lost there is tried again.
      if (this.config.releasedOnly && newTag(call) && this.random.chance(0.2)) return 'lost_before';
    }
    const fault = drawFault(this.random, decisive ? 3 * faultRate : faultRate, call.mutates);
    if (fault === 'cut_off') troubled.cutOffFor = 2 + this.random.int(10);
    return fault === 'cut_off' ? drawLoss(this.random, call.mutates) : fault;
  }

  /** How likely a process is to be held just there, where what others do meanwhile counts most. */
  private holdChance({ key, body, verb }: StoreCall, decisive: boolean): number {
    const { heldAtCommit, heldAtState } = this.config;
    if (verb === 'list' && key.endsWith(lastCensus)) return heldAtState;
    if (!decisive || body === null) return 0;
    if (key.endsWith('.committed')) return heldAtCommit;
    return key.endsWith('.state') ? heldAtState : 0.02;
  }
}
