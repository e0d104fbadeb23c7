/** Watches every effect in true time and asks the invariants of it; whatever an actor says is only what it was told. */

import type { LeaseHandle } from '@/lib/engine/leases/lease-handle';
import { leasesFolder, markersFolder, statesFolder } from '@/lib/engine/retirement/lifecycle-names';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { StoreCall } from '@/lib/testing/faulty-store';
import { checkDelete } from './delete-invariants';
import { Facts, type Landed } from './facts';
import { checkAnchor, checkCommit, checkHeld, checkUndone } from './marker-invariants';
import { countMarked, countUnmarked } from './marker-rows';
import { worthWaitingFor } from './meetings';
import type { Observer } from './observer';
import { Promises } from './promises';
import { checkReference, checkReferenceGone, checkReported } from './reference-invariants';
import type { ScheduleConfig } from './schedule-config';
import { isReleased, type LastLooks, releasedCleaner, type Witness } from './witness';
import { cloneRoot, type Manifests, root } from './world';

const never: LastLooks = {
  ...{ run: 0, began: -1, refs: -1, versions: -1, trees: -1, clones: -1 },
  ...{ states: -1, leases: -1, leasesEnded: -1, listsLeases: false, markers: -1 },
};

export class Ledger implements Observer, Witness {
  readonly facts: Facts;
  readonly promises: Promises;
  /** Keys that went as no protocol can prevent: by a released cleaner, or needed by what came within a delete window. */
  readonly excused = new Set<string>();
  /** Keys that a run may delete, by process; none while it runs nothing. */
  readonly plans = new Map<string, ReadonlySet<string>>();
  /** Versions that a cleaner has planned to retire and not begun with, by process. */
  readonly planned = new Map<string, readonly bigint[]>();
  /** Versions that outside reasons hold for the whole schedule (D14). */
  readonly heldOutside = new Set<bigint>();
  private tick = 0;
  private now = Number.NEGATIVE_INFINITY;
  private readonly asks = new Map<string, StoreCall>();
  private broken: string | null = null;
  private readonly looks = new Map<string, LastLooks>();
  private readonly sent = new WeakMap<StoreCall, LastLooks>();
  private readonly lastEffect = new Map<string, { readonly at: number; readonly run: number }>();
  private readonly commitsSent = new Set<string>();
  private readonly drains = new Map<string, number>();

  constructor(
    readonly manifests: Manifests,
    private readonly config: ScheduleConfig,
    readonly hit: (what: string) => void,
  ) {
    this.facts = new Facts(manifests);
    this.promises = new Promises(this.facts, config);
  }

  /** For what lies there before anybody moves: seen, and never at fault. */
  watching(store: ObjectStore): ObjectStore {
    return {
      ...store,
      create: async (key, body) => {
        const answer = await store.create(key, body);
        this.facts.stored(key, body, { by: 'world', tick: 0, at: Number.NEGATIVE_INFINITY });
        return answer;
      },
    };
  }

  worthWaitingFor(process: string, call: StoreCall): (() => boolean) | null {
    const { facts, promises, config, asks } = this;
    const seen = { facts, promises, config, asks, now: () => this.now };
    return worthWaitingFor(seen, process, call);
  }

  asked(process: string, call: StoreCall): void {
    this.tick += 1;
    this.asks.set(process, call);
    const before = this.endLeases(this.looks.get(process) ?? never, call);
    this.looks.set(process, before);
    if (call.verb === 'create' && call.key.endsWith('.committed')) {
      if (this.commitsSent.has(call.key)) this.hit('D1 commit sent again');
      this.commitsSent.add(call.key);
    }
    if (call.verb === 'list' && !call.continues) this.looks.set(process, { ...before, ...this.look(call) });
    else if (call.mutates) this.sent.set(call, before);
  }

  /** A later call of a process that does one thing at a time: its listing of leases has been answered in full. */
  private endLeases(looks: LastLooks, call: StoreCall): LastLooks {
    const stillAtIt = call.verb === 'list' && call.continues;
    return looks.listsLeases && !stillAtIt ? { ...looks, listsLeases: false, leasesEnded: this.tick } : looks;
  }

  landed(process: string, call: StoreCall, answer: unknown, now: number): void {
    if (!call.mutates) return;
    this.tick += 1;
    this.countStops(process, now);
    const answers = Array.isArray(answer) ? answer : call.keys.map(() => answer);
    for (const [index, key] of call.keys.entries()) {
      const kind = kindOf(answers[index]);
      const mayTouch = key.startsWith(`${root.key}/`) || key.startsWith('_vamplate/holders/');
      if (!mayTouch) this.breaks(`${process} touched ${key} outside the dataset`);
      if (kind === 'written' && call.body !== null) this.stored(process, key, call.body, call, now);
      if (kind === 'deleted') this.removed(process, key, call, now);
    }
  }

  /** An effect of a run whose process slept or was stopped for longer than it owns anything (D19). */
  private countStops(process: string, now: number): void {
    const before = this.lastEffect.get(process);
    this.lastEffect.set(process, { at: now, run: this.looks.get(process)?.run ?? 0 });
    if (before === undefined || before.run === 0 || before.run !== this.looks.get(process)?.run) return;
    if (now - before.at > 901_000) this.hit('D19 went on past its take-over');
  }

