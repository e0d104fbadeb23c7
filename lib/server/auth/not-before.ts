/** Which sessions of an actor were ended everywhere: a register per actor in the console's `control` store, remembered for seconds. */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { type Random, systemRandom } from '@/lib/base/random';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openRegister, type Register } from '@/lib/engine/store/register';
import { controlStoreOf } from '../control-store';
import type { Runtime } from '../runtime';
import {
  type EverywhereStanding,
  everywhereStanding,
  type KnownGeneration,
  type NotBeforeRecord,
  needsReading,
  notBeforeRecord,
  raised,
  retryMs,
} from './not-before-rules';
import { sha256Hex } from './secret-digest';

const maxActors = 10_000;
const readTimeoutMs = 2_000;

export interface NotBeforeParts {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: Random;
}

/** null where the configuration names no `control`: then nobody can sign out everywhere. */
export function notBeforeOf(runtime: Runtime): NotBefore | null {
  return runtime.once('not before', () => {
    const store = controlStoreOf(runtime);
    return store === null ? null : new NotBefore({ store, clock: runtime.clock, random: systemRandom });
  });
}

export class NotBefore {
  private readonly known = new Map<string, KnownGeneration>();
  private readonly failedAt = new Map<string, number>();
  private readonly readings = new Map<string, Promise<void>>();

  constructor(private readonly parts: NotBeforeParts) {}

  /** Reads again where what is remembered is too old to say. Never rejects. */
  async standing(actor: string, generation: number): Promise<EverywhereStanding> {
    if (this.mustRead(actor, generation)) await this.read(actor);
    return this.judge(actor, generation);
  }

  /** At once, from what is remembered; a newer answer is fetched for the next time. */
  notEnded(actor: string, generation: number): boolean {
    if (this.mustRead(actor, generation)) void this.read(actor);
    return this.judge(actor, generation) !== 'ended';
  }

  /** What a session that begins now carries. @throws `unavailable` when it cannot be read */
  async generationNow(actor: string): Promise<number> {
    await this.read(actor);
    const known = this.known.get(actor);
    if (known !== undefined && this.judge(actor, known.generation) === 'stands') return known.generation;
    throw unreadable();
  }

  /** Ends every session of the actor that began before. @throws `unavailable` when it cannot be written */
  async raise(actor: string): Promise<void> {
    const { clock } = this.parts;
    const began = clock.monotonic();
    const answer = await this.register(actor)
      .update((current) => raised(current, actor, clock.wall()))
      .catch((error: unknown) => {
        const message = 'The control store did not confirm it: sessions elsewhere may not have ended.';
        throw new VamplateError('unavailable', message, { outcome: 'unknown' }, { cause: error });
      });
    // A reading that began before must not bring back what it found.
    this.readings.delete(actor);
    if (answer.value !== null) this.remember(actor, { generation: answer.value.generation, readAt: began });
  }

  private judge(actor: string, generation: number): EverywhereStanding {
    return everywhereStanding(this.known.get(actor) ?? null, generation, this.parts.clock.monotonic());
  }

  private mustRead(actor: string, generation: number): boolean {
    const now = this.parts.clock.monotonic();
    const failedAt = this.failedAt.get(actor);
    if (failedAt !== undefined && now - failedAt < retryMs) return false;
    return needsReading(this.known.get(actor) ?? null, generation, now);
  }

  /** One reading at a time for each actor; what it finds or that it failed is remembered. */
  private read(actor: string): Promise<void> {
    const running = this.readings.get(actor);
    if (running !== undefined) return running;
    const readAt = this.parts.clock.monotonic();
    const reading: Promise<void> = this.register(actor)
      .read({ signal: AbortSignal.timeout(readTimeoutMs) })
      .then(
        (found) => {
          if (this.readings.get(actor) !== reading) return;
          const generation = found.kind === 'absent' ? 0 : found.value.generation;
          this.remember(actor, { generation, readAt });
        },
        () => {
          this.failedAt.set(actor, this.parts.clock.monotonic());
          dropOldest(this.failedAt);
        },
      )
      .finally(() => {
        if (this.readings.get(actor) === reading) this.readings.delete(actor);
      });
    this.readings.set(actor, reading);
    return reading;
  }

  /** A count that fell means that the record was lost: what ended stays ended here. */
  private remember(actor: string, { generation, readAt }: KnownGeneration): void {
    const before = this.known.get(actor)?.generation ?? 0;
    this.known.delete(actor);
    this.known.set(actor, { generation: Math.max(before, generation), readAt });
    this.failedAt.delete(actor);
    dropOldest(this.known);
  }

  private register(actor: string): Register<NotBeforeRecord> {
    // An actor may be any text; its digest is a name on every store.
    const key = `_vamplate/not-before/${sha256Hex(actor)}.json`;
    return openRegister({ ...this.parts, key, schema: notBeforeRecord, maxBytes: 16_384 });
  }
}

export function unreadable(): VamplateError {
  return new VamplateError(
    'unavailable',
    'Whether this session was ended elsewhere cannot be read from the control store now.',
    { outcome: 'not_written' },
  );
}

function dropOldest(map: Map<string, unknown>): void {
  for (const key of map.keys()) {
    if (map.size <= maxActors) return;
    map.delete(key);
  }
}
