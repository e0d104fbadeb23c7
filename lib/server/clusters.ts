/** The configured cluster roots, each watched once per process from the first ask on, however many pages are open. */
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { openEngine } from '@/lib/engine/engine';
import type { LockEngine } from '@/lib/engine/lock/lock-engine';
import type { LockPlace } from '@/lib/engine/lock/lock-place';
import type { LockSnapshot } from '@/lib/engine/lock/lock-snapshot-rules';
import type { SharedWatch } from '@/lib/engine/lock/share-watch';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { LakeReader } from '@/lib/lake/lake-reader';
import type { Config } from './config/load';
import { lakesOf } from './lakes';
import type { Runtime } from './runtime';

export type ClusterSettings = Config['clusters'][number];

/** Known without a store that answers. */
export type RootPlace = Pick<LockPlace, 'kind' | 'writers' | 'backend'>;

export class WatchedRoot {
  private watch: SharedWatch | null = null;

  readonly place: RootPlace;

  constructor(
    private readonly runtime: Runtime,
    readonly settings: ClusterSettings,
    readonly lake: LakeReader,
  ) {
    const { root, writers, backend } = settings;
    this.place = isOwn(root)
      ? { kind: 'own', writers: 'ours', backend: 'storage' }
      : { kind: 'cluster', writers, backend };
  }

  /** Begins the watch where it has not begun. @returns why it could not, in words; null when it runs */
  begin(): string | null {
    try {
      this.open();
      return null;
    } catch (error) {
      return isVamplateError(error) ? error.message : 'The store could not be opened.';
    }
  }

  latest(): LockSnapshot | null {
    return this.watch?.latest() ?? null;
  }

  /** @param store another view of the lake's store, such as one that counts @throws as opening the store does */
  lockOver(store: ObjectStore): LockEngine {
    const { root, writers, backend } = this.settings;
    const { clock } = this.runtime;
    const engine = openEngine({ store, clock, random: systemRandom, conditionalDelete: false });
    return isOwn(root) ? engine.ownLock(root) : engine.clusterLock(root, { writers, backend });
  }

  async stop(): Promise<void> {
    await this.watch?.stop();
  }

  private open(): void {
    if (this.watch !== null) return;
    const { id, lake, leaseSeconds } = this.settings;
    const { hub, log } = this.runtime;
    const lock = this.lockOver(this.lake.store);
    this.watch = lock.share({
      configuredMs: leaseSeconds === undefined ? null : leaseSeconds * 1_000,
      onError: (error) => log.warn({ error, root: id }, 'watching a lock failed'),
    });
    let told: string | null = null;
    this.watch.subscribe((snapshot) => {
      const verdict = verdictTag(id, snapshot);
      if (verdict !== told) hub.publish({ lake, dataset: null, part: 'locks', etag: verdict });
      told = verdict;
    });
  }
}

/** Made on first use, which is the server's start where roots are configured; the watches stop with the server. */
export function rootsOf(runtime: Runtime): readonly WatchedRoot[] {
  return runtime.once('cluster roots', () => {
    const lakes = lakesOf(runtime);
    const roots = runtime.config.clusters.map((one) => new WatchedRoot(runtime, one, lakes.lake(one.lake)));
    runtime.onStop(async () => {
      await Promise.all(roots.map((root) => root.stop()));
    });
    for (const root of roots) {
      const problem = root.begin();
      if (problem !== null)
        runtime.log.warn({ root: root.settings.id, problem }, 'a lock is not watched yet');
    }
    return roots;
  });
}

/** @throws `not_found` */
export function rootOf(runtime: Runtime, id: string): WatchedRoot {
  const found = rootsOf(runtime).find(({ settings }) => settings.id === id);
  if (found === undefined)
    throw new VamplateError('not_found', `There is no cluster root ${id}.`, { root: id });
  return found;
}

/** Another one is another verdict: whoever looks at it should look again, and need not before. */
function verdictTag(id: string, { state, since, flags, record, transitions }: LockSnapshot): string {
  const last = transitions.at(-1);
  return [id, state, since.at, record?.etag ?? '', last?.wallAt ?? '', ...flags].join(' ');
}

/** Decision D25: what lies there is this console's own. */
function isOwn(root: string): boolean {
  return root.startsWith('_vamplate/');
}
