/**
 * Every run of this process and, by looking again and again, every run that others had and left: one loop per process,
 * begun with the server, bounded in lakes, runs and time, ended with it.
 */
import { encodeDatasetId } from '@/lib/contracts/dataset-id';
import type { RunRecord } from '@/lib/engine/operations/run-record';
import type { RunLook, SilenceWatch } from '@/lib/engine/operations/silence-rules';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { engineOf } from '../lake-engine';
import { lakesOf } from '../lakes';
import { probedConditions } from '../operations/probe-lake';
import type { Runtime } from '../runtime';
import { operationsOf } from './find-in-lakes';
import { ownRun } from './own-run';
import type { RunGuard } from './run-guard';
import { PlanSweep } from './sweep-plans';

/** Runs that one process has or waits for at once; the others wait for a process that has room. */
const maxJobs = 8;
const maxLookMs = 15_000;
const tellEveryMs = 1_000;

interface Held {
  readonly stop: AbortController;
  readonly done: Promise<void>;
  owned: { readonly progress: () => RunRecord; readonly guard: RunGuard } | null;
}

export class RunWatch {
  private readonly held = new Map<string, Held>();
  private readonly watches = new Map<string, SilenceWatch>();
  private readonly ended = new Set<string>();
  private readonly stopped = new AbortController();
  private readonly sweep: PlanSweep;
  private looping: Promise<void> = Promise.resolve();

  constructor(private readonly runtime: Runtime) {
    this.sweep = new PlanSweep(runtime);
  }

  start(): void {
    this.looping = this.loop();
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    for (const { stop } of this.held.values()) stop.abort();
    await Promise.all([this.looping, ...[...this.held.values()].map(({ done }) => done)]);
  }

  /** Begins a run that was registered here, or goes on with one. No more at once than there is room for. */
  begin(lake: LakeReader, record: RunRecord): void {
    if (this.stopped.signal.aborted || this.held.has(record.run) || this.held.size >= maxJobs) return;
    const stop = new AbortController();
    const done = this.keepTrying(lake, record, stop.signal)
      .catch((error: unknown) => {
        if (!stop.signal.aborted) this.runtime.log.error({ error, run: record.run }, 'a run was given up');
      })
      .finally(() => {
        this.held.delete(record.run);
        this.tell(lake, record, 'ended here');
      });
    this.held.set(record.run, { stop, done, owned: null });
  }

  /** The record as this process knows it better than the register; null where it has not the run. */
  live(run: string): RunRecord | null {
    return this.held.get(run)?.owned?.progress() ?? null;
  }

  /** Before its next batch, and without waiting for the next beat to tell it. */
  stopHere(run: string, actor: string): void {
    this.held.get(run)?.owned?.guard.stop('stopped', `${actor} asked it to stop.`);
  }

  /** Notes one look at a run. @returns for how long no newer beat was seen; null for the first look */
  note(lake: LakeReader, look: RunLook): number | null {
    const { run } = look.run;
    const before = this.watches.get(run) ?? null;
    if (look.run.state === 'ended') {
      this.forget(lake, run);
      return null;
    }
    const operations = operationsOf(this.runtime, lake);
    const watch = operations.noteLook(before, look);
    this.watches.set(run, watch);
    return before === null ? null : operations.silentMs(watch);
  }

  /** A run whose dataset is busy is tried again for as long as it waits; a plan that lapsed meanwhile ends it. */
  private async keepTrying(lake: LakeReader, record: RunRecord, signal: AbortSignal): Promise<void> {
    const { runtime } = this;
    let told = 0;
    const onChange = () => {
      const now = runtime.clock.monotonic();
      if (now - told < tellEveryMs) return;
      told = now;
      this.tell(lake, record, String(now));
    };
    while (!signal.aborted) {
      const { findings } = await probedConditions({ runtime, headers: new Headers() }, lake);
      const engine = engineOf(runtime, lake, findings.deleteIfMatch.answer === 'yes');
      const outcome = await ownRun(runtime, engine, record, {
        ...{ run: record.run, signal, onChange },
        watch: () => this.watches.get(record.run) ?? null,
        onOwned: (owned) => {
          const held = this.held.get(record.run);
          if (held !== undefined) held.owned = owned;
          this.tell(lake, record, owned === null ? 'given back' : 'owned');
        },
      });
      if (outcome !== 'waiting') return;
      await runtime.clock.sleep(this.lookMs, signal);
      const now = await engine.operations.findRun(record.run);
      // Whoever has it now, or had it, is watched like every other.
      if (now === null || now.state !== 'waiting') return;
    }
  }

  private async loop(): Promise<void> {
    const { clock, log } = this.runtime;
    const { signal } = this.stopped;
    while (!signal.aborted) {
      for (const lake of this.lakes) {
        await this.look(lake).catch((error: unknown) => {
          if (!signal.aborted) log.warn({ error, lake: lake.settings.id }, 'runs could not be looked at');
        });
        await this.sweep.maybe(lake, signal).catch((error: unknown) => {
          if (!signal.aborted) log.warn({ error, lake: lake.settings.id }, 'unused plans were not removed');
        });
      }
      await clock.sleep(this.lookMs, signal).catch(() => undefined);
    }
  }

  /** Only where this server may delete it has anything to go on with. */
  private get lakes(): readonly LakeReader[] {
    return lakesOf(this.runtime).all.filter(({ settings }) => settings.gc === 'retire');
  }

  private get lookMs(): number {
    return Math.min(maxLookMs, this.runtime.config.watchIntervalMs);
  }

  /** No beat for so long: the lock then tells whether the owner lives. */
  private doubtMs(beatMs: number): number {
    return Math.min(2 * beatMs, this.runtime.config.runLeaseSeconds * 1_000);
  }

  private async look(lake: LakeReader): Promise<void> {
    const operations = operationsOf(this.runtime, lake);
    const { open, ended } = await operations.findOpenRuns(this.ended, { signal: this.stopped.signal });
    for (const id of ended) {
      this.ended.add(id);
      this.forget(lake, id);
    }
    for (const look of open) {
      const { run } = look;
      const before = this.watches.get(run.run);
      const silentMs = this.note(lake, look) ?? 0;
      if (before?.beat !== run.beat.count) this.tell(lake, run, `beat ${run.beat.count}`);
      const left = run.owner === null && run.state !== 'waiting';
      if (left || silentMs >= this.doubtMs(operations.runTimes.beatMs)) this.begin(lake, run);
    }
  }

  private tell(lake: LakeReader, { run, dataset }: RunRecord, etag: string): void {
    const place = { lake: lake.settings.id, dataset: encodeDatasetId(dataset) };
    this.runtime.hub.publish({ ...place, part: 'runs', etag: `${run} ${etag}` });
  }

  /** Whoever sees first that a watched run has ended tells everybody. */
  private forget(lake: LakeReader, run: string): void {
    if (!this.watches.delete(run)) return;
    this.runtime.hub.publish({ lake: lake.settings.id, dataset: null, part: 'runs', etag: `${run} ended` });
  }
}

/** Made on first use, which is the server's start where a lake grants it; ends with the server. */
export function runsOf(runtime: Runtime): RunWatch {
  return runtime.once('runs', () => {
    const watch = new RunWatch(runtime);
    runtime.onStop(() => watch.stop());
    watch.start();
    return watch;
  });
}
