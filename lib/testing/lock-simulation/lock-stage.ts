/** One lock root in virtual time, with as many processes around it as a test names, and everything they asked of the store. */
import type { LockContext } from '@/lib/engine/lock/lock-context';
import { leaseFolder, lockKey } from '@/lib/engine/lock/lock-names';
import { clusterPlace, type LockPlace } from '@/lib/engine/lock/lock-place';
import { encodeLockRecord, type LockRecord } from '@/lib/engine/lock/lock-record';
import { type LockRules, lockRules } from '@/lib/engine/lock/lock-rules';
import { type LockReading, readLock } from '@/lib/engine/lock/read-lock';
import { type MemoryStoreOptions, openMemoryStore } from '@/lib/engine/store/memory-store';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { SeededRandom } from '@/lib/testing/seeded-random';
import { type SentCall, VirtualNetwork } from './virtual-network';
import { type VirtualProcess, VirtualWorld } from './virtual-world';

export interface StageProcess {
  readonly process: VirtualProcess;
  readonly context: LockContext;
}

export interface StageOptions extends MemoryStoreOptions {
  readonly kind?: ObjectStore['kind'];
  readonly writers?: LockPlace['writers'];
}

export class LockStage {
  readonly world = new VirtualWorld();
  /** The store itself, without any network. */
  readonly store: ObjectStore;
  readonly network: VirtualNetwork;
  readonly place: LockPlace;
  readonly calls: SentCall[] = [];
  private readonly random = new SeededRandom(4);

  constructor({ kind = 'memory', writers = 'ours', ...options }: StageOptions = {}) {
    const memory = openMemoryStore({ now: () => Date.UTC(2026, 10, 17, 9) + this.world.now, ...options });
    this.store = kind === 'memory' ? memory : { ...memory, kind };
    this.network = new VirtualNetwork(this.world, this.store);
    this.network.observers.push({ sent: (call) => this.calls.push(call) });
    this.place = clusterPlace(this.store, '', writers);
  }

  process(name: string, rules: LockRules = lockRules): StageProcess {
    const process = this.world.process(name);
    const context = {
      store: this.network.storeOf(process),
      clock: process.clock,
      random: this.random.fork(),
      rules,
    };
    return { process, context };
  }

  run(ms: number): Promise<void> {
    return this.world.run(ms);
  }

  /** Runs until the promise is settled; fails when it is not within `ms`. */
  async until<T>(promise: Promise<T>, ms = 7_200_000): Promise<T> {
    let done = false;
    const end = () => {
      done = true;
    };
    promise.then(end, end);
    await this.world.run(ms, () => done);
    if (!done) throw new Error(`nothing came of it within ${ms} ms`);
    return promise;
  }

  async keys(prefix = ''): Promise<readonly string[]> {
    return (await this.store.list({ prefix })).objects.map(({ key }) => key);
  }

  /** Names of the direct children of an id's lease folder. */
  async lease(lockId: string, place: LockPlace = this.place): Promise<readonly string[]> {
    const folder = leaseFolder(place.root, lockId) ?? '?';
    return (await this.keys(folder)).map((key) => key.slice(folder.length));
  }

  record(): Promise<LockReading> {
    return readLock({ store: this.store }, this.place);
  }

  /** Writes a record as if another program had. */
  async put(record: LockRecord | string): Promise<string> {
    const body = typeof record === 'string' ? new TextEncoder().encode(record) : encodeLockRecord(record);
    const answer = await this.store.put(lockKey(this.place.root), body);
    return answer.kind === 'written' ? answer.etag : '';
  }

  /** What was asked, in order, as `verb name-of-key`; `who` narrows to one process. */
  asked(who?: VirtualProcess): readonly string[] {
    return this.calls
      .filter(({ process }) => who === undefined || process === who)
      .map(({ call }) => `${call.verb} ${call.key.replace(/^.*__cluster\//, '')}`);
  }

  /** Calls of one process on keys that end so. */
  callsOn(who: VirtualProcess, verb: string, ending: string): readonly SentCall[] {
    return this.calls.filter(
      ({ process, call }) => process === who && call.verb === verb && call.key.endsWith(ending),
    );
  }
}

export const foreignId = '01M7MBR2QRT5N2C9V6X3R1D0EH';

export function foreignRecord(changes: Partial<LockRecord> = {}): LockRecord {
  return {
    lockId: foreignId,
    operation: 'serve',
    createdAt: '2026-11-17T09:00:00.120394Z',
    pid: 17,
    ...changes,
  };
}
