/**
 * What the public forms read: pages and models in memory. Nobody who looks costs the store anything; the registers are
 * looked at every few seconds and the samples once per slot, whoever looks.
 */
import { createHmac } from 'node:crypto';
import type { MonotonicInstant } from '@/lib/base/clock';
import { systemRandom } from '@/lib/base/random';
import { unlessAborted } from '@/lib/base/unless-aborted';
import { linkState } from '@/lib/contracts/status-pages';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { sameDigest } from '../auth/secret-digest';
import { controlStoreOf } from '../control-store';
import type { Runtime } from '../runtime';
import { runCanary } from './canary';
import { canaryChoices } from './canary-choice-rules';
import { collectSample } from './collect-sample';
import { modelOf, momentOf } from './model-rules';
import type { StoredPage } from './page-record';
import { targetKey } from './page-rules';
import type { PageShelf } from './page-shelf';
import { findShelf } from './pages';
import { Proofs } from './proofs';
import { Records } from './records';
import type { SampleRecord } from './sample-record';
import { SampleStore } from './sample-store';
import { Sampler } from './sampler';
import { speaksOf } from './slot-rules';
import type { StatusModel } from './status-model';

/** Between the end of one look at the registers and the next: what is revoked elsewhere is closed here within 6 s. */
export const lookEveryMs = 5_000;

/**
 * So long after the last look that went well a page and its links still open: later nobody here knows whether a link was
 * revoked, or a page deleted or made secret.
 */
export const openMs = 5 * 60_000;

export type CurrentModel =
  | { readonly kind: 'found'; readonly page: StoredPage; readonly model: StatusModel }
  | { readonly kind: 'absent' }
  /** Nothing is known yet, or nobody could read it. */
  | { readonly kind: 'unknown' };

export type FoundLink =
  | { readonly kind: 'found'; readonly slug: string; readonly link: string }
  /** No such link, revoked, or past its end. */
  | { readonly kind: 'absent' }
  | { readonly kind: 'unknown' };

interface KnownLink {
  readonly slug: string;
  readonly link: StoredPage['links'][number];
}

interface Made {
  readonly from: readonly unknown[];
  readonly current: CurrentModel;
}

export class Status {
  readonly records = new Records();
  private readonly proofs: Proofs;
  private readonly sampler: Sampler;
  private readonly made = new Map<string, Made>();
  private readonly stopping = new AbortController();
  private links = { generation: -1, byDigest: new Map<string, KnownLink>() };
  private running: Promise<unknown> | null = null;

  constructor(
    private readonly runtime: Runtime,
    private readonly shelf: PageShelf,
    store: ObjectStore,
  ) {
    const { clock, log, id } = runtime;
    this.proofs = new Proofs({ store, clock, random: systemRandom });
    this.sampler = new Sampler({
      ...{ store: new SampleStore(store), records: this.records, clock, random: systemRandom, log, id },
      collect: (slot, signal) => this.collect(slot, signal),
      onMade: (slot, signal) =>
        runCanary(runtime, { pages: this.pages(), proofs: this.proofs }, slot, signal),
    });
  }

  /** Whether what was recorded before this process began has been read. */
  get loaded(): boolean {
    return this.sampler.loaded;
  }

  /** The page with all that is known of what is on it, public or not: who may see it is the caller's to ask. */
  currentModel(slug: string): CurrentModel {
    const known = this.shelf.known(slug);
    const page = known?.record.page ?? null;
    if (known === null || page === null) return this.nothing();
    return this.isSure(known.confirmedAt) ? this.modelOfPage(page) : { kind: 'unknown' };
  }

  /** The same of a page that anybody may open; of another nothing that would tell it from one that is not there. */
  publicModel(slug: string): CurrentModel {
    const isPublic = this.shelf.known(slug)?.record.page?.visibility === 'public';
    return isPublic ? this.currentModel(slug) : this.nothing();
  }

