/** Reads the manifests that a cleanup must know and does not yet; whatever cannot be read stops it (G.5). */
import pLimit from 'p-limit';
import { VamplateError } from '@/lib/base/errors';
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import { judgeFlags } from '@/lib/engine/lance/feature-flags';
import type { ManifestFacts } from '@/lib/engine/lance/manifest-facts';
import { type NeededSet, objectsOf } from '@/lib/engine/lance/objects-of';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { rootUri } from '@/lib/engine/lance/root-uri';
import type { SurveyedVersion } from './dataset-survey';
import type { KnownManifest, ManifestMemory } from './manifest-memory';

const readsAtOnce = 16;

type Reader = Pick<SurveyContext, 'store' | 'memory' | 'signal'>;

/**
 * @param root key of the dataset or branch folder the manifests lie in
 * @returns in the order asked; null for one that is no longer there
 * @throws `corrupt`, `unsupported`, `unavailable` as reading does, `conflict` when one was replaced since it was listed
 */
export function readManifests(
  context: Reader,
  root: string,
  versions: readonly SurveyedVersion[],
): Promise<readonly (KnownManifest | null)[]> {
  const limit = pLimit(readsAtOnce);
  return Promise.all(versions.map((version) => limit(() => readOne(context, root, version))));
}

async function readOne(
  context: Reader,
  root: string,
  listed: SurveyedVersion,
): Promise<KnownManifest | null> {
  const { store, memory, signal } = context;
  const known = memory.find(listed);
  if (known !== undefined) return known;
  signal?.throwIfAborted();
  const { name, size } = listed;
  const reading = await readManifest(store, root, { name, size }, signal === undefined ? {} : { signal });
  if (reading === null) return null;
  if (reading.meta.etag !== listed.etag) {
    throw new VamplateError('conflict', `${listed.key} was replaced while it was looked at.`, {
      key: listed.key,
    });
  }
  const manifest = { mismatch: reading.mismatch, ...factsOf(memory, reading.facts, rootUri(store, root)) };
  memory.keep(listed, manifest);
  return manifest;
}

function factsOf(
  memory: ManifestMemory,
  facts: ManifestFacts,
  address: string,
): Omit<KnownManifest, 'mismatch'> {
  const { own, foreign } = objectsOf(facts, address);
  const places = new Map<string | null, readonly string[]>();
  for (const side of foreign) {
    places.set(side.location, [...(places.get(side.location) ?? []), ...keysOf(memory, side)]);
  }
  return {
    committedAtMs: facts.committedAt?.ms ?? null,
    readerFlags: facts.readerFlags,
    writerFlags: facts.writerFlags,
    flagReasons: judgeFlags(facts).reasons,
    own: keysOf(memory, own),
    places,
    clonedVersion: facts.transaction?.clone?.refVersion ?? null,
  };
}

function keysOf(memory: ManifestMemory, { objects, folders }: NeededSet): readonly string[] {
  return [...objects, ...folders].map(({ key }) => memory.share(key));
}
