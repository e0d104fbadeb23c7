/** Publishes one sealed import into the mirror: objects, then seals, and the pointer last and on condition (C.8, E.4). */
import type { Clock } from '@/lib/base/clock';
import type { ETag, ObjectStore, WriteAnswer } from '@/lib/engine/store/object-store';
import { type ImportId, importIdOf } from './import-id-rules';
import { lineageKey } from './lineage-rules';
import { decodePointer, encodePointer, type Pointer, pointerMaxBytes, storedPointer } from './pointer-schema';
import { decidePointer, type PointerAuthor, type PublishStep } from './publication-rules';
import { decodeOriginSeal, encodeOriginSeal, encodeSeal, sealMaxBytes, sealsImport } from './seal-records';
import { acceptsImport, type ImportSeal, type OriginSeal } from './seal-rules';
import type { SealPlaces } from './serving-names';
import type { ServingRules } from './serving-rules';

export interface PublishContext {
  readonly store: ObjectStore;
  readonly places: SealPlaces;
  readonly clock: Clock;
  readonly rules: Pick<ServingRules, 'planPublication' | 'mayPoint'>;
  /** Whether all that the outgoing import needs is there, made so where it can be; absent: its seal is enough. */
  readonly previousIsDurable?: (outgoing: Pointer['active']) => Promise<boolean>;
}

export interface ImportToPublish {
  readonly seal: ImportSeal;
  /** What the pointer said when this was planned; null when there was none. */
  readonly outgoing: Pointer | null;
  /** Every object the sealed version needs, by its key in the mirror. */
  readonly objects: ReadonlyMap<string, Uint8Array>;
  readonly by: PointerAuthor;
  /** Of the lineage, where the copy that publishes has one; null makes the first that is published the origin. */
  readonly origin?: OriginSeal | null;
}

export type Published =
  | { readonly kind: 'published' }
  /** Another import is published now: plan again from it. */
  | { readonly kind: 'replan' }
  /** This replica published something later already. */
  | { readonly kind: 'stale' }
  /** The marker is taken by another import: permanent. */
  | { readonly kind: 'identity_conflict' }
  /** Under this key the mirror holds other bytes, as when two copies gave one version number to two imports. */
  | { readonly kind: 'object_taken'; readonly key: string }
  /** The lineage's origin seal cannot be read, or names another lineage or writer: such an import has no home here (B.5). */
  | { readonly kind: 'not_accepted' }
  /** Not certain; the same may be tried again, nothing needs to be taken back. */
  | { readonly kind: 'unsettled'; readonly at: PublishStep['kind'] };

const tries = 4;
const pauseMs = 50;
/** Up to this size what is already there is compared byte by byte; larger files have names of their own. */
const comparedBytes = 1024 * 1024;

