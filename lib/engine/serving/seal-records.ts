/** Seals in the store: created once, never changed, and believed only when their id re-derives (B.4, E.2). */
import { z } from 'zod';
import { type ImportIdentity, sameIdentity } from './identity-rules';
import { importIdOf } from './import-id-rules';
import { reportImport } from './replica-state-rules';
import { identityOf } from './report-rules';
import type { ImportSeal } from './seal-rules';

const version = z.int().min(1).nullable();
const u32 = z.int().min(0).max(0xffff_ffff);
const sealSchema = z.object({
  schema: z.literal('lance-serving-seal/1'),
  import_id: z.string(),
  identity: z.object({
    ...{ layout_abi: u32, set_id: z.string(), family: z.string() },
    ...{ source_id: z.string(), manifest_sha256: z.string(), writer_abi: u32 },
  }),
  publication_version: version,
  observed_head: version,
});

export const sealMaxBytes = 64 * 1024;

export function encodeSeal({ identity, publicationVersion, observedHead }: ImportSeal): Uint8Array {
  const seal = {
    schema: 'lance-serving-seal/1',
    ...reportImport(identity),
    publication_version: publicationVersion === null ? null : Number(publicationVersion),
    observed_head: observedHead === null ? null : Number(observedHead),
  };
  return new TextEncoder().encode(JSON.stringify(seal));
}

/** Null for anything that is no seal, and for one whose id is not that of its identity. */
export function decodeSeal(body: Uint8Array): ImportSeal | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body);
    const { identity: stated, ...seal } = sealSchema.parse(JSON.parse(text));
    const identity = identityOf(stated);
    if (identity.kind === 'wrong' || importIdOf(identity.value) !== seal.import_id) return null;
    const asVersion = (one: number | null) => (one === null ? null : BigInt(one));
    return {
      identity: identity.value,
      publicationVersion: asVersion(seal.publication_version),
      observedHead: asVersion(seal.observed_head),
    };
  } catch {
    return null;
  }
}

export function sealsImport(body: Uint8Array, identity: ImportIdentity): boolean {
  const seal = decodeSeal(body);
  return seal !== null && sameIdentity(seal.identity, identity);
}
