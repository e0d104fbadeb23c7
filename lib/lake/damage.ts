/** What of a dataset is damaged, one sentence each; whatever could be read is shown all the same. */
import { judgeFlags } from '@/lib/engine/lance/feature-flags';
import type { DatasetFacts } from './dataset-facts';

export function damageOf({ reader, branch, head, names }: DatasetFacts): string[] {
  const damage: string[] = [];
  if (head?.finding.kind === 'failed') damage.push(`The newest manifest: ${head.finding.problem}`);
  if (head?.finding.kind === 'read') {
    const { mismatch, summary } = head.finding.manifest;
    if (mismatch !== null) damage.push(`Manifest ${mismatch.named} states version ${mismatch.stated}.`);
    const needs = reader.manifests.peekNeeds(reader.root(branch), head.entry);
    if (needs?.kind === 'corrupt') damage.push(`The newest manifest: ${needs.problem}`);
    if (!judgeFlags(summary).readable) {
      damage.push('The newest manifest has features that this reader does not know.');
    }
  }
  const { scheme, unrecognised } = names.listing;
  if (scheme === 'mixed') damage.push('V1 and V2 manifest names are mixed: Lance asks for a migration.');
  for (const { name } of unrecognised.slice(0, 5)) damage.push(`_versions/${name} states no version.`);
  return damage;
}
