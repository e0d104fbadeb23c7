/** The refusal rule of feature flags (spec B.3): what we may read, and what must never be cleaned. */
import type { ManifestSummary } from './manifest-facts';

export interface FeatureFlag {
  readonly bit: bigint;
  readonly name: string;
  /** Whether a manifest with this bit may be part of a cleanup; `conditional` is decided by `judgeFlags`. */
  readonly cleanable: boolean | 'conditional';
}

export const featureFlags: readonly FeatureFlag[] = [
  { bit: 1n, name: 'deletion files', cleanable: true },
  { bit: 2n, name: 'stable row ids', cleanable: true },
  { bit: 4n, name: 'deprecated v2', cleanable: true },
  { bit: 8n, name: 'table config', cleanable: true },
  { bit: 16n, name: 'base paths', cleanable: true },
  { bit: 32n, name: 'no transaction file', cleanable: true },
  { bit: 64n, name: 'data overlay files', cleanable: true },
  { bit: 128n, name: 'covering index metadata', cleanable: true },
  { bit: 256n, name: 'mixed file versions', cleanable: false },
  { bit: 512n, name: 'fragment reuse index or fragment tree', cleanable: 'conditional' },
  { bit: 2048n, name: 'managed blobs', cleanable: false },
];

/** Field numbers of Manifest end here; a higher one may be where a fragment tree keeps its root. */
const lastManifestField = 21;

export interface FlagVerdict {
  /** Whether the facts of this manifest can be believed: its reader flags hold nothing unknown. */
  readonly readable: boolean;
  /** Whether this manifest may take part in a cleanup, as a kept version or a removed one. */
  readonly cleanable: boolean;
  /** Bits of either mask that this reader has no name for. */
  readonly unknownBits: bigint;
  /** One sentence for each thing that stands against cleaning. */
  readonly reasons: readonly string[];
}

/** What the rule looks at; both masks of every manifest are judged, not only the latest one's. */
export type FlagEvidence = Pick<
  ManifestSummary,
  'readerFlags' | 'writerFlags' | 'maxFragmentId' | 'unknownFields'
> & { readonly counts: Pick<ManifestSummary['counts'], 'fragments'> };

export function judgeFlags(manifest: FlagEvidence): FlagVerdict {
  const both = manifest.readerFlags | manifest.writerFlags;
  const known = featureFlags.reduce((mask, flag) => mask | flag.bit, 0n);
  const unknownBits = both & ~known;
  const reasons = bitsOf(unknownBits).map((bit) => `unknown feature flag ${bit}`);
  for (const flag of featureFlags) {
    if ((both & flag.bit) === 0n || flag.cleanable === true) continue;
    const problem = flag.cleanable === false ? 'not supported' : ambiguity(manifest);
    if (problem !== null) reasons.push(`feature flag ${flag.bit} (${flag.name}): ${problem}`);
  }
  return {
    readable: (manifest.readerFlags & ~known) === 0n,
    cleanable: reasons.length === 0,
    unknownBits,
    reasons,
  };
}

/** The names of the flags that are set, unknown ones by number; lowest first. */
export function flagNames(mask: bigint): readonly string[] {
  return bitsOf(mask).map(
    (bit) => featureFlags.find((flag) => flag.bit === bit)?.name ?? `unknown flag ${bit}`,
  );
}

/**
 * Bit 512 is claimed twice. It is the harmless meaning only when the fragments are in the manifest (or there never
 * was one) and no field exists that could hold a tree instead.
 */
function ambiguity(manifest: FlagEvidence): string | null {
  const strange = manifest.unknownFields.find(
    ({ message, field }) => message === 'Manifest' && field > lastManifestField,
  );
  if (strange !== undefined) return `ambiguous beside unknown field ${strange.field}`;
  const genuinelyEmpty = manifest.maxFragmentId === null;
  if (manifest.counts.fragments === 0 && !genuinelyEmpty)
    return 'ambiguous without fragments in the manifest';
  return null;
}

function bitsOf(mask: bigint): bigint[] {
  const bits: bigint[] = [];
  for (let bit = 1n; bit <= mask; bit <<= 1n) if ((mask & bit) !== 0n) bits.push(bit);
  return bits;
}
