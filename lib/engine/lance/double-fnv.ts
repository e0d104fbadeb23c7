/** The 128-bit name hash of the lifecycle formats: two FNV-1a-64 values side by side (spec C.3, F.3). */

const prime = 0x100000001b3n;
const firstBasis = 0xcbf29ce484222325n;
const secondBasis = firstBasis ^ 0x9e3779b97f4a7c15n;

/** 32 lowercase hex digits for a text's UTF-8 bytes. Names synthetic branches and reference state files. */
export function doubleFnv(text: string): string {
  const bytes = new TextEncoder().encode(text);
  return [firstBasis, secondBasis].map((basis) => fnv(bytes, basis).toString(16).padStart(16, '0')).join('');
}

function fnv(bytes: Uint8Array, basis: bigint): bigint {
  let hash = basis;
  for (const byte of bytes) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return hash;
}