  deadlines(): readonly number[] {
    const leases = [...this.facts.leases.values()].map(({ endsAt }) => endsAt + 1_000);
    return [...leases, ...this.drains.values()];
  }

  /** `process` begins a run that may delete these keys and no others. */
  runBegins(process: string, keys: ReadonlySet<string>): void {
    const before = this.looks.get(process) ?? never;
    const began = this.tick;
    // Whoever never looks is held to what was there when the run began.
    const looks = { began, refs: began, versions: began, trees: began, clones: began };
    this.looks.set(process, { ...before, ...looks, run: before.run + 1 });
    this.plans.set(process, keys);
  }

  /** `process` was told that it holds a lease, from an acquisition or a renewal. */
  leaseTold(process: string, lease: LeaseHandle, now: number): void {
    this.breaks(checkHeld(this, process, lease.version, this.looks.get(process) ?? never));
    this.breaks(this.promises.leaseAccepted(process, lease, now));
  }

  /** `process` was told that its reference is published. */
  reported(process: string, key: string, version: bigint): void {
    this.breaks(checkReported(this, process, key, version));
    this.promises.referenceReported(key, version);
  }

  check(now: number): string | null {
    this.now = now;
    this.broken ??= this.promises.brokenLease(now);
    return this.broken;
  }

  breaks(what: string | null): void {
    this.broken ??= what;
  }

  private stored(process: string, key: string, body: Uint8Array, call: StoreCall, at: number): void {
    const landed: Landed = { by: process, tick: this.tick, at };
    const before = this.facts.references.get(key) ?? null;
    this.excuseWhatIsGone(key, body);
    this.facts.stored(key, body, landed);
    if (isReleased(process) || process === 'hasty tagger') this.promises.referenceGivenUp(key);
    const marker = this.facts.markers.get(key);
    if (marker !== undefined) countMarked(this, marker);
    if (marker?.marker === 'draining') this.drains.set(key, at + 901_000);
    if (marker?.marker === 'committed') this.breaks(checkCommit(this, marker, this.looksOf(call), at));
    const after = this.facts.references.get(key) ?? null;
    if (after !== null) this.promises.referenceWritten(key);
    if (after !== null && after !== before) this.breaks(checkReference(this, before, after));
  }

  /**
   * A manifest made from one that was being retired: what it needs went before it came (D20). A file that no manifest has
   * ever mentioned is its writer's own, and young.
   */
  private excuseWhatIsGone(key: string, body: Uint8Array): void {
    if (!key.endsWith('.manifest')) return;
    for (const need of this.manifests.needsOf(body) ?? []) {
      if (this.facts.present.has(need) || this.excused.has(need)) continue;
      if (!this.facts.everNeeded.has(need)) this.breaks(`${need} is gone before its first manifest came`);
      this.hit('D20 late');
      this.excused.add(need);
    }
  }

  private removed(process: string, key: string, call: StoreCall, now: number): void {
    if (!this.facts.present.has(key)) return;
    const looks = this.looksOf(call);
    if (process === releasedCleaner) this.excused.add(key);
    else this.breaks(checkDelete(this, { process, key, looks, now }));
    const marker = this.facts.markers.get(key);
    if (marker !== undefined) countUnmarked(this, marker, process);
    if (marker !== undefined) this.breaks(checkUndone(this, marker, looks));
    if (key.endsWith(`${'e'.repeat(32)}.intent`)) this.hit('H.4 completed by the mid scheme');
    const reference = this.facts.references.get(key);
    const unconditional = call.verb === 'delete' && !this.config.conditionalDelete;
    if (isReleased(process)) this.promises.takenAway(key);
    if (reference !== undefined && unconditional) this.hit('D4 plain delete of a tag');
    if (reference !== undefined) this.breaks(checkReferenceGone(this, process, reference, unconditional));
    this.facts.removed(key, process, this.tick, looks.run);
    this.drains.delete(key);
    if (marker !== undefined) this.breaks(checkAnchor(this, marker, looks));
  }

  private looksOf(call: StoreCall): LastLooks {
    return this.sent.get(call) ?? never;
  }

  private look({ key, shallow }: StoreCall): Partial<LastLooks> {
    const tick = this.tick;
    // The clock lies beside the markers and is listed alone.
    if (key.startsWith(`${root.key}/${markersFolder}main/`) && !key.endsWith('/_clock'))
      return { markers: tick };
    if (key === `${root.key}/_refs/`) return { refs: tick };
    if (key === `${root.key}/_versions/`) return { versions: tick };
    if (key === `${root.key}/` && shallow) return { trees: tick };
    if (key === `${cloneRoot}/_versions/`) return { clones: tick };
    if (key === `${root.key}/${statesFolder}`) return { states: tick };
    if (key === `${root.key}/${leasesFolder}main/`)
      return { leases: tick, listsLeases: true, leasesEnded: Number.POSITIVE_INFINITY };
    return {};
  }
}

function kindOf(answer: unknown): string | null {
  return typeof answer === 'object' && answer !== null && 'kind' in answer ? String(answer.kind) : null;
}
