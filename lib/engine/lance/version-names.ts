/** The names below `_versions/`: which version a file name states, and how a version is spelled (spec A.1, A.2). */

const maxU64 = 0xffff_ffff_ffff_ffffn;
const detachedBit = 0x8000_0000_0000_0000n;

export type NamingScheme = 'v1' | 'v2';

export type VersionName =
  | { readonly kind: 'attached'; readonly scheme: NamingScheme; readonly version: bigint }
  /** Bit 63 is set; never the latest, and released cleanup does not see it. */
  | { readonly kind: 'detached'; readonly version: bigint }
  /** A manifest on its way through a rename or an external commit store (D8). */
  | { readonly kind: 'staged'; readonly uuid: string; readonly target: AttachedName | null }
  | { readonly kind: 'hint' }
  | { readonly kind: 'temporary' }
  /** `manifestLike`: ends in `manifest`, so a Lance reader may take it for a version; never to be ignored. */
  | { readonly kind: 'other'; readonly manifestLike: boolean };

export type AttachedName = Extract<VersionName, { kind: 'attached' }>;

const v1Name = /^(0|[1-9]\d{0,19})\.manifest$/;
const v2Name = /^(\d{20})\.manifest$/;
const detachedName = /^d([1-9]\d{0,19})\.manifest$/;
const stagedName = /^(.{1,64}\.manifest)-([0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12})$/;

/** Reads one name (without the folder) below `_versions/`. Total: an unknown name is `other`. */
export function parseVersionName(name: string): VersionName {
  if (name === 'latest_version_hint.json') return { kind: 'hint' };
  if (name.startsWith('.tmp')) return { kind: 'temporary' };
  const attached = parseAttached(name);
  if (attached !== null) return attached;
  const detached = digitsOf(detachedName, name);
  if (detached !== null && (detached & detachedBit) !== 0n) return { kind: 'detached', version: detached };
  const staged = stagedName.exec(name);
  if (staged?.[1] !== undefined && staged[2] !== undefined) {
    return { kind: 'staged', uuid: staged[2].toLowerCase(), target: parseAttached(staged[1]) };
  }
  return { kind: 'other', manifestLike: name.endsWith('manifest') };
}

/** Spells an attached version, `18446744073709551614.manifest` for version 1 in V2. */
export function formatVersionName(scheme: NamingScheme, version: bigint): string {
  requireU64(version);
  return scheme === 'v1'
    ? `${version}.manifest`
    : `${(maxU64 - version).toString().padStart(20, '0')}.manifest`;
}

export function formatDetachedName(version: bigint): string {
  requireU64(version);
  if ((version & detachedBit) === 0n) throw new RangeError('a detached version has bit 63 set');
  return `d${version}.manifest`;
}

/** A name of 20 digits is V2, as released readers decide by the length alone (A.2). */
function parseAttached(name: string): AttachedName | null {
  const inverted = digitsOf(v2Name, name);
  if (inverted !== null) return { kind: 'attached', scheme: 'v2', version: maxU64 - inverted };
  const version = digitsOf(v1Name, name);
  return version === null ? null : { kind: 'attached', scheme: 'v1', version };
}

function digitsOf(pattern: RegExp, name: string): bigint | null {
  const digits = pattern.exec(name)?.[1];
  if (digits === undefined) return null;
  const value = BigInt(digits);
  return value <= maxU64 ? value : null;
}

function requireU64(version: bigint): void {
  if (version < 0n || version > maxU64) throw new RangeError('a version is an unsigned 64-bit integer');
}
