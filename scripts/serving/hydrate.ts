/** Brings one sealed version from the mirror into a replica's own copy, its manifest last (C.4, F). */
import { corrupt, isVamplateError, VamplateError } from '@/lib/base/errors';
import { type ImportIdentity, sameIdentity } from '@/lib/engine/serving/identity-rules';
import type { Copy } from './copy';
import { type Closure, type ClosureObject, closureOf, isWhole } from './version-closure';

/** Largest file brought; more is not served here. */
export const maxObjectBytes = 64 * 1024 * 1024;

/**
 * What is already here in its length stays; what is cut short is replaced whole. A version of this copy that is the same
 * import in other files, and has lost some of them, becomes the mirror's.
 * @throws `not_found` when the mirror lacks it, `corrupt` when its version is of another import, `conflict` when this
 *   copy gave the number to something else, `unavailable` without a certain answer
 */
export async function hydrate(
  from: Copy,
  to: Copy,
  version: bigint,
  identity: ImportIdentity,
): Promise<void> {
  const closure = await closureOf(from, version);
  if (closure === null) throw new VamplateError('not_found', `The mirror has no version ${version}.`);
  const { marked, objects } = closure;
  if (marked.kind !== 'marked' || !sameIdentity(marked.identity, identity)) {
    throw corrupt(`Version ${version} of the mirror is not the import that is sealed for it.`);
  }
  const here = await readableHere(to, version);
  if (here !== null && (here.marked.kind !== 'marked' || !sameIdentity(here.marked.identity, identity))) {
    throw new VamplateError('conflict', `This copy has another version ${version} than the mirror.`);
  }
  if (here !== null && (await isWhole(to, here))) return;
  const manifest = objects.at(-1);
  for (const object of objects) await bring(from, to, object, object === manifest);
}

/** A manifest that is cut short says nothing, and is brought again. */
async function readableHere(to: Copy, version: bigint): Promise<Closure | null> {
  return closureOf(to, version).catch((error: unknown) => {
    if (isVamplateError(error) && error.kind === 'corrupt') return null;
    throw error;
  });
}

async function bring(from: Copy, to: Copy, { key, bytes }: ClosureObject, always: boolean): Promise<void> {
  const here = await to.store.head(key);
  const complete = here.kind === 'found' && (bytes === null || here.meta.size === bytes);
  if (complete && !always) return;
  const answer = await from.store.get(key, { maxBytes: maxObjectBytes });
  if (answer.kind !== 'found') throw new VamplateError('not_found', `The mirror lacks ${key}.`);
  const written =
    here.kind === 'absent'
      ? await to.store.create(key, answer.body)
      : await to.store.replace(key, answer.body, here.meta.etag);
  if (written.kind !== 'written') throw new VamplateError('unavailable', `${key} could not be written.`);
}
