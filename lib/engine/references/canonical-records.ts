/** What the lease-aware scheme writes at a canonical path: pretty JSON, keys in byte order, the generation first (C.1). */
import type { BranchIdentifier } from '@/lib/engine/lance/branch-identifier';
import { prettyJson } from '@/lib/engine/retirement/encode';

export interface CanonicalTag {
  /** The operation id that publishes this content; null writes the released form, as released writers order it. */
  readonly generation: string | null;
  /** Null is main. */
  readonly branch: string | null;
  readonly version: bigint;
  /** RFC 3339 in UTC with `Z`; null where an earlier writer recorded none, and then left out. */
  readonly createdAt: string | null;
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
      ...created(released.createdAt),
      updatedAt: released.updatedAt,
      manifestSize: released.manifestSize,
      metadata: released.metadata,
    });
  }
  return prettyJson({
    _lanceReferenceGeneration: generation,
    branch: released.branch,
    ...created(released.createdAt),
    manifestSize: released.manifestSize,
    metadata: Object.fromEntries(Object.entries(released.metadata).sort(byKey)),
    updatedAt: released.updatedAt,
    version: released.version,
  });
}

export interface CanonicalBranch {
  readonly generation: string;
  /** Null is main. */
  readonly parentBranch: string | null;
  readonly identifier: BranchIdentifier;
  readonly parentVersion: bigint;
  /** Unix seconds. */
  readonly createdAtSeconds: number;
  readonly manifestSize: number;
  readonly metadata: Readonly<Record<string, string>>;
}

export function encodeCanonicalBranch(branch: CanonicalBranch): Uint8Array {
  return prettyJson({
    _lanceReferenceGeneration: branch.generation,
    createAt: branch.createdAtSeconds,
    identifier: { version_mapping: branch.identifier.map(({ version, uuid }) => [version, uuid]) },
    manifestSize: branch.manifestSize,
    metadata: Object.fromEntries(Object.entries(branch.metadata).sort(byKey)),
    parentBranch: branch.parentBranch,
    parentVersion: branch.parentVersion,
  });
}

/** An instant as these files spell it: no fraction where there is none (C.1). */
export function rfc3339(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z');
}

function created(createdAt: string | null): { readonly createdAt?: string } {
  return createdAt === null ? {} : { createdAt };
}

function byKey([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