export async function publishImport(context: PublishContext, work: ImportToPublish): Promise<Published> {
  const { store, places, rules } = context;
  const candidate = importIdOf(work.seal.identity);
  const outgoing = (work.outgoing?.active.import_id as ImportId | undefined) ?? null;
  const origin = await readOrigin(store, places, work.seal);
  if (origin === 'unsettled') return { kind: 'unsettled', at: 'upload_seal' };
  if (origin === 'not_accepted') return { kind: origin };
  // Only what is published first is the origin; where a later import finds none, it was lost and is not made up.
  const isOrigin = origin === 'absent' && work.outgoing === null;
  const ownSeal = places.importSeal(candidate);
  const sealKeys = isOrigin ? [places.originSeal, ownSeal] : [ownSeal];
  const there = new Set<string>();
  for (const [key, body] of work.objects) {
    const held = await heldAs(store, key, body);
    if (held === 'unknown') return { kind: 'unsettled', at: 'upload_missing_objects' };
    if (held === 'other') return { kind: 'object_taken', key };
    if (held === 'ours') there.add(key);
  }
  const plan = rules.planPublication({
    ...{ candidate, outgoing, sealKeys },
    candidateObjects: [...work.objects.keys()],
    alreadyInMirror: there,
  });
  let acknowledged = false;
  for (const step of plan) {
    // What is published has its seal and its objects; where they are gone, the way back would be too.
    if (step.kind === 'ensure_previous_durable' && !(await isDurable(context, step.id, work.outgoing))) {
      return { kind: 'unsettled', at: step.kind };
    }
    if (step.kind === 'upload_missing_objects') {
      for (const key of step.keys) {
        const body = work.objects.get(key) ?? new Uint8Array();
        if (!(await createSurely(context, key, body))) return { kind: 'unsettled', at: step.kind };
        // Somebody else may have come first: it is ours only when it says the same (D1).
        const held = await heldAs(store, key, body);
        if (held === 'other') return { kind: 'object_taken', key };
        if (held !== 'ours') return { kind: 'unsettled', at: step.kind };
      }
      acknowledged = true;
    }
    if (step.kind === 'upload_seal') {
      const sealed =
        step.key === ownSeal
          ? await createSeal(context, step.key, work.seal)
          : await createOrigin(context, work);
      if (sealed !== 'sealed') return sealed;
    }
    if (step.kind === 'publish_pointer') {
      const sealIsThere = (await presentKeys(store, sealKeys))?.size === sealKeys.length;
      if (!rules.mayPoint(sealIsThere, acknowledged)) return { kind: 'unsettled', at: step.kind };
      const pointed = await writePointer(context, work, candidate);
      if (pointed.kind !== 'published') return pointed;
    }
  }
  return { kind: 'published' };
}

/** @throws what the store throws, and for a pointer that is none: then nothing may be published over it */
export async function readPointer(
  store: ObjectStore,
  places: SealPlaces,
): Promise<{ pointer: Pointer; etag: ETag } | null> {
  const answer = await store.get(places.pointer, { maxBytes: pointerMaxBytes });
  if (answer.kind === 'absent') return null;
  if (answer.kind === 'too_large') throw new RangeError('the pointer is larger than one may be');
  return { pointer: decodePointer(answer.body), etag: answer.meta.etag };
}

/** Epoch of the pointer where this replica wrote it, else 0: tokens of a later start lie above it. @throws as `readPointer` */
export async function publishedEpoch(
  store: ObjectStore,
  places: SealPlaces,
  replicaId: string,
): Promise<number> {
  const by = (await readPointer(store, places))?.pointer.by;
  return by?.replica_id === replicaId ? by.epoch : 0;
}

async function writePointer(
  context: PublishContext,
  { outgoing, seal, by }: ImportToPublish,
  candidate: ImportId,
): Promise<Published> {
  const { store, places, clock } = context;
  const planned = (outgoing?.active.import_id as ImportId | undefined) ?? null;
  for (let tried = 1; tried <= tries; tried += 1) {
    if (tried > 1) await clock.sleep(pauseMs * 2 ** tried);
    const found = await readPointer(store, places).catch(() => 'unread' as const);
    if (found === 'unread') continue;
    const stored = found === null ? null : storedPointer(found.pointer);
    // Whoever published it: it is published.
    if (stored?.active === candidate && stored.by.replicaId !== by.replicaId) return { kind: 'published' };
    const decision = decidePointer(stored, planned, candidate, by);
    if (decision.kind === 'done') return { kind: 'published' };
    if (decision.kind !== 'write') return { kind: decision.kind };
    // One's own import again under a later token: nothing rotates, or previous would become active.
    if (planned === candidate) return { kind: 'published' };
    const body = encodePointer({
      schema: 'lance-serving-pointer/1',
      lineage: lineageKey(seal.identity.lineage),
      publish_seq: decision.publishSeq,
      active: {
        import_id: candidate,
        publication_version: seal.publicationVersion === null ? null : Number(seal.publicationVersion),
      },
      previous: found?.pointer.active ?? null,
      by: { replica_id: by.replicaId, epoch: by.epoch, generation: by.generation },
      // Every object of this version was acknowledged before.
      mirrored_through_version: seal.publicationVersion === null ? null : Number(seal.publicationVersion),
      written_at: new Date(clock.wall()).toISOString(),
    });
    const answer = await sent(() =>
      found === null ? store.create(places.pointer, body) : store.replace(places.pointer, body, found.etag),
    );
    if (answer.kind === 'written') return { kind: 'published' };
  }
  return { kind: 'unsettled', at: 'publish_pointer' };
}

