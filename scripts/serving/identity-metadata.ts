/** The import a version came from, in the Arrow schema metadata of its manifest (D27). */
import { z } from 'zod';
import type { ImportIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf, parseImportId } from '@/lib/engine/serving/import-id-rules';
import { reportImport } from '@/lib/engine/serving/replica-state-rules';
import { identityOf } from '@/lib/engine/serving/report-rules';

export const importIdKey = 'lance-serving.import_id';
export const identityKey = 'lance-serving.identity';

const u32 = z.int().min(0).max(0xffff_ffff);
const identitySchema = z.object({
  ...{ layout_abi: u32, set_id: z.string(), family: z.string() },
  ...{ source_id: z.string(), manifest_sha256: z.string(), writer_abi: u32 },
});

export function metadataOf(identity: ImportIdentity): ReadonlyMap<string, string> {
  return new Map([
    [importIdKey, importIdOf(identity)],
    [identityKey, JSON.stringify(reportImport(identity).identity)],
  ]);
}

export type MarkedImport =
  | { readonly kind: 'unmarked' }
  | { readonly kind: 'marked'; readonly importId: ImportId; readonly identity: ImportIdentity }
  /** It names an import and no identity that has this id: nothing may be concluded from it. */
  | { readonly kind: 'unreadable' };

export function importIn(metadata: ReadonlyMap<string, string | null>): MarkedImport {
  const marker = metadata.get(importIdKey);
  if (marker === undefined) return { kind: 'unmarked' };
  const importId = parseImportId(marker ?? '');
  const stated = identitySchema.safeParse(json(metadata.get(identityKey) ?? ''));
  const identity = stated.success ? identityOf(stated.data) : null;
  if (importId.kind === 'wrong' || identity?.kind !== 'ok') return { kind: 'unreadable' };
  if (importIdOf(identity.value) !== importId.value) return { kind: 'unreadable' };
  return { kind: 'marked', importId: importId.value, identity: identity.value };
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
