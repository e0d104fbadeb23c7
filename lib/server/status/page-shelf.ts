/**
 * Every status page in memory, as the registers below `control` say: one listing and the changed ones per look, however
 * many people read a page. What this server itself changed counts at once; a page never goes back to an earlier
 * revision, so that nothing revoked opens again.
 */
import pLimit from 'p-limit';
import type { Clock, MonotonicInstant } from '@/lib/base/clock';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import type { Random } from '@/lib/base/random';
import type { ETag, ObjectStore } from '@/lib/engine/store/object-store';
import { openRegister } from '@/lib/engine/store/register';
import { type PageRecord, pageBounds, pageKey, pagePrefix, pageRecord, slugOfKey } from './page-record';

export interface KnownPage {
  readonly slug: string;
  readonly record: PageRecord;
  /** A look that began then found it, or found it unchanged. */
  readonly confirmedAt: MonotonicInstant;
  /** Why the newest look could not read it; null when it did. */
  readonly problem: string | null;
}

interface Entry extends KnownPage {
  /** Of the object that was read; null after a change of this server, whose ETag nobody knows. */
  readonly etag: ETag | null;
}

export interface ShelfParts {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly random: Random;
}

const lookTimeoutMs = 4_000;
const concurrency = 8;

export class PageShelf {
  private readonly entries = new Map<string, Entry>();
  /** Names whose object no look could ever read, and why. */
  private readonly unreadable = new Map<string, string>();
  private looking: Promise<void> | null = null;
  private lookedAt: MonotonicInstant | null = null;
  private more = false;

  /** Grows whenever a page is another than before. */
  generation = 0;

  constructor(private readonly parts: ShelfParts) {}

  /** Names with a page of which nothing is known, and what is wrong. */
  get problems(): ReadonlyMap<string, string> {
    return this.unreadable;
  }

  /** Whether the newest look listed every name and read each: what is not known then is not there. */
  get whole(): boolean {
    if (this.more || this.unreadable.size > 0) return false;
    return [...this.entries.values()].every(({ problem }) => problem === null);
  }

  /** When the newest look that ended well began; null before the first. */
  get confirmedAt(): MonotonicInstant | null {
    return this.lookedAt;
  }

  /** Deleted ones too. */
  known(slug: string): KnownPage | null {
    return this.entries.get(slug) ?? null;
  }

  /** Those that are, by slug. */
  live(): readonly KnownPage[] {
    const live = [...this.entries.values()].filter(({ record }) => record.page !== null);
    return live.sort((a, b) => (a.slug < b.slug ? -1 : 1));
  }

  /** Callers that come together share one look. @throws `unavailable` when the names cannot be listed */
  look(): Promise<void> {
    this.looking ??= this.lookOnce().finally(() => {
      this.looking = null;
    });
    return this.looking;
  }

  /** @throws as the register does, and as `change` does */
  async change(slug: string, change: (before: PageRecord | null) => PageRecord | null): Promise<PageRecord> {
    const { value } = await this.register(slug).update((before) => {
      const next = change(before);
      // What no reader would take is never written.
      return next === null ? null : pageRecord.parse(next);
    });
    if (value === null) throw new VamplateError('not_found', `There is no status page ${slug}.`, { slug });
    const confirmedAt = this.parts.clock.monotonic();
    this.remember({ slug, record: value, confirmedAt, etag: null, problem: null });
    return value;
  }

  /** What lies there now; null where nothing ever did. */
  async read(slug: string): Promise<PageRecord | null> {
    const began = this.parts.clock.monotonic();
    const found = await this.register(slug).read({ signal: AbortSignal.timeout(lookTimeoutMs) });
    if (found.kind === 'absent') return null;
    this.remember({ slug, record: found.value, confirmedAt: began, etag: found.etag, problem: null });
    return found.value;
  }

  /** @throws `refused` where one more page is too many; call after a look */
  requireRoom(slug: string): void {
    const taken = this.live().length;
    const names = this.entries.size + this.unreadable.size;
    if (taken < pageBounds.pages && !this.more && (names < pageBounds.names || this.entries.has(slug)))
      return;
    const sentence = `There are at most ${pageBounds.pages} status pages.`;
    const reason = {
      code: 'full',
      sentence,
      holder: null,
      since: null,
      remedy: 'Delete one that nobody reads.',
    };
    throw new VamplateError('refused', sentence, { reasons: [reason] });
  }

  private async lookOnce(): Promise<void> {
    const { store, clock } = this.parts;
    const began = clock.monotonic();
    const signal = AbortSignal.timeout(lookTimeoutMs);
    const page = await store.list({ prefix: pagePrefix, delimiter: '/', limit: pageBounds.names, signal });
    this.more = page.next !== null;
    const listed = new Map(page.objects.flatMap(({ key, etag }) => entryOf(slugOfKey(key), etag)));
    if (page.next === null) this.drop(listed, began);
    const limit = pLimit(concurrency);
    await Promise.all(
      [...listed].map(([slug, etag]) => limit(() => this.confirm(slug, etag, began, signal))),
    );
    this.lookedAt = began;
  }

  /** What is no more listed is gone, unless it came after the listing began. */
  private drop(listed: ReadonlyMap<string, ETag>, began: MonotonicInstant): void {
    for (const [slug, { confirmedAt }] of this.entries) {
      if (listed.has(slug) || confirmedAt >= began) continue;
      this.entries.delete(slug);
      this.generation += 1;
    }
    for (const slug of this.unreadable.keys()) if (!listed.has(slug)) this.unreadable.delete(slug);
  }

  private async confirm(
    slug: string,
    etag: ETag,
    began: MonotonicInstant,
    signal: AbortSignal,
  ): Promise<void> {
    const before = this.entries.get(slug);
    if (before !== undefined && before.etag === etag) {
      this.remember({ ...before, confirmedAt: began, problem: null });
      return;
    }
    try {
      const found = await this.register(slug).read({ signal });
      if (found.kind === 'absent') return;
      this.remember({ slug, record: found.value, confirmedAt: began, etag: found.etag, problem: null });
    } catch (error) {
      const problem = isVamplateError(error) ? error.message : 'It could not be read.';
      if (before === undefined) this.unreadable.set(slug, problem);
      else this.entries.set(slug, { ...before, problem });
    }
  }

  private remember(entry: Entry): void {
    const before = this.entries.get(entry.slug);
    this.unreadable.delete(entry.slug);
    if (before !== undefined && before.record.revision > entry.record.revision) return;
    if (before?.record !== entry.record) this.generation += 1;
    this.entries.set(entry.slug, entry);
  }

  private register(slug: string) {
    return openRegister({
      ...this.parts,
      key: pageKey(slug),
      schema: pageRecord,
      maxBytes: pageBounds.bytes,
    });
  }
}

function entryOf(slug: string | null, etag: ETag): [string, ETag][] {
  return slug === null ? [] : [[slug, etag]];
}
