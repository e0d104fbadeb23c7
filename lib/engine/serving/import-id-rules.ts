/** The 64-bit marker of an import: narrows a search, never proves sameness (spec B.3). */
import type { Brand } from '@/lib/base/brand';
import type { ImportIdentity } from './identity-rules';
import { type Parsed, parsed, wrong } from './parsed-rules';

/** A marker in its key form: exactly 16 lower-case hex digits. */
export type ImportId = Brand<string, 'ImportId'>;

const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x00000100000001b3n;
const separator = Uint8Array.of(0x1f);

/**
 * FNV-1a over set, layout, source, manifest bytes and writer, each followed by 0x1f. The family is not hashed: the
 * recipe is older than it, and `sameIdentity` compares it.
 */
export function importIdOf(identity: ImportIdentity): ImportId {
  return formatMarker(markerStates(identity).at(-1) ?? offsetBasis);
}

/** The running state after each field and after each separator: ten values, the last of them the marker. */
export function markerStates({ lineage, sourceId, manifestSha256, writerAbi }: ImportIdentity): bigint[] {
  const text = new TextEncoder();
  const fields = [
    text.encode(lineage.setId),
    littleEndian(lineage.layoutAbi),
    text.encode(sourceId),
    rawDigest(manifestSha256),
    littleEndian(writerAbi),
  ];
  let state = offsetBasis;
  return fields.flatMap((field) => {
    const afterField = fnv1a64(field, state);
    state = fnv1a64(separator, afterField);
    return [afterField, state];
  });
}

export function fnv1a64(bytes: Uint8Array, start = offsetBasis): bigint {
  let state = start;
  for (const byte of bytes) state = BigInt.asUintN(64, (state ^ BigInt(byte)) * prime);
  return state;
}

export function formatMarker(value: bigint): ImportId {
  return value.toString(16).padStart(16, '0') as ImportId;
}

export function parseImportId(text: string): Parsed<ImportId> {
  if (text.length !== 16) return wrong('import_id', { kind: 'wrong_length', want: 16, got: text.length });
  return /^[0-9a-f]{16}$/.test(text) ? parsed(text as ImportId) : wrong('import_id', { kind: 'not_hex' });
}

function littleEndian(value: number): Uint8Array {
  return Uint8Array.of(value, value >>> 8, value >>> 16, value >>> 24);
}

function rawDigest(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );
}
