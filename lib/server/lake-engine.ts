/** The engine over one lake's store, working as far as the last probe of that store proved that it may. */
import { VamplateError } from '@/lib/base/errors';
import { systemRandom } from '@/lib/base/random';
import { type Engine, openEngine } from '@/lib/engine/engine';
import type { Operations } from '@/lib/engine/operations/operations';
import type { ObjectStore } from '@/lib/engine/store/object-store';
import type { LakeReader } from '@/lib/lake/lake-reader';
import { servingHolders } from '@/lib/lake/serving/serving-holders';
import { lakesOf } from './lakes';
import type { Runtime } from './runtime';

/** @param conditionalDelete whether the store was proven to honour delete-if-match (A3); without it decision D4 applies */
export function engineOf(runtime: Runtime, lake: LakeReader, conditionalDelete: boolean): Engine {
  const { id, externalCommits = false } = lake.settings;
  // Kept, with its memory of manifests; another answer of the probe is another engine.
  return runtime.once(`engine of ${id}${conditionalDelete ? '' : ' without conditional delete'}`, () =>
    openEngine({
      ...{ store: lake.store, clock: runtime.clock, random: systemRandom },
      ...{ conditionalDelete, externalCommits },
      outsideReasons: servingHoldersOf(runtime, lake),
      otherDatasets: (rootKey) => otherDatasets(runtime, lake, rootKey),
    }),
  );
}

/** Every configured environment, whichever lake it reports into: a replica may serve from any of them. */
function servingHoldersOf(runtime: Runtime, lake: LakeReader) {
  const { config, clock } = runtime;
  return servingHolders({
    own: { store: lake.store, lake: lake.settings },
    environments: () =>
      config.serving.map((settings) => ({
        settings,
        store: () => lakesOf(runtime).lake(settings.lake).store,
      })),
    clock,
    fetch: (url, init) => fetch(url, init),
  });
}

/** What the console remembers in a lake, read through another view of its store, such as one that counts. */
export function operationsOver({ clock }: Runtime, store: ObjectStore): Operations {
  return openEngine({ store, clock, random: systemRandom, conditionalDelete: false }).operations;
}

/**
 * Every other dataset of the configured lakes, found anew: a clone may have been made a moment ago (D13).
 * @throws `unavailable` where not every lake could be searched whole; then nothing may go
 */
async function otherDatasets(runtime: Runtime, own: LakeReader, rootKey: string) {
  const perLake = await Promise.all(
    lakesOf(runtime).all.map(async (lake) => {
      // A search that is under way began before this was asked.
      lake.discovery.expire();
      const { value } = await lake.discovery.get(0);
      if (!value.complete) {
        throw new VamplateError('unavailable', `The lake ${lake.settings.id} was not searched whole.`, {
          notes: value.notes.slice(0, 5),
        });
      }
      return value.datasets
        .filter((path) => lake !== own || path !== rootKey)
        .map((root) => ({ store: lake.store, root }));
    }),
  );
  return perLake.flat();
}
