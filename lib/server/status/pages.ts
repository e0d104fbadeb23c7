/** The status pages of this process, kept in memory once for all who ask. */
import { VamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { controlStoreOf } from '../control-store';
import type { Runtime } from '../runtime';
import { PageShelf } from './page-shelf';

/** null where the configuration names no `control`. */
export function findShelf(runtime: Runtime): PageShelf | null {
  return runtime.once('status pages', () => {
    const store = controlStoreOf(runtime);
    return store === null ? null : new PageShelf({ store, clock: runtime.clock, random: systemRandom });
  });
}

/** @throws `unsupported` where there is no place for pages */
export function shelfOf(runtime: Runtime): PageShelf {
  const shelf = findShelf(runtime);
  if (shelf !== null) return shelf;
  throw new VamplateError(
    'unsupported',
    'Status pages need a place of the console’s own: set control in vamplate.config.json to a folder or a bucket, such as file:///var/lib/vamplate or s3://bucket/prefix.',
    { setting: 'control' },
  );
}
