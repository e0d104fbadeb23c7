/** Identities, lineages and facts for tests of the serving engine, each with the defaults of the vectors of B.3. */
import { type ImportIdentity, parseManifestSha256, parseSourceId } from '@/lib/engine/serving/identity-rules';
import { type Lineage, parseFamily, parseSetId } from '@/lib/engine/serving/lineage-rules';
import type { Parsed } from '@/lib/engine/serving/parsed-rules';

export interface IdentityChange {
  readonly region?: string;
  readonly family?: string;
  readonly layout?: number;
  readonly source?: string;
  /** 64 hex digits, or a shorter text that is repeated to them. */
  readonly manifest?: string;
  readonly writer?: number;
}

export function anIdentity(change: IdentityChange = {}): ImportIdentity {
  const { source = 'berlin-260805', manifest = 'a', writer = 1 } = change;
  return {
    lineage: aLineage(change),
    sourceId: need(parseSourceId(source)),
    manifestSha256: need(parseManifestSha256(manifest.repeat(64 / manifest.length))),
    writerAbi: writer,
  };
}

export function aLineage(change: IdentityChange = {}): Lineage {
  const { region = 'berlin', family = 'osm-lance', layout = 2 } = change;
  return { setId: need(parseSetId(region)), family: need(parseFamily(family)), layoutAbi: layout };
}

/** Two manifests whose import ids are equal in berlin, layout 2, berlin-260805 (B.3). */
export const collidingManifests = [
  `${'0'.repeat(48)}9504959140c34d0d`,
  `${'0'.repeat(48)}2c3bc7078d7f73e4`,
] as const;

export function need<T>(parsed: Parsed<T>): T {
  if (parsed.kind === 'wrong') throw new Error(`${parsed.field}: ${parsed.problem.kind}`);
  return parsed.value;
}
