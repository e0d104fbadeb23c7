/** Publishes a sealed import of this copy into the mirror through the publisher: what it replaces is made durable first (C.8). */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import { sameIdentity } from '@/lib/engine/serving/identity-rules';
import { type ImportId, importIdOf } from '@/lib/engine/serving/import-id-rules';
import type { Pointer } from '@/lib/engine/serving/pointer-schema';
import type { PointerAuthor } from '@/lib/engine/serving/publication-rules';
import { type Published, publishImport } from '@/lib/engine/serving/publish-import';
import type { ImportSeal } from '@/lib/engine/serving/seal-rules';
import { servingRules } from '@/lib/engine/serving/serving-rules';
import { type Copy, pointerOf, readOrigin, readSeal } from './copy';
import { maxObjectBytes } from './hydrate';
import { type Closure, closureOf, holdsImport, isWhole } from './version-closure';

const mostPlans = 3;
/** Most bytes of one version held in memory at once. */
const maxVersionBytes = 4 * maxObjectBytes;

export interface Publication {
  readonly seal: ImportSeal;
  /** The version of this copy that committed the import. */
  readonly version: bigint;
  readonly by: PointerAuthor;
}

export interface PublicationPlan {
  /** The mirror's pointer when this was planned. */
  readonly outgoing: Pointer | null;
  /** Whether it may be planned again from what another replica published meanwhile (E.4). */
  readonly mayReplan: boolean;
}

/** @throws `unavailable` and `unsupported` where objects cannot be read here, or the mirror gives no answer */
export async function mirrorImport(
  from: Copy,
  mirror: Copy,
  { seal: own, version, by }: Publication,
  { outgoing: first, mayReplan }: PublicationPlan,
  clock: Clock,
): Promise<Published> {
  const there = await readSeal(mirror, importIdOf(own.identity));
  const sealed = typeof there === 'object' && sameIdentity(there.identity, own.identity);
  const seal = sealed ? there : own;
  // Two replicas may have made one import: what the mirror has whole is that import, in whichever files.
  const whole = sealed && (await holdsImport(mirror, there.publicationVersion ?? version, own.identity));
  const objects = whole ? new Map<string, Uint8Array>() : await objectsIn(from, version);
  const origin = await readOrigin(from);
  const context = {
    ...{ store: mirror.store, places: mirror.places, clock, rules: servingRules },
    previousIsDurable: (outgoing: Pointer['active']) => makeDurable(from, mirror, outgoing),
  };
  let outgoing = first;
  for (let planned = 1; ; planned += 1) {
    const published = await publishImport(context, {
      ...{ seal, outgoing, objects, by },
      origin: typeof origin === 'object' ? origin : null,
    });
    if (published.kind !== 'replan' || !mayReplan || planned === mostPlans) return published;
    outgoing = await pointerOf(mirror);
  }
}

/** What the pointer names stays whole in the mirror; what was lost there is brought again where this copy has it. */
async function makeDurable(from: Copy, mirror: Copy, outgoing: Pointer['active']): Promise<boolean> {
  const seal = await readSeal(mirror, outgoing.import_id as ImportId);
  if (typeof seal !== 'object') return false;
  const stated = seal.publicationVersion ?? outgoing.publication_version ?? null;
  // Sealed by a retry that did not learn its version: nothing more is known of it here.
  if (stated === null) return true;
  const version = BigInt(stated);
  if (await holdsImport(mirror, version, seal.identity)) return true;
  const here = await closureOf(from, version);
  if (here === null || here.marked.kind !== 'marked') return false;
  if (!sameIdentity(here.marked.identity, seal.identity) || !(await isWhole(from, here))) return false;
  for (const { key } of here.objects) await mirror.store.create(key, await bodyOf(from, key));
  return holdsImport(mirror, version, seal.identity);
}

async function objectsIn(copy: Copy, version: bigint): Promise<ReadonlyMap<string, Uint8Array>> {
  const closure: Closure | null = await closureOf(copy, version);
  if (closure === null) throw new VamplateError('not_found', `There is no version ${version} here.`);
  const objects = new Map<string, Uint8Array>();
  let total = 0;
  for (const { key } of closure.objects) {
    const body = await bodyOf(copy, key);
    total += body.length;
    if (total > maxVersionBytes)
      throw new VamplateError('unsupported', 'This version is too large to mirror.');
    objects.set(key, body);
  }
  return objects;
}

async function bodyOf({ store }: Copy, key: string): Promise<Uint8Array> {
  const answer = await store.get(key, { maxBytes: maxObjectBytes });
  if (answer.kind !== 'found') throw new VamplateError('unavailable', `${key} is ${answer.kind} here.`);
  return answer.body;
}

/** Activation of this copy, kept beside its data as the mirror keeps its own: no object is uploaded. */
export function pointLocally(
  copy: Copy,
  { seal, by }: Omit<Publication, 'version'>,
  clock: Clock,
): Promise<Published> {
  return pointerOf(copy).then((outgoing) =>
    publishImport(
      { store: copy.store, places: copy.places, clock, rules: servingRules },
      { seal, outgoing, objects: new Map(), by },
    ),
  );
}
