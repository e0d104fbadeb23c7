/** Finds the objects that go with the planned versions: everything listed that nobody who stays needs (G.3). */
import type { StorageInstant } from '@/lib/base/clock';
import { rootUri } from '@/lib/engine/lance/root-uri';
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import type { PlanContext } from './cleanup-context';
import type { PlannedGroup, PlannedObject } from './cleanup-plan';
import { type DeletionFacts, fateOf } from './deletion-set-rules';
import type { PlanWatch } from './plan-progress';
import type { FolderSurvey, SurveyedVersion } from './survey/dataset-survey';
import { type KeptNeeds, keysHere } from './survey/kept-needs';
import { visitObjects } from './survey/list-objects';
import { refuseOwnManifest } from './survey/plan-ground';
import { visitManifests } from './survey/read-manifests';

export interface ObjectQuestion {
  readonly target: FolderSurvey;
  readonly planned: ReadonlyMap<bigint, PlannedGroup>;
  readonly kept: KeptNeeds;
  readonly recentFrom: StorageInstant;
}

export interface FoundObjects {
  /** Ordered by key. */
  readonly objects: readonly PlannedObject[];
  readonly listed: number;
  readonly manifestsRead: number;
}

interface Unneeded {
  readonly entry: string;
  readonly meta: ObjectMeta;
}

export async function plannedObjects(
  context: PlanContext,
  watch: PlanWatch,
  question: ObjectQuestion,
): Promise<FoundObjects> {
  const { target, planned, kept, recentFrom } = question;
  const going = target.versions.filter(({ version }) => planned.has(version));
  const uncertain = new Set<string>();
  const mentioned = new Set<string>();
  let manifestsRead = 0;
  const address = rootUri(context.store, target.root);
  const learn = async (versions: readonly SurveyedVersion[]) => {
    manifestsRead += versions.length;
    await visitManifests(context, target.root, versions, (listed, manifest) => {
      refuseOwnManifest(target, listed, manifest);
      if (manifest === null) return;
      const certain = planned.get(listed.version) === 'certain';
      for (const key of keysHere(manifest, address)) {
        mentioned.add(key);
        if (!certain) uncertain.add(key);
      }
    });
  };
  await learn(going.filter(({ version }) => planned.get(version) !== 'certain'));

  const facts: DeletionFacts = {
    kept: (name) => kept.has(name),
    mentioned: (name) => mentioned.has(name),
    recentFrom,
  };
  const unneeded: Unneeded[] = [];
  let listed = 0;
  let recent = false;
  await visitObjects(context, target.root, (entry, meta) => {
    listed += 1;
    watch.sawObject();
    const fate = fateOf(entry, meta.storedAt, facts);
    if (fate.kind === 'stays') return;
    unneeded.push({ entry, meta });
    recent ||= fate.kind === 'recent';
  });
  if (recent) {
    // A manifest mentions only what was stored before it; the margin is for clocks of one store that differ.
    const from = recentFrom - context.clockMarginMs;
    await learn(going.filter((one) => planned.get(one.version) === 'certain' && one.storedAt >= from));
  }
  const objects = unneeded.flatMap(({ entry, meta }): PlannedObject[] => {
    const fate = fateOf(entry, meta.storedAt, facts);
    if (fate.kind !== 'goes') return [];
    const { key, size, etag, storedAt } = meta;
    const { class: kind, because, name } = fate;
    return [{ key, size, etag, storedAt, class: kind, because, certain: !uncertain.has(name) }];
  });
  return { objects: objects.sort((a, b) => (a.key < b.key ? -1 : 1)), listed, manifestsRead };
}
