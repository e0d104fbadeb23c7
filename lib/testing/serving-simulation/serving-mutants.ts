/** The rules of a serving process as a schedule follows them: the real ones, or with exactly one changed. */
import { importIdOf } from '@/lib/engine/serving/import-id-rules';
import { type ServingRules, servingRules } from '@/lib/engine/serving/serving-rules';

export const servingMutants: Readonly<Record<string, Partial<ServingRules>>> = {
  'rotation on start': {
    startImport: (lifecycle, candidate) => {
      const started = servingRules.startImport(lifecycle, candidate);
      const active = lifecycle.serving?.active ?? null;
      if (started.kind === 'refused' || active === candidate) return started;
      return { kind: 'moved', to: { ...started.to, serving: { active: candidate, previous: active } } };
    },
  },
  'pointer before seal': {
    planPublication: (facts) => {
      const plan = servingRules.planPublication(facts);
      const seals = plan.filter(({ kind }) => kind === 'upload_seal');
      return [...plan.filter(({ kind }) => kind !== 'upload_seal'), ...seals];
    },
    mayPoint: () => true,
  },
  'generation not persisted before work': { workWaitsForStore: false },
  'head served though not local': {
    decideHead: (facts) =>
      facts.observedHead > facts.clean && facts.knownMaintenance.versions.has(facts.observedHead)
        ? {
            kind: 'serve_known_descendant',
            version: facts.observedHead,
            provenance: facts.knownMaintenance.provenance,
          }
        : servingRules.decideHead(facts),
  },
  'marker match taken as proof': {
    reconcile: (candidate, found) => ({
      kind: importIdOf(candidate) === importIdOf(found) ? 'same_import' : 'different_import',
    }),
  },
};

/** @param mutant name of a changed rule, null for the rules as they are */
export function rulesOf(mutant: string | null): ServingRules {
  if (mutant === null) return servingRules;
  const changed = servingMutants[mutant];
  if (changed === undefined) throw new RangeError(`no mutant is called ${mutant}`);
  return { ...servingRules, ...changed };
}
