/** Reads canonical references, states and intents as they are now: found, absent, or an error; nothing half-read passes. */
import pLimit from 'p-limit';
import type { StorageInstant } from '@/lib/base/clock';
import { corrupt, isVamplateError, VamplateError } from '@/lib/base/errors';
import { isJsonObject, parseExactJsonBytes } from '@/lib/base/exact-json';
import { below } from '@/lib/engine/lance/paths';
import { type Decode, maxControlBytes } from '@/lib/engine/retirement/decode';
import { intentsFolder, statesFolder } from '@/lib/engine/retirement/lifecycle-names';
import type { ETag, ListPage, ObjectMeta } from '@/lib/engine/store/object-store';
import { type IntentName, parseIntentName } from './intent-names';
import { decodeIntentRecord, type IntentRecord } from './intent-records';
import type { ReferenceContext } from './reference-context';
import { formatStateName, parseStateName, stateHash } from './state-names';
import { decodeStateRecord, type StateRecord } from './state-records';
import type { CanonicalContent } from './visibility';

/** What the verbs share of a context when they only read. */
export type ReadingContext = Pick<ReferenceContext, 'store' | 'root' | 'memory'>;

export interface StoredCanonical {
  readonly content: CanonicalContent;
  /** Null unless something lies there. */
  readonly body: Uint8Array | null;
  readonly etag: ETag | null;
}

export interface StoredState {
  readonly hash: string;
  readonly key: string;
  readonly record: StateRecord;
  readonly etag: ETag;
  /** From a listing where it came from one, otherwise from the answer that brought the body: compare like with like (D18). */
  readonly storedAt: StorageInstant;
}

export interface StoredIntent extends IntentName {
  readonly key: string;
  readonly record: IntentRecord;
  readonly storedAt: StorageInstant;
}

const maxPages = 1_000;
const concurrency = 8;

/** @throws `unavailable` when a page cannot be had or the listing does not end */
export async function listAll({ store }: ReadingContext, prefix: string): Promise<readonly ObjectMeta[]> {
  const objects: ObjectMeta[] = [];
  let next: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: ListPage = await store.list({ prefix, ...(next === null ? {} : { next }) });
    objects.push(...page.objects);
    next = page.next;
    if (next === null) return objects;
  }
  throw new VamplateError('unavailable', 'There are more control files than are ever listed.', {
    key: prefix,
  });
}

/** The bodies of what was listed, in order; null where the object is gone since. One call each, none when remembered. */
export function readListed(
  context: ReadingContext,
  listed: readonly ObjectMeta[],
): Promise<readonly (Uint8Array | null)[]> {
  const limit = pLimit(concurrency);
  return Promise.all(listed.map((meta) => limit(() => readOne(context, meta))));
}

