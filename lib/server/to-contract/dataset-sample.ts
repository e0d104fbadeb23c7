/** What a sample needs to know of a dataset, from the facts that are in memory anyway. */
import { countControl } from '@/lib/lake/control-counts';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import type { Explanation } from '@/lib/lake/explain';
import { findingsOf } from '@/lib/lake/findings';
import type { FleetDataset } from '@/lib/lake/fleet-snapshot';
import { iso } from './scalars';
import { explainEntries } from './version-rows';

/** Versions judged for one sample: of a longer history nobody says what is due. */
const maxJudged = 1_000;

/** How long a count of storage speaks of a dataset's size. */
const bytesStandMs = 86_400_000;

/** null for a dataset that was never read. @param now this host's clock */
export function datasetNow({ seen }: FleetDataset, now: number) {
  if (seen === undefined) return null;
  const { dataset, facts } = seen;
  const explanation = dataset.explain(facts);
  const { control, head, names } = facts;
  const readInFull = control.complete && head?.finding.kind === 'read';
  const counted = dataset.countedStorage(facts);
  const { policy } = explanation.cleaner;
  return {
    readAgeMs: now - facts.readAt,
    readInFull,
    findings: findingsOf({ dataset, facts, explanation }),
    lastCommitAt: iso(head?.entry.storedAt ?? null),
    versions: names.listing.complete ? names.columns.length : null,
    bytes:
      counted !== undefined && now - counted.readAt <= bytesStandMs
        ? counted.value.account.total.bytes
        : null,
    retention: {
      policy: policyOf(policy),
      readInFull,
      abandoned: countControl(facts).abandonedRetirements,
      refusals: explanation.refusals.length,
      verdicts: verdictsOf(facts, explanation),
    },
  };
}

function policyOf({ source, unknownBecause }: Explanation['cleaner']['policy']): 'applied' | 'wrong' | null {
  if (source === 'none') return null;
  return unknownBecause === null ? 'applied' : 'wrong';
}

function verdictsOf(facts: DatasetFacts, explanation: Explanation) {
  const { columns, listing } = facts.names;
  if (!listing.complete || columns.length > maxJudged) return null;
  const entries = columns.slice(0, maxJudged);
  const counts = { reclaimable: 0, held: 0, unknown: 0 };
  for (const { explanation: one } of explainEntries(facts, explanation, entries, 0)) {
    if (one.verdict === 'reclaimable') counts.reclaimable += 1;
    else if (one.verdict === 'held') counts.held += 1;
    else if (one.verdict === 'unknown') counts.unknown += 1;
  }
  return counts;
}