async function readOrigin(
  store: ObjectStore,
  places: SealPlaces,
  { identity }: ImportSeal,
): Promise<'absent' | 'accepted' | 'not_accepted' | 'unsettled'> {
  const stored = await store.get(places.originSeal, { maxBytes: sealMaxBytes }).catch(() => null);
  if (stored === null) return 'unsettled';
  if (stored.kind === 'absent') return 'absent';
  const origin = stored.kind === 'found' ? decodeOriginSeal(stored.body) : null;
  return origin !== null && acceptsImport(origin, identity) ? 'accepted' : 'not_accepted';
}

async function isDurable(
  { store, places, previousIsDurable = async () => true }: PublishContext,
  id: ImportId,
  outgoing: Pointer | null,
): Promise<boolean> {
  const whole = outgoing === null || (await previousIsDurable(outgoing.active).catch(() => false));
  return whole && (await presentKeys(store, [places.importSeal(id)]))?.size === 1;
}

/** Two replicas may both begin a lineage: the seal that is there decides whether it takes the other's import. */
async function createOrigin(
  context: PublishContext,
  { seal, origin: own }: ImportToPublish,
): Promise<'sealed' | Published> {
  const { store, places } = context;
  const first = { identity: seal.identity, originPublication: seal.publicationVersion };
  const body = encodeOriginSeal(own ?? first);
  if (!(await createSurely(context, places.originSeal, body))) {
    return { kind: 'unsettled', at: 'upload_seal' };
  }
  const origin = await readOrigin(store, places, seal);
  if (origin === 'accepted') return 'sealed';
  return origin === 'not_accepted' ? { kind: origin } : { kind: 'unsettled', at: 'upload_seal' };
}

/** A seal of the same import stays as it is: the first says what happened, a retry knows less. */
async function createSeal(
  context: PublishContext,
  key: string,
  seal: ImportSeal,
): Promise<'sealed' | Published> {
  if (!(await createSurely(context, key, encodeSeal(seal)))) return { kind: 'unsettled', at: 'upload_seal' };
  const stored = await context.store.get(key, { maxBytes: sealMaxBytes }).catch(() => null);
  if (stored?.kind !== 'found') return { kind: 'unsettled', at: 'upload_seal' };
  return sealsImport(stored.body, seal.identity) ? 'sealed' : { kind: 'identity_conflict' };
}

/** True once something is certain to be there under this key; create-only, so that it is never changed. */
async function createSurely(context: PublishContext, key: string, body: Uint8Array): Promise<boolean> {
  for (let tried = 1; tried <= tries; tried += 1) {
    if (tried > 1) await context.clock.sleep(pauseMs * 2 ** tried);
    const answer = await sent(() => context.store.create(key, body));
    if (answer.kind !== 'unknown') return true;
  }
  return false;
}

async function heldAs(
  store: ObjectStore,
  key: string,
  body: Uint8Array,
): Promise<'absent' | 'ours' | 'other' | 'unknown'> {
  const compared = body.length <= comparedBytes;
  const answer = await (compared ? store.get(key, { maxBytes: body.length }) : store.head(key)).catch(
    () => null,
  );
  if (answer === null) return 'unknown';
  if (answer.kind === 'absent') return 'absent';
  if (answer.kind === 'too_large' || answer.meta.size !== body.length) return 'other';
  return !('body' in answer) || Buffer.from(answer.body).equals(body) ? 'ours' : 'other';
}

async function presentKeys(store: ObjectStore, keys: readonly string[]): Promise<ReadonlySet<string> | null> {
  const present = new Set<string>();
  for (const key of keys) {
    const answer = await store.head(key).catch(() => null);
    if (answer === null) return null;
    if (answer.kind === 'found') present.add(key);
  }
  return present;
}

async function sent(send: () => Promise<WriteAnswer>): Promise<WriteAnswer> {
  try {
    return await send();
  } catch (cause) {
    return { kind: 'unknown', cause };
  }
}
