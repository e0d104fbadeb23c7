/** Counts the rows of H.3 that show in what becomes of markers rather than in one decision. */
import type { MarkerFact } from './facts';
import type { Witness } from './witness';
import { manifestKey } from './world';

/** A marker has landed. */
export function countMarked({ facts, hit }: Witness, { marker, version, key, by }: MarkerFact): void {
  if (marker === 'committed') hit('H.3 sealed, committed');
  if (marker !== 'draining') return;
  hit('H.3 absent, fenced');
  const others = facts.markersOf(version).filter((one) => one.key !== key && one.by !== by);
  if (others.some((one) => one.marker === 'committed')) hit('H.3 committed, resumed');
  else if (others.some((one) => one.marker === 'sealed')) hit('H.3 sealed, owner lost, resumed');
}

/** A marker goes; asked before it has gone. */
export function countUnmarked({ facts, hit }: Witness, gone: MarkerFact, by: string): void {
  const { marker, version, namespace } = gone;
  if (namespace !== 'main') return;
  const present = facts.manifests.has(manifestKey(version));
  if (!present && marker !== 'draining') hit('H.3 manifests gone, finalized');
  if (present && gone.by !== by && marker === 'draining') hit('H.3 draining, owner lost');
  if (present && gone.by !== by && gone.by !== 'world' && marker === 'sealed')
    hit('seal of a live run cancelled');
  if (present && gone.by !== by && marker === 'sealed') hit('H.3 sealed, owner lost, cancelled by recovery');
  if (present && gone.by === by && marker === 'sealed' && !facts.isCommitted(version)) {
    const named = [...facts.references.values(), ...facts.intents.values()].some(
      (one) => one.version === version,
    );
    if (named) hit('H.3 sealed, reference held');
  }
}
