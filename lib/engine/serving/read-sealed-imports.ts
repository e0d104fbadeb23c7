/** What lies beside a dataset about its imports: every seal, the origin and the pointer; bounded (E.2). */
import type { ObjectStore } from '@/lib/engine/store/object-store';
import { importIdOf } from './import-id-rules';
import { lineageKey } from './lineage-rules';
import { decodePointer, pointerMaxBytes } from './pointer-schema';
import type { SealedImport } from './replica-holder-rules';
import { decodeOriginSeal, decodeSeal, sealMaxBytes } from './seal-records';
import type { SealPlaces } from './serving-names';

export interface SealedImports {
  readonly seals: readonly SealedImport[];
  /** Publications that origin seal and pointer name, by import id. */
  readonly published: ReadonlyMap<string, bigint>;
  /** Key of the lineage, of origin seal and pointer; null where neither says. */
  readonly lineage: string | null;
  readonly unread: readonly string[];
}

/** Seals read before, by key and ETag: they never change. */
export type SealMemory = Map<string, SealedImport>;

const maxSeals = 5_000;

/** @throws what the listing throws: no answer is no absence. What lies there and cannot be read is named. */
export async function readSealedImports(
  store: ObjectStore,
  places: SealPlaces,
  memory: SealMemory = new Map(),
): Promise<SealedImports> {
  const unread: string[] = [];
  const published = new Map<string, bigint>();
  let lineage: string | null = null;
  // At once: none of the three says what the others must be asked, and who waits for them is about to delete.
  const [seals, origin, pointer] = await Promise.all([
    readSeals(store, places, memory, unread),
    optional(store, places.originSeal, sealMaxBytes),
    optional(store, places.pointer, pointerMaxBytes),
  ]);
  if (origin !== null) {
    const seal = origin === 'unread' ? null : decodeOriginSeal(origin);
    if (seal === null) unread.push('the origin seal');
    else {
      lineage = lineageKey(seal.identity.lineage);
      if (seal.originPublication !== null) published.set(importIdOf(seal.identity), seal.originPublication);
    }
  }
  if (pointer !== null) {
    const decoded = pointer === 'unread' ? null : attempted(() => decodePointer(pointer));
    if (decoded === null) unread.push('the pointer of what is published');
    else {
      lineage ??= decoded.lineage;
      for (const one of [decoded.active, decoded.previous]) {
        const version = one?.publication_version ?? null;
        if (one !== null && version !== null) published.set(one.import_id, BigInt(version));
      }
    }
  }
  // What origin or pointer name has a seal, or had one: it is held as if it were there.
  const missing = [...published.keys()].filter((id) => !seals.some((seal) => seal.id === id));
  return { seals: [...seals, ...missing.map((id) => ({ id, seal: null }))], published, lineage, unread };
}

async function readSeals(
  store: ObjectStore,
  places: SealPlaces,
  memory: SealMemory,
  unread: string[],
): Promise<readonly SealedImport[]> {
  const found: SealedImport[] = [];
  let next: string | null = null;
  do {
    const page = await store.list({ prefix: places.importSeals, ...(next === null ? {} : { next }) });
    for (const { key, etag } of page.objects) {
      const known = memory.get(`${key} ${etag}`);
      const seal = known ?? (await readSeal(store, places, key));
      if (seal.seal !== null) memory.set(`${key} ${etag}`, seal);
      found.push(seal);
    }
    next = page.next;
  } while (next !== null && found.length < maxSeals);
  if (next !== null) unread.push(`the seals beyond the first ${maxSeals}`);
  return found;
}

async function readSeal(store: ObjectStore, places: SealPlaces, key: string): Promise<SealedImport> {
  const id = key.slice(places.importSeals.length).replace(/\.[a-z]+$/, '');
  const body = await optional(store, key, sealMaxBytes);
  const seal = body === null || body === 'unread' ? null : decodeSeal(body);
  return { id, seal: seal !== null && importIdOf(seal.identity) === id ? seal : null };
}

async function optional(
  store: ObjectStore,
  key: string,
  maxBytes: number,
): Promise<Uint8Array | null | 'unread'> {
  const answer = await store.get(key, { maxBytes }).catch(() => null);
  if (answer === null) return 'unread';
  if (answer.kind === 'absent') return null;
  return answer.kind === 'found' ? answer.body : 'unread';
}

function attempted<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
