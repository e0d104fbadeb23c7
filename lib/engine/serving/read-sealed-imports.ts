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

/** What was read before. A listing names the ETag of everything, so that only what changed is read again. */
export interface SealMemory {
  /** By key and ETag: a seal never changes. */
  readonly seals: Map<string, SealedImport>;
  /** Of origin seal and pointer, by key, the newest alone. */
  readonly bodies: Map<string, { readonly etag: string; readonly body: Uint8Array }>;
}

export function sealMemory(): SealMemory {
  return { seals: new Map(), bodies: new Map() };
}

const maxSeals = 5_000;

/**
 * One listing says whether anything was ever sealed: who waits for it is about to delete, and asks before every batch.
 * @throws what the listing throws: no answer is no absence. What lies there and cannot be read is named.
 */
export async function readSealedImports(
  store: ObjectStore,
  places: SealPlaces,
  memory: SealMemory = sealMemory(),
): Promise<SealedImports> {
  const unread: string[] = [];
  const published = new Map<string, bigint>();
  let lineage: string | null = null;
  const listed = await listContainer(store, places.container, unread);
  const [seals, origin, pointer] = await Promise.all([
    readSeals(store, places, listed, memory),
    readBody(store, places.originSeal, sealMaxBytes, { listed, memory }),
    readBody(store, places.pointer, pointerMaxBytes, { listed, memory }),
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

/** ETags of everything in it by key. Past the bound nobody knows what else lies there, and the answer says so. */
async function listContainer(
  store: ObjectStore,
  prefix: string,
  unread: string[],
): Promise<ReadonlyMap<string, string>> {
  const etags = new Map<string, string>();
  let next: string | null = null;
  do {
    const page = await store.list({ prefix, ...(next === null ? {} : { next }) });
    for (const { key, etag } of page.objects) etags.set(key, etag);
    next = page.next;
  } while (next !== null && etags.size < maxSeals);
  if (next !== null) unread.push(`the seals beyond the first ${maxSeals} objects`);
  return etags;
}

async function readSeals(
  store: ObjectStore,
  places: SealPlaces,
  listed: ReadonlyMap<string, string>,
  { seals }: SealMemory,
): Promise<readonly SealedImport[]> {
  const found: SealedImport[] = [];
  for (const [key, etag] of listed) {
    if (!key.startsWith(places.importSeals)) continue;
    const seal = seals.get(`${key} ${etag}`) ?? (await readSeal(store, places, key));
    if (seal.seal !== null) seals.set(`${key} ${etag}`, seal);
    found.push(seal);
  }
  return found;
}

async function readSeal(store: ObjectStore, places: SealPlaces, key: string): Promise<SealedImport> {
  const id = key.slice(places.importSeals.length).replace(/\.[a-z]+$/, '');
  const answer = await store.get(key, { maxBytes: sealMaxBytes }).catch(() => null);
  const seal = answer?.kind === 'found' ? decodeSeal(answer.body) : null;
  return { id, seal: seal !== null && importIdOf(seal.identity) === id ? seal : null };
}

interface Known {
  readonly listed: ReadonlyMap<string, string>;
  readonly memory: SealMemory;
}

/** null: nothing is there. What is listed and not there when it is read went meanwhile: nobody knows what it said. */
async function readBody(
  store: ObjectStore,
  key: string,
  maxBytes: number,
  { listed, memory: { bodies } }: Known,
): Promise<Uint8Array | null | 'unread'> {
  const etag = listed.get(key);
  if (etag === undefined) return null;
  const known = bodies.get(key);
  if (known?.etag === etag) return known.body;
  const answer = await store.get(key, { maxBytes }).catch(() => null);
  if (answer?.kind !== 'found') return 'unread';
  bodies.set(key, { etag: answer.meta.etag, body: answer.body });
  return answer.body;
}

function attempted<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}
