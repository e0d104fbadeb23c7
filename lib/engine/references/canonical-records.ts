/** What the lease-aware scheme writes at a canonical path: pretty JSON, keys in byte order, the generation first (C.1). */
import { prettyJson } from '@/lib/engine/retirement/encode';

export interface CanonicalTag {
  /** The operation id that publishes this content; null writes the released form, as released writers order it. */
  readonly generation: string | null;
  /** Null is main. */
  readonly branch: string | null;
  readonly version: bigint;
  /** RFC 3339 in UTC with `Z`. */
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly manifestSize: number;
  readonly metadata: Readonly<Record<string, string>>;
}

export function encodeCanonicalTag(tag: CanonicalTag): Uint8Array {
  const { generation, ...released } = tag;
  if (generation === null) {
    return prettyJson({
      branch: released.branch,
      version: released.version,
      createdAt: released.createdAt,
      updatedAt: released.updatedAt,
      manifestSize: released.manifestSize,
      metadata: released.metadata,
    });
  }
  return prettyJson({
    _lanceReferenceGeneration: generation,
    branch: released.branch,
    createdAt: released.createdAt,
    manifestSize: released.manifestSize,
    metadata: Object.fromEntries(Object.entries(released.metadata).sort(byKey)),
    updatedAt: released.updatedAt,
    version: released.version,
  });
}

function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
