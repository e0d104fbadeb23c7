/** Publishes a sealed import of this copy into the mirror through the publisher, planning again when others came first (C.8). */
import type { Clock } from '@/lib/base/clock';
import { VamplateError } from '@/lib/base/errors';
import type { PointerAuthor } from '@/lib/engine/serving/publication-rules';
import { type Published, publishImport } from '@/lib/engine/serving/publish-import';
import type { ImportSeal } from '@/lib/engine/serving/seal-rules';
import { servingRules } from '@/lib/engine/serving/serving-rules';
import { type Copy, pointerOf } from './copy';
import { maxObjectBytes } from './hydrate';
import { closureOf } from './version-closure';

const plans = 3;
/** Most bytes of one version held in memory at once. */
const maxVersionBytes = 4 * maxObjectBytes;

export interface Publication {
  readonly seal: ImportSeal;
  /** The version of this copy that committed the import. */
  readonly version: bigint;
  readonly by: PointerAuthor;
}

/** @throws `unavailable` and `unsupported` where objects cannot be read here, or the mirror gives no answer */
export async function mirrorImport(
  from: Copy,
  mirror: Copy,
  { seal, version, by }: Publication,
  clock: Clock,
): Promise<Published> {
  const objects = await objectsIn(from, version);
  const context = { store: mirror.store, places: mirror.places, clock, rules: servingRules };
  for (let planned = 1; ; planned += 1) {
    const outgoing = await pointerOf(mirror);
    const published = await publishImport(context, { seal, outgoing, objects, by });
    if (published.kind !== 'replan' || planned === plans) return published;
  }
}

async function objectsIn(copy: Copy, version: bigint): Promise<ReadonlyMap<string, Uint8Array>> {
  const closure = await closureOf(copy, version);
  if (closure === null) throw new VamplateError('not_found', `There is no version ${version} here.`);
  const objects = new Map<string, Uint8Array>();
  let total = 0;
  for (const { key } of closure.objects) {
    const answer = await copy.store.get(key, { maxBytes: maxObjectBytes });
    if (answer.kind !== 'found') throw new VamplateError('unavailable', `${key} is ${answer.kind} here.`);
    total += answer.body.length;
    if (total > maxVersionBytes)
      throw new VamplateError('unsupported', 'This version is too large to mirror.');
    objects.set(key, answer.body);
  }
  return objects;
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
