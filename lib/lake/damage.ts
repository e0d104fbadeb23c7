/** What of a dataset is damaged, one sentence each; whatever could be read is shown all the same. */
import { judgeFlags } from '@/lib/engine/lance/feature-flags';
import type { DatasetFacts } from './dataset-facts';

export function damageOf({ reader, branch, head, names }: DatasetFacts): string[] {
  const damage: string[] = [];
  const { scheme, unrecognised, latest } = names.listing;
  if (latest === null) damage.push('There is no version in _versions/.');
  // One that the store did not give is not known to be damaged.
  if (head?.finding.kind === 'failed' && head.finding.error.kind !== 'unavailable') {
    damage.push(`The newest manifest: ${head.finding.problem}`);
  }
  if (head?.finding.kind === 'read') {
    const { mismatch, summary } = head.finding.manifest;
    const needs = reader.manifests.peekNeeds(reader.root(branch), head.entry);
    if (mismatch !== null) damage.push(`Manifest ${mismatch.named} states version ${mismatch.stated}.`);
    if (needs?.kind === 'corrupt') damage.push(`The newest manifest: ${needs.problem}`);
    if (!judgeFlags(summary).readable) {
      damage.push('The newest manifest has features that this reader does not know.');
    }
  }
  if (scheme === 'mixed') damage.push('V1 and V2 manifest names are mixed: Lance asks for a migration.');
  for (const { name } of unrecognised.slice(0, 5)) damage.push(`_versions/${name} states no version.`);
  return damage;
}
