/** Seals in the store: created once, never changed, and believed only when their id re-derives (B.4, E.2). */
import { z } from 'zod';
import { type ImportIdentity, sameIdentity } from './identity-rules';
import { importIdOf } from './import-id-rules';
import { reportImport } from './replica-state-rules';
import { identityOf } from './report-rules';
import type { ImportSeal, OriginSeal } from './seal-rules';

const version = z.int().min(1).nullable();
const u32 = z.int().min(0).max(0xffff_ffff);
const sealed = {
  import_id: z.string(),
  identity: z.object({
    ...{ layout_abi: u32, set_id: z.string(), family: z.string() },
    ...{ source_id: z.string(), manifest_sha256: z.string(), writer_abi: u32 },
  }),
};
const sealSchema = z.object({
  ...{ schema: z.literal('lance-serving-seal/1'), ...sealed },
  ...{ publication_version: version, observed_head: version },
});
const originSchema = z.object({
  ...{ schema: z.literal('lance-serving-origin/1'), ...sealed },
  origin_publication: version,
});

export const sealMaxBytes = 64 * 1024;

export function encodeSeal({ identity, publicationVersion, observedHead }: ImportSeal): Uint8Array {
  const seal = {
    schema: 'lance-serving-seal/1',
    ...reportImport(identity),
    publication_version: wireVersion(publicationVersion),
    observed_head: wireVersion(observedHead),
  };
  return new TextEncoder().encode(JSON.stringify(seal));
}

export function encodeOriginSeal({ identity, originPublication }: OriginSeal): Uint8Array {
  const seal = {
    schema: 'lance-serving-origin/1',
    ...reportImport(identity),
    origin_publication: wireVersion(originPublication),
  };
  return new TextEncoder().encode(JSON.stringify(seal));
}

/** Null for anything that is no seal, and for one whose id is not that of its identity. */
export function decodeSeal(body: Uint8Array): ImportSeal | null {
  const read = decode(body, sealSchema);
  if (read === null) return null;
  const { publication_version, observed_head } = read.seal;
  return {
    identity: read.identity,
    publicationVersion: asVersion(publication_version),
    observedHead: asVersion(observed_head),
  };
}

/** As `decodeSeal`, of the seal of a lineage's first import. */
export function decodeOriginSeal(body: Uint8Array): OriginSeal | null {
  const read = decode(body, originSchema);
  if (read === null) return null;
  return { identity: read.identity, originPublication: asVersion(read.seal.origin_publication) };
}

export function sealsImport(body: Uint8Array, identity: ImportIdentity): boolean {
  const seal = decodeSeal(body);
  return seal !== null && sameIdentity(seal.identity, identity);
}

type Stated = z.output<typeof sealSchema> | z.output<typeof originSchema>;

function decode<T extends Stated>(
  body: Uint8Array,
  schema: z.ZodType<T>,
): { readonly seal: T; readonly identity: ImportIdentity } | null {
  try {
    const seal = schema.parse(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)));
    const identity = identityOf(seal.identity);
    if (identity.kind === 'wrong' || importIdOf(identity.value) !== seal.import_id) return null;
    return { seal, identity: identity.value };
  } catch {
    return null;
  }
}

function asVersion(one: number | null): bigint | null {
  return one === null ? null : BigInt(one);
}

function wireVersion(one: bigint | null): number | null {
  return one === null ? null : Number(one);
}
