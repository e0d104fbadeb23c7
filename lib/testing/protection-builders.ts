/** Facts of one small branch for tests of protection: version 9 is the latest, version 1 the one looked at. */
import { storageInstant } from '@/lib/base/clock';
import { indexHolders } from '@/lib/engine/protection/holder-rules';
import type {
  CleanerFacts,
  HolderFacts,
  RetirementFact,
  StateFact,
  VersionFact,
} from '@/lib/engine/protection/protection-facts';
import {
  explainVersions,
  type VersionExplanation,
  type VersionPage,
} from '@/lib/engine/protection/protection-rules';
import type { EffectivePolicy } from '@/lib/engine/protection/retention-policy';

export const day = 86_400_000;
export const now = 100 * day;
export const at = storageInstant;
export const run = 'a'.repeat(32);

export const version = (number: bigint, facts: Partial<VersionFact> = {}): VersionFact => ({
  version: number,
  storedAt: at(day),
  detached: false,
  read: 'read',
  committedAtMs: day,
  flagReasons: [],
  ...facts,
});
export const holders = (facts: Partial<HolderFacts> = {}): HolderFacts => ({
  branch: null,
  namespace: 'main',
  tags: [],
  pins: [],
  leases: [],
  markers: [],
  intents: [],
  states: [],
  operations: new Map(),
  outside: [],
  unreadable: [],
  refusals: [],
  storeTime: at(now),
  ...facts,
});
export const policy = (facts: Partial<EffectivePolicy> = {}): EffectivePolicy => ({
  source: 'lake',
  olderThan: '14days',
  olderThanMs: 14 * day,
  retainVersions: null,
  keepTags: [],
  unknownBecause: null,
  ...facts,
});
export const cleaner = (facts: Partial<CleanerFacts> = {}): CleanerFacts => ({
  policy: policy(),
  autoCleanup: null,
  releasedWriter: false,
  youngGuardMs: 0,
  ...facts,
});
export function explain(
  facts: Partial<HolderFacts>,
  clean: CleanerFacts = cleaner(),
  one: VersionFact = version(1n),
  page: Partial<VersionPage> = {},
): VersionExplanation {
  const all = { versions: [version(9n), one], latest: 9n, newerThanPage: 0, ...page };
  const found = explainVersions(all, indexHolders(holders(facts)), clean).find(
    (row) => row.version === one.version,
  );
  if (found === undefined) throw new Error('not explained');
  return found;
}

export const lease = {
  id: run,
  version: 1n,
  ttlMicros: 60_000_000n,
  storedAt: at(now - 1_000),
  listedAt: at(now),
  holder: null,
};
export const tag = {
  name: 'release',
  branch: null,
  version: 1n,
  storedAt: at(5),
  visibility: 'visible',
  branchKnown: true,
} as const;
export const pin = { name: 'exp', version: 1n, storedAt: at(5), evidence: 'identifier' } as const;
export const marker = (kind: RetirementFact['marker'], storedAt: number): RetirementFact => ({
  namespace: 'main',
  version: 1n,
  markerOperationId: run,
  marker: kind,
  key: kind,
  storedAt: at(storedAt),
  manifests: 'present',
});
export const intent = (storedAt: number, state: 'pending' | 'completed' = 'pending') => ({
  id: run,
  version: 1n,
  storedAt: at(storedAt),
  reference: 'tag candidate',
  record: {
    manifestPath: 'm',
    mutation: { kind: 'create', path: 'p', payload: new Uint8Array() },
    operationId: 'op',
    state,
  } as const,
});
export const pending: StateFact = {
  record: {
    state: 'pending',
    canonicalPath: 'p',
    operationId: 'op',
    target: { namespace: 'main', version: 1n },
    previous: null,
    previousWasLegacy: false,
  },
  canonical: { kind: 'absent' },
  storedAt: at(now - 5_000),
  reference: 'tag candidate',
};
export const fresh = now - 1_000;
export const old = now - 20 * day;
