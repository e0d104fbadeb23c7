/** Reads the JSON of tags and branches, of every generation that wrote them (spec C.1). */

import { VamplateError } from '@/lib/base/errors';
import {
  type ExactJson,
  type ExactJsonObject,
  isJsonObject,
  parseExactJsonBytes,
} from '@/lib/base/exact-json';
import { type BranchIdentifier, legacyIdentifier } from './branch-identifier';

export interface TagFacts {
  readonly name: string;
  /** null is main. */
  readonly branch: string | null;
  readonly version: bigint;
  /** Milliseconds since the epoch by the writer's clock; null when its writer recorded none. */
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly manifestBytes: bigint | null;
  readonly metadata: ReadonlyMap<string, string>;
  /** Operation id of the protocol that published this content; null for released writers. */
  readonly generation: string | null;
  /** Keys this reader does not know, in their order. */
  readonly unknownKeys: readonly string[];
}

export interface BranchFacts {
  readonly name: string;
  /** null is main. */
  readonly parentBranch: string | null;
  readonly parentVersion: bigint;
  readonly identifier: BranchIdentifier;
  /** Whether the file has no identifier (2025 writers), so that ours is the synthetic one. */
  readonly legacy: boolean;
  /** Unix seconds by the writer's clock. */
  readonly createdAtSeconds: bigint;
  readonly manifestBytes: bigint | null;
  readonly metadata: ReadonlyMap<string, string>;
  readonly generation: string | null;
  readonly unknownKeys: readonly string[];
}

/** A tombstone of the lease protocol's middle state sits at the key and means that there is no reference. */
export type ReferenceReading<T> =
  | { readonly kind: 'found'; readonly reference: T }
  | { readonly kind: 'tombstone' };

const maxReferenceLength = 1024 * 1024;
const maxU64 = 0xffff_ffff_ffff_ffffn;
const tagKeys = ['branch', 'version', 'createdAt', 'updatedAt', 'manifestSize', 'metadata'];
const branchKeys = ['parentBranch', 'identifier', 'parentVersion', 'createAt', 'manifestSize', 'metadata'];
const generationKey = '_lanceReferenceGeneration';
const stateKey = '_lanceReferenceState';

/** @param name the tag's name, from its key. Throws `corrupt`. */
export function decodeTag(name: string, bytes: Uint8Array): ReferenceReading<TagFacts> {
  const body = new ReferenceBody(`tag ${name}`, bytes);
  if (body.isTombstone()) return { kind: 'tombstone' };
  const reference = {
    name,
    branch: mainAsNull(body.optionalText('branch')),
    version: body.version('version'),
    createdAt: body.instant('createdAt'),
    updatedAt: body.instant('updatedAt'),
    manifestBytes: body.optionalU64('manifestSize'),
    metadata: body.metadata(),
    generation: body.optionalText(generationKey),
    unknownKeys: body.keysBeyond([...tagKeys, generationKey]),
  };
  return { kind: 'found', reference };
}

/** @param name the branch's name, from its key. Throws `corrupt`. */
export function decodeBranch(name: string, bytes: Uint8Array): ReferenceReading<BranchFacts> {
  const body = new ReferenceBody(`branch ${name}`, bytes);
  if (body.isTombstone()) return { kind: 'tombstone' };
  const parentBranch = body.optionalText('parentBranch');
  const parentVersion = body.version('parentVersion');
  const createdAtSeconds = body.u64('createAt');
  const stated = body.identifier();
  const reference = {
    name,
    parentBranch: mainAsNull(parentBranch),
    parentVersion,
    identifier: stated ?? legacyIdentifier({ name, parentBranch, parentVersion, createdAtSeconds }),
    legacy: stated === null,
    createdAtSeconds,
    manifestBytes: body.optionalU64('manifestSize'),
    metadata: body.metadata(),
    generation: body.optionalText(generationKey),
    unknownKeys: body.keysBeyond([...branchKeys, generationKey]),
  };
  return { kind: 'found', reference };
}

