/** Counts one dataset's control state by how it stands now. */
import type { BranchEntry, TagEntry } from '@/lib/engine/control/control-entries';
import { judgeLease, leaseExpiry } from '@/lib/engine/leases/lease-rules';
import { judgeIntent } from '@/lib/engine/references/reference-rules';
import { advancedRuns, hasAdvanced, judgeMarker } from '@/lib/engine/retirement/retirement-rules';
import type { DatasetFacts } from './dataset-facts';
import { presenceOf } from './presence';

export interface ControlCounts {
  readonly activeLeases: number;
  readonly leasesEndingSoon: number;
  readonly openRetirements: number;
  readonly abandonedRetirements: number;
  readonly intents: number;
  readonly expiredIntents: number;
  readonly tags: number;
  readonly branches: number;
  readonly corrupt: number;
}

const soonMs = 10 * 60_000;

/** Whether a reference is there as far as anybody knows: a tombstone is none, one that could not be read may be. */
export function isThere(body: BranchEntry['body'] | TagEntry['body']): boolean {
  return body.kind !== 'vanished' && !(body.kind === 'read' && body.value.kind === 'tombstone');
}

export function countControl(facts: Pick<DatasetFacts, 'control' | 'byNamespace'>): ControlCounts {
  const { leases, markers, intents, tags, branches, corrupt } = facts.control;
  // One that cannot be judged holds its version all the same: it counts until it is known to have ended.
  const active = leases.filter((lease) => judgeLease(lease, lease.listedAt) !== 'expired');
  const soon = active.filter(
    ({ storedAt, ttlMicros, listedAt }) =>
      listedAt !== null && leaseExpiry(storedAt, ttlMicros) - listedAt <= soonMs,
  );
  const runs = advancedRuns(markers);
  const abandoned = markers.filter((marker) => {
    const manifests = presenceOf(facts, marker.namespace, marker.version);
    const advanced = hasAdvanced(marker, runs);
    return judgeMarker(marker, { storeTime: marker.listedAt, manifests, advanced }).standing === 'abandoned';
  });
  const expired = intents.filter(({ body, storedAt, listedAt }) => {
    const record = body.kind === 'read' ? body.value : null;
    return judgeIntent({ storedAt, record }, listedAt).standing === 'expired';
  });
  return {
    activeLeases: active.length,
    leasesEndingSoon: soon.length,
    openRetirements: markers.length,
    abandonedRetirements: abandoned.length,
    intents: intents.length,
    expiredIntents: expired.length,
    tags: tags.filter(({ body }) => isThere(body)).length,
    branches: branches.filter(({ body }) => isThere(body)).length,
    corrupt: corrupt.length,
  };
}
