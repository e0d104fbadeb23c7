/** What the steps of one run share, and the spelling of its own markers. */
import type { Clock, StorageInstant } from '@/lib/base/clock';
import { type BodyCache, bodyCacheKey } from '@/lib/engine/control/body-cache';
import { below } from '@/lib/engine/lance/paths';
import type { AbandonedDrains } from '@/lib/engine/retirement/abandoned-drains';
import type { DatasetRoot } from '@/lib/engine/retirement/dataset-path';
import { listNamespaceMarkers } from '@/lib/engine/retirement/list-markers';
import { formatMarkerName, type MarkerKind } from '@/lib/engine/retirement/marker-names';
import { encodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import { createMarker } from '@/lib/engine/retirement/write-marker';
import type { ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import type { CleanupRules } from './census-rules';

export interface RetirementRun {
  readonly store: ObjectStore;
  readonly clock: Clock;
  readonly root: DatasetRoot;
  readonly namespace: string;
  /** 32 hex digits, of this run alone. */
  readonly markerOperationId: string;
  readonly abandoned: AbandonedDrains;
  readonly clockMarginMs: number;
  readonly rules: CleanupRules;
  /** What this process has read of control files; what it wrote itself need not be read. */
  readonly bodies?: BodyCache;
}

export interface RetiringVersion {
  readonly version: bigint;
  /** Full paths inside the store. */
  readonly manifestPaths: readonly string[];
}

/** A version and when its own marker was stored. */
export interface MarkedVersion extends RetiringVersion {
  readonly markedAt: StorageInstant;
}

export function markerKey(run: RetirementRun, version: bigint, marker: MarkerKind): string {
  const { namespace, markerOperationId } = run;
  return below(run.root.key, formatMarkerName({ namespace, version, markerOperationId, marker }));
}

export async function writeMarker(
  run: RetirementRun,
  { version, manifestPaths }: RetiringVersion,
  marker: MarkerKind,
): Promise<WriteAnswer> {
  const { store, root, namespace, markerOperationId, bodies } = run;
  const name = { namespace, version, markerOperationId, marker };
  const answer = await createMarker(store, root, name, manifestPaths);
  // Looks read seals and commits: two requests per version, of what is known here by the ETag it was written under.
  if (answer.kind === 'written' && marker !== 'draining') {
    const key = bodyCacheKey(store.uri, markerKey(run, version, marker), answer.etag, 'whole');
    bodies?.set(key, encodeMarkerRecord(manifestPaths));
  }
  return answer;
}

/**
 * Those of `versions` whose own marker is there, with its time, all from one listing after the writes (D18). Whatever the
 * writes answered, this is what others see now.
 */
export async function findMarked(
  run: RetirementRun,
  versions: readonly RetiringVersion[],
  marker: MarkerKind,
): Promise<readonly MarkedVersion[]> {
  const listed = await listNamespaceMarkers(run.store, run.root, run.namespace);
  const times = new Map(listed.map(({ key, storedAt }) => [key, storedAt]));
  return versions.flatMap((one) => {
    const markedAt = times.get(markerKey(run, one.version, marker));
    return markedAt === undefined ? [] : [{ ...one, markedAt }];
  });
}