/** `main` cannot be the name of a branch, so it can only mean main. */
function mainAsNull(branch: string | null): string | null {
  return branch === 'main' ? null : branch;
}

class ReferenceBody {
  private readonly body: ExactJsonObject;

  constructor(
    private readonly what: string,
    bytes: Uint8Array,
  ) {
    if (bytes.length > maxReferenceLength) throw this.fail(`it has ${bytes.length} bytes`);
    let value: ExactJson;
    try {
      value = parseExactJsonBytes(bytes);
    } catch (cause) {
      throw this.fail(cause instanceof Error ? cause.message : 'not JSON', { cause });
    }
    if (!isJsonObject(value)) throw this.fail('it is not an object');
    this.body = value;
  }

  isTombstone(): boolean {
    const state = this.body[stateKey];
    if (state === undefined) return false;
    if (state === 'deleted' && this.body.formatVersion === 1) return true;
    throw this.fail(`${stateKey} is none that was ever written`);
  }

  /** A version of a table: 1 or higher. */
  version(key: string): bigint {
    const version = this.u64(key);
    if (version === 0n) throw this.fail(`${key} is 0, which no version is`);
    return version;
  }

  u64(key: string): bigint {
    const value = this.optionalU64(key);
    if (value === null) throw this.fail(`${key} is missing`);
    return value;
  }

  optionalU64(key: string): bigint | null {
    const value = this.body[key];
    return value === undefined || value === null ? null : this.asU64(key, value);
  }

  optionalText(key: string): string | null {
    const value = this.body[key];
    if (value === undefined || value === null) return null;
    if (typeof value !== 'string') throw this.fail(`${key} is not a text`);
    return value;
  }

  instant(key: string): number | null {
    const text = this.optionalText(key);
    if (text === null) return null;
    const shape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text);
    const [, seconds, fraction = '', zone] = shape ?? [];
    const ms =
      seconds === undefined
        ? Number.NaN
        : Date.parse(`${seconds}.${fraction.padEnd(3, '0').slice(0, 3)}${zone}`);
    if (Number.isNaN(ms)) throw this.fail(`${key} is not a time`);
    return ms;
  }

  metadata(): ReadonlyMap<string, string> {
    const value = this.body.metadata;
    const metadata = new Map<string, string>();
    if (value === undefined || value === null) return metadata;
    if (!isJsonObject(value)) throw this.fail('metadata is not an object');
    for (const [key, text] of Object.entries(value)) {
      if (typeof text !== 'string') throw this.fail('metadata holds something other than texts');
      metadata.set(key, text);
    }
    return metadata;
  }

  identifier(): BranchIdentifier | null {
    const identifier = this.body.identifier;
    if (identifier === undefined || identifier === null) return null;
    const mapping = isJsonObject(identifier) ? identifier.version_mapping : undefined;
    if (!Array.isArray(mapping) || mapping.length === 0) throw this.fail('identifier has no version_mapping');
    return mapping.map((pair) => {
      if (!Array.isArray(pair) || pair.length !== 2)
        throw this.fail('version_mapping holds something other than pairs');
      const [version = null, uuid] = pair;
      if (typeof uuid !== 'string' || !/^[0-9a-f]{32}$/.test(uuid)) {
        throw this.fail('version_mapping holds something other than 32 hex digits');
      }
      return { version: this.asU64('version_mapping', version), uuid };
    });
  }

  keysBeyond(known: readonly string[]): readonly string[] {
    return Object.keys(this.body).filter((key) => !known.includes(key));
  }

  private asU64(key: string, value: ExactJson): bigint {
    if (typeof value === 'bigint' && value >= 0n && value <= maxU64) return value;
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value);
    throw this.fail(`${key} is not an unsigned 64-bit integer`);
  }

  private fail(problem: string, options?: ErrorOptions): VamplateError {
    return new VamplateError('corrupt', `${this.what} is damaged: ${problem}`, {}, options);
  }
}
