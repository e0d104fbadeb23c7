/** The ribbon of one branch: the newest versions one by one, older ones in bins, and the marks of all lanes. */
import type { endpoints } from '@/lib/contracts/endpoints';
import type { DatasetFacts } from '@/lib/lake/dataset-facts';
import { binVersions, foldMarks, type RibbonMarkFacts, type RibbonVersion } from '@/lib/lake/ribbon-rules';
import type { Operation } from '../http/operation';
import { type Asked, askDataset, metaOf } from '../reading';
import { ribbonMarks } from '../to-contract/ribbon-marks';
import { decimal, iso } from '../to-contract/scalars';
import { explainEntries } from '../to-contract/version-rows';

/** Versions explained for one picture; beyond them the picture says where it ends. */
const maxVersions = 50_000;

export const readRibbon: Operation<typeof endpoints.ribbon> = async (context, { params, query }) => {
  const asked = await askDataset(context, params, query.branch);
  const { facts } = asked;
  const { columns, listing } = facts.names;
  const shown = Math.min(query.span ?? columns.length, columns.length, maxVersions);
  const versions = explainedVersions(asked, shown);
  facts.reader.readAhead(facts.branch, columns.slice(0, Math.min(shown, 200)));
  const bins = binVersions(versions);
  const oldest = versions.at(-1)?.version ?? 0n;
  const marks: RibbonMarkFacts[] = foldMarks(ribbonMarks(facts), oldest);
  const everything = listing.complete && shown === columns.length;
  const kept = versions.filter(({ byPolicy }) => byPolicy);
  return {
    bins: bins.map(({ verdicts, storedFrom, storedTo, from, to, ...bin }) => ({
      ...bin,
      ...verdicts,
      from: decimal(from),
      to: decimal(to),
      storedFrom: iso(storedFrom),
      storedTo: iso(storedTo),
    })),
    marks: marks.map((mark) => ({
      ...mark,
      version: decimal(mark.version),
      since: iso(mark.since),
      until: iso(mark.until),
    })),
    notListedBelow: everything || versions.length === 0 ? null : decimal(oldest),
    policyHorizon:
      asked.explanation.cleaner.policy.unknownBecause === null ? decimal(kept.at(-1)?.version ?? null) : null,
    meta: metaOf(facts),
  };
};

type Shown = RibbonVersion & { readonly byPolicy: boolean };

/** A picture of a long history is worked out once for all who look, until a manifest more is known. */
const drawn = new WeakMap<DatasetFacts, { shown: number; generation: number; versions: readonly Shown[] }>();

function explainedVersions(asked: Asked, shown: number): readonly Shown[] {
  const { facts, explanation } = asked;
  const generation = facts.reader.manifests.generation;
  const before = drawn.get(facts);
  if (before?.shown === shown && before.generation === generation) return before.versions;
  const versions: Shown[] = [];
  for (let place = 0; place < shown; place += 1000) {
    const entries = facts.names.columns.slice(place, Math.min(place + 1000, shown));
    for (const { entry, finding, explanation: one } of explainEntries(facts, explanation, entries, place)) {
      versions.push({
        version: entry.version,
        verdict: one.verdict,
        operation: finding?.kind === 'read' ? finding.manifest.operation : null,
        storedAt: entry.storedAt,
        byPolicy: one.protections.some(({ kind, standing }) => kind === 'policy' && standing === 'active'),
      });
    }
  }
  drawn.set(facts, { shown, generation, versions });
  return versions;
}
