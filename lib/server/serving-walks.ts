/** Walks the histories that explain what replicas serve later than clean, as far as they lie in configured lakes. */

import { MaintenanceProofs, type Walk } from '@/lib/lake/serving/maintenance-proofs';
import type { ReplicaView } from '@/lib/lake/serving/replica-view-rules';
import { lakesOf } from './lakes';
import type { Runtime } from './runtime';
import {
  type HeadCertaintyView,
  headCertaintyOf,
  laterHeadOf,
  type WalkAnswer,
  walkOf,
} from './to-contract/serving-certainty';

/** Most histories walked for one page; replicas of one dataset at one head share theirs. */
const mostWalks = 8;

/** @returns for each view in order what is known; null where nothing later than clean is to be explained */
export async function certaintiesOf(
  runtime: Runtime,
  views: readonly ReplicaView[],
): Promise<readonly (HeadCertaintyView | null)[]> {
  const lakes = lakesOf(runtime).all.map(({ settings }) => settings);
  const proofs = proofsOf(runtime);
  const begun = new Map<string, Promise<WalkAnswer>>();
  const answerTo = (walk: Walk | null): Promise<WalkAnswer> => {
    if (walk === null) return Promise.resolve({ kind: 'elsewhere' });
    const key = [walk.lake, walk.path, walk.clean, walk.head].join('\n');
    const known = begun.get(key);
    if (known !== undefined) return known;
    if (begun.size >= mostWalks) return Promise.resolve({ kind: 'put_off' });
    const answer = proofs.read(walk).then((reading): WalkAnswer => ({ kind: 'walked', walk, reading }));
    begun.set(key, answer);
    return answer;
  };
  return Promise.all(
    views.map(async ({ reading }) => {
      if (reading?.kind !== 'read') return null;
      const later = laterHeadOf(reading.report);
      return later === null
        ? null
        : headCertaintyOf(later, await answerTo(walkOf(reading.report, later, lakes)));
    }),
  );
}

/**
 * What is known without waiting, for pages that show every set: a history that nobody walked yet is begun, and viewers
 * are told to look again once it contradicts what they see.
 * @returns of one view; null where nothing is known of it
 */
export function knownCertainties(runtime: Runtime): (view: ReplicaView) => HeadCertaintyView | null {
  const lakes = lakesOf(runtime).all.map(({ settings }) => settings);
  const proofs = proofsOf(runtime);
  let begun = 0;
  return ({ reading }) => {
    if (reading?.kind !== 'read') return null;
    const later = laterHeadOf(reading.report);
    const walk = later === null ? null : walkOf(reading.report, later, lakes);
    if (later === null || walk === null) return null;
    const known = proofs.known(walk);
    if (!known.walking && begun < mostWalks) {
      begun += 1;
      void proofs.read(walk).then((found) => {
        if (known.reading !== null) return;
        const { certainty } = headCertaintyOf(later, { kind: 'walked', walk, reading: found });
        if (certainty !== 'contradicted') return;
        const { lake, path, clean, head } = walk;
        const etag = `${path} ${clean} ${head}`;
        runtime.hub.publish({ lake, dataset: null, part: 'serving', etag });
      });
    }
    return known.reading === null
      ? null
      : headCertaintyOf(later, { kind: 'walked', walk, reading: known.reading });
  };
}

function proofsOf(runtime: Runtime): MaintenanceProofs {
  return runtime.once(
    'serving walks',
    () => new MaintenanceProofs(runtime.clock, (lake) => lakesOf(runtime).lake(lake).store),
  );
}
