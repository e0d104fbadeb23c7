/** Writes copies of status pages where the configuration says, whenever they change; what cannot be written is tried again. */

import type { Logger } from 'pino';
import type { Clock } from '@/lib/base/clock';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { openStore } from '@/lib/engine/store/open-store';
import { sha256Hex } from '../auth/secret-digest';
import { storeAddressOf } from '../control-store';
import type { Runtime } from '../runtime';
import { renderExport } from './public/render-form';
import { redact } from './redact-rules';
import { type CurrentModel, statusOf } from './status';
import type { StatusModel } from './status-model';

/** A copy follows its page by this much at most, and a page that changes all the time costs a write in so long. */
const everyMs = 15_000;
const maxBytes = 8 * 1024 * 1024;

export interface PublisherParts {
  readonly store: ObjectStore;
  /** Key by slug. */
  readonly pages: Readonly<Record<string, string>>;
  readonly find: (slug: string) => CurrentModel;
  readonly clock: Clock;
  readonly log: Logger;
}

export class ExportPublisher {
  private readonly written = new Map<string, { readonly model: StatusModel; readonly digest: string }>();
  private readonly failing = new Set<string>();

  constructor(private readonly parts: PublisherParts) {}

  /** Goes on until it is aborted. Never rejects. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.turn();
      await this.parts.clock.sleep(everyMs, signal).catch(() => undefined);
    }
  }

  /** One look at every page, one after the other. A page that is gone, or not known yet, leaves its copy as it is. */
  async turn(): Promise<void> {
    const { pages, find, log } = this.parts;
    for (const [slug, key] of Object.entries(pages)) {
      const found = find(slug);
      if (found.kind !== 'found') continue;
      try {
        await this.publish(slug, key, found.model);
        this.failing.delete(slug);
      } catch (error) {
        if (!this.failing.has(slug)) log.warn({ error, slug }, 'the copy of a status page was not written');
        this.failing.add(slug);
      }
    }
  }

  private async publish(slug: string, key: string, model: StatusModel): Promise<void> {
    const before = this.written.get(slug);
    if (before?.model === model) return;
    const copy = await renderExport(redact(model));
    const body = new TextEncoder().encode(copy);
    if (body.length > maxBytes) throw new RangeError(`a copy of ${body.length} bytes is too large`);
    const digest = sha256Hex(copy);
    if (before?.digest !== digest) {
      const answer = await this.parts.store.put(key, body);
      if (answer.kind !== 'written') throw new Error(`the store answered ${answer.kind}`);
    }
    this.written.set(slug, { model, digest });
  }
}

/** Begins where the configuration names copies; ends with the server. */
export function startPublishing(runtime: Runtime): void {
  const { statusExport } = runtime.config;
  const status = statusOf(runtime);
  if (statusExport === undefined || status === null) return;
  runtime.once('status copies', () => {
    const { uri, pages } = statusExport;
    const store = openStore({ uri, ...storeAddressOf(runtime, uri) });
    const publisher = new ExportPublisher({
      ...{ store, pages, clock: runtime.clock, log: runtime.log },
      find: (slug) => status.currentModel(slug),
    });
    const stopping = new AbortController();
    const running = publisher.run(stopping.signal);
    runtime.onStop(() => {
      stopping.abort();
      return running;
    });
    return publisher;
  });
}
