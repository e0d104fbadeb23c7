/** Randomness as an argument, so that tests and the simulation can seed it. */

export interface Random {
  /** `count` random bytes. */
  bytes(count: number): Uint8Array;
}

export const systemRandom: Random = {
  bytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
};

/** A version 4 UUID as 32 lowercase hex digits, the spelling of every id in the lifecycle trees (spec D, E, F). */
export function uuidHex(random: Random): string {
  const bytes = random.bytes(16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