  /** @param digest SHA-256 of the secret, 64 hex digits */
  findBySecretDigest(digest: string): FoundLink {
    const found = this.linksByDigest().get(digest);
    if (found === undefined || !sameDigest(found.link.sha256, digest)) return this.nothing();
    if (linkState(found.link, this.runtime.clock.wall()) !== 'alive') return this.nothing();
    const seen = this.shelf.known(found.slug)?.confirmedAt ?? null;
    return this.isSure(seen) ? { kind: 'found', slug: found.slug, link: found.link.id } : { kind: 'unknown' };
  }

  /** Waits for nothing: the first look at the registers is under way when it returns. */
  start(): void {
    this.running ??= Promise.all([this.poll(), this.sampler.run(this.stopping.signal)]);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
  }

  /** What is said of whatever opens nothing: never there, deleted, secret, revoked, expired. */
  private nothing(): { readonly kind: 'absent' | 'unknown' } {
    // What could not be read may be what is asked for.
    return { kind: this.isSure(this.shelf.confirmedAt) && this.shelf.whole ? 'absent' : 'unknown' };
  }

  /** Whether what was confirmed then counts still. @param confirmedAt null: never */
  private isSure(confirmedAt: MonotonicInstant | null): boolean {
    // Bars without what was recorded before would say that nothing was; until then nobody is told anything.
    if (!this.loaded || confirmedAt === null) return false;
    const looked = this.shelf.confirmedAt;
    const now = this.runtime.clock.monotonic();
    return looked !== null && now - looked <= openMs && now - confirmedAt <= openMs;
  }

  private modelOfPage(page: StoredPage): CurrentModel {
    const { slug } = page;
    const recorded = this.records.recorded();
    const now = this.runtime.clock.wall();
    const sampledAt = recorded.newest?.at ?? null;
    const old = sampledAt === null || !speaksOf(sampledAt, now);
    const from = [page, this.records.generation, old, momentOf(page, sampledAt, now)];
    const before = this.made.get(slug);
    if (before?.from.every((part, place) => part === from[place])) return before.current;
    const model = modelOf(page, recorded, now, (key) => rowKey(page.salt, key));
    const current = { kind: 'found', page, model } as const;
    this.made.set(slug, { from, current });
    return current;
  }

  private async poll(): Promise<void> {
    const { clock, log } = this.runtime;
    const { signal } = this.stopping;
    let failing = false;
    while (!signal.aborted) {
      const looked = this.shelf.look().then(
        () => null,
        (cause: unknown) => cause,
      );
      const error = await unlessAborted(looked, signal);
      if (error !== null && !failing)
        log.warn({ error }, 'status pages cannot be read from the control store');
      failing = error !== null;
      await clock.sleep(lookEveryMs, signal).catch(() => undefined);
    }
  }

  private async collect(slot: number, signal: AbortSignal): Promise<SampleRecord> {
    const { byKey } = await this.proofs.read();
    const pages = this.pages();
    const wanted = new Set(pages.flatMap(({ targets }) => targets.map(targetKey)));
    const choices = canaryChoices(pages);
    return collectSample(this.runtime, slot, { wanted, choices, proofs: byKey }, signal);
  }

  private pages(): readonly StoredPage[] {
    return this.shelf.live().flatMap(({ record: { page } }) => page ?? []);
  }

  private linksByDigest(): ReadonlyMap<string, KnownLink> {
    const { generation } = this.shelf;
    if (this.links.generation !== generation) {
      const links = this.shelf
        .live()
        .flatMap(
          ({ slug, record }) =>
            record.page?.links.map((link) => [link.sha256, { slug, link }] as const) ?? [],
        );
      this.links = { generation, byDigest: new Map(links) };
    }
    return this.links.byDigest;
  }
}

/** Made on first use, which is the server's start where `control` is configured; null where it is not. */
export function statusOf(runtime: Runtime): Status | null {
  return runtime.once('status', () => {
    const shelf = findShelf(runtime);
    const store = controlStoreOf(runtime);
    if (shelf === null || store === null) return null;
    const status = new Status(runtime, shelf, store);
    runtime.onStop(() => status.stop());
    status.start();
    return status;
  });
}

/** The same in every replica and over restarts, and a riddle without the page's salt. */
function rowKey(salt: string, key: string): string {
  return createHmac('sha256', salt).update(key).digest('hex').slice(0, 16);
}