async function readOne({ store, memory }: ReadingContext, meta: ObjectMeta): Promise<Uint8Array | null> {
  const remembered = `${meta.etag}\n${store.uri}\n${meta.key}`;
  const known = memory?.get(remembered);
  if (known !== undefined) return known;
  const answer = await store.get(meta.key, { maxBytes: maxControlBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') {
    throw corrupt('A control file is larger than any is.', { key: meta.key });
  }
  // Replaced since it was listed: what came is newer than what was listed, and is not what that ETag names.
  if (answer.meta.etag === meta.etag) memory?.set(remembered, answer.body);
  return answer.body;
}

/** @throws `corrupt` for content that is no JSON object */
export async function readCanonical(context: ReadingContext, key: string): Promise<StoredCanonical> {
  const answer = await context.store.get(key, { maxBytes: maxControlBytes });
  if (answer.kind === 'absent') return { content: { kind: 'absent' }, body: null, etag: null };
  if (answer.kind === 'too_large') throw corrupt('A reference is larger than any is.', { key });
  return { content: contentOf(key, answer.body), body: answer.body, etag: answer.meta.etag };
}

/** What visibility asks of a body. @throws `corrupt` */
export function contentOf(key: string, body: Uint8Array): CanonicalContent {
  const json = parsed(key, body);
  if (json._lanceReferenceState === 'deleted' && json.formatVersion === 1) return { kind: 'tombstone' };
  const generation = json._lanceReferenceGeneration ?? null;
  if (generation !== null && typeof generation !== 'string') {
    throw corrupt('The generation of a reference is not a text.', { key });
  }
  return { kind: 'content', generation };
}

function parsed(key: string, body: Uint8Array) {
  try {
    const json = parseExactJsonBytes(body);
    if (isJsonObject(json)) return json;
  } catch (error) {
    if (!isVamplateError(error) || error.kind !== 'corrupt') throw error;
  }
  throw corrupt('A reference is not a JSON object.', { key });
}

/** @throws `corrupt` for a state that is none, or that is of another place (D6) */
export async function readState(context: ReadingContext, canonicalPath: string): Promise<StoredState | null> {
  const { store, root } = context;
  const key = below(root.key, formatStateName(canonicalPath));
  const answer = await store.get(key, { maxBytes: maxControlBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw corrupt('A reference state is larger than any is.', { key });
  const hash = stateHash(canonicalPath);
  const record = must(decodeStateRecord(answer.body, root, hash), key);
  return { hash, key, record, etag: answer.meta.etag, storedAt: answer.meta.storedAt };
}

/**
 * Every state of the dataset: they are global, so a corrupt one stops the work for every branch (F.7).
 * @throws `unavailable` when one vanished between listing and reading: nobody knows what it became
 */
export async function listStates(context: ReadingContext): Promise<readonly StoredState[]> {
  const { root } = context;
  const folder = below(root.key, statesFolder);
  const listed = await listAll(context, folder);
  const hashes = listed.map((meta) => must(parseStateName(meta.key.slice(folder.length)), meta.key));
  const bodies = await readListed(context, listed);
  return listed.map((meta, at) => {
    const body = bodies[at] ?? null;
    const hash = hashes[at] ?? '';
    if (body === null) {
      throw new VamplateError('unavailable', 'A reference state went while it was counted.', {
        key: meta.key,
      });
    }
    const record = must(decodeStateRecord(body, root, hash), meta.key);
    return { hash, key: meta.key, record, etag: meta.etag, storedAt: meta.storedAt };
  });
}

/** The intents of every namespace. */
export function listAllIntents(context: ReadingContext): Promise<readonly StoredIntent[]> {
  return intentsBelow(context, '');
}

/**
 * The intents of a namespace, or of one version. One that goes meanwhile was finished or taken back by its owner: what
 * came of it is in its state, which is asked afterwards.
 */
export function listIntents(
  context: ReadingContext,
  namespace: string,
  version: bigint | null = null,
): Promise<readonly StoredIntent[]> {
  return intentsBelow(context, version === null ? `${namespace}/` : `${namespace}/${version}/`);
}

async function intentsBelow(context: ReadingContext, folder: string): Promise<readonly StoredIntent[]> {
  const { root } = context;
  const base = below(root.key, intentsFolder);
  const listed = await listAll(context, base + folder);
  const names = listed.map((meta) => must(parseIntentName(meta.key.slice(base.length)), meta.key));
  const bodies = await readListed(context, listed);
  return listed.flatMap((meta, at) => {
    const [name, body] = [names[at], bodies[at] ?? null];
    if (name === undefined || body === null) return [];
    const record = must(decodeIntentRecord(body, root, name), meta.key);
    return [{ ...name, key: meta.key, record, storedAt: meta.storedAt }];
  });
}

export function must<T>(decoded: Decode<T>, key: string): T {
  if (decoded.kind === 'ok') return decoded.value;
  throw corrupt(`A control file cannot be read: ${decoded.reason}.`, { key });
}

/** The stored time of one object from a listing; null when it is not there. */
export async function listedAt(context: ReadingContext, key: string): Promise<StorageInstant | null> {
  const { store } = context;
  const page = await store.list({ prefix: key, ...(store.ordered ? { limit: 1 } : {}) });
  return page.objects.find((meta) => meta.key === key)?.storedAt ?? null;
}
