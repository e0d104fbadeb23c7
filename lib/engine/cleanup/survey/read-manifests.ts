/** Reads the manifests that a cleanup must know and does not yet; whatever cannot be read stops it (G.5). */
import pLimit from 'p-limit';
import { VamplateError } from '@/lib/base/errors';
import type { SurveyContext } from '@/lib/engine/cleanup/cleanup-context';
import { normaliseUri } from '@/lib/engine/lance/base-uri';
import { judgeFlags } from '@/lib/engine/lance/feature-flags';
import type { ManifestFacts } from '@/lib/engine/lance/manifest-facts';
import { type NeededSet, objectsOf } from '@/lib/engine/lance/objects-of';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { rootUri } from '@/lib/engine/lance/root-uri';
import type { SurveyedVersion } from './dataset-survey';
import type { KnownManifest, ManifestMemory } from './manifest-memory';

const readsAtOnce = 16;

type Reader = Pick<SurveyContext, 'store' | 'memory' | 'signal' | 'onManifestRead'>;

/** `places` leaves out what a manifest needs of its own root: enough to know whom a clone needs, and little to hold. */
type Wanted = 'all' | 'places';

/**
 * Hands over one manifest after the other, in no order, so that a long history is never in memory at once.
 * @param root key of the dataset or branch folder the manifests lie in
 * @param visit null for one that is no longer there
 * @throws `corrupt`, `unsupported`, `unavailable` as reading does, `conflict` when one was replaced since it was listed,
 * and whatever `visit` throws; nothing more is read then
 */
export async function visitManifests(
  context: Reader,
  root: string,
  versions: readonly SurveyedVersion[],
  visit: (listed: SurveyedVersion, manifest: KnownManifest | null) => void,
  wanted: Wanted = 'all',
): Promise<void> {
  const limit = pLimit(readsAtOnce);
  const work = versions.map((listed) =>
    limit(async () => visit(listed, await readOne(context, root, listed, wanted))),
  );
  try {
    await Promise.all(work);
  } finally {
    limit.clearQueue();
  }
}

/** As `visitManifests`, in the order asked: for few. */
export async function readManifests(
  context: Reader,
  root: string,
  versions: readonly SurveyedVersion[],
): Promise<readonly (KnownManifest | null)[]> {
  const read = new Map<SurveyedVersion, KnownManifest | null>();
  await visitManifests(context, root, versions, (listed, manifest) => read.set(listed, manifest));
  return versions.map((listed) => read.get(listed) ?? null);
}

/**
 * Own times, by the writers' clocks: null where a manifest states none, absent where it is no longer there.
 * @param check told of every manifest that had to be read
 */
export async function readTimes(
  context: Reader,
  root: string,
  versions: readonly SurveyedVersion[],
  check: (listed: SurveyedVersion, manifest: KnownManifest | null) => void,
): Promise<ReadonlyMap<SurveyedVersion, number | null>> {
  const times = new Map<SurveyedVersion, number | null>();
  const unknown: SurveyedVersion[] = [];
  for (const listed of versions) {
    const time = context.memory.timeOf(identityOf(context, root, listed, 'all'));
    if (time === undefined) unknown.push(listed);
    else times.set(listed, time);
  }
  await visitManifests(context, root, unknown, (listed, manifest) => {
    check(listed, manifest);
    if (manifest !== null) times.set(listed, manifest.committedAtMs);
  });
  return times;
}

async function readOne(
  context: Reader,
  root: string,
  listed: SurveyedVersion,
  wanted: Wanted,
): Promise<KnownManifest | null> {
  const { store, memory, signal } = context;
  const identity = identityOf(context, root, listed, wanted);
  const known = memory.find(identityOf(context, root, listed, 'all')) ?? memory.find(identity);
  if (known !== undefined) return known;
  signal?.throwIfAborted();
  const { name, size } = listed;
  const reading = await readManifest(store, root, { name, size }, signal === undefined ? {} : { signal });
  context.onManifestRead?.();
  if (reading === null) return null;
  if (reading.meta.etag !== listed.etag) {
    throw new VamplateError('conflict', `${listed.key} was replaced while it was looked at.`, {
      key: listed.key,
    });
  }
  const facts = factsOf(memory, reading.facts, rootUri(store, root), wanted);
  const manifest = { mismatch: reading.mismatch, ...facts };
  memory.keep(identity, manifest);
  return manifest;
}

function factsOf(
  memory: ManifestMemory,
  facts: ManifestFacts,
  address: string,
  wanted: Wanted,
): Omit<KnownManifest, 'mismatch'> {
  const { own, foreign } = objectsOf(facts, address);
  const places = new Map<string | null, readonly string[]>();
  for (const base of facts.basePaths) {
    const place = normaliseUri(base.path);
    if (place !== null && place !== normaliseUri(address)) places.set(place, []);
  }
  for (const side of foreign) {
    places.set(side.location, [...(places.get(side.location) ?? []), ...keysOf(memory, side)]);
  }
  return {
    committedAtMs: facts.committedAt?.ms ?? null,
    readerFlags: facts.readerFlags,
    writerFlags: facts.writerFlags,
    flagReasons: judgeFlags(facts).reasons,
    own: wanted === 'all' ? keysOf(memory, own) : [],
    places,
    clonedVersion: facts.transaction?.clone?.refVersion ?? null,
  };
}

function keysOf(memory: ManifestMemory, { objects, folders }: NeededSet): readonly string[] {
  return [...objects, ...folders].map(({ key }) => memory.share(key));
}

/** With the store's address: the same bytes below another root lead to other places. */
function identityOf(
  { store }: Pick<Reader, 'store'>,
  root: string,
  { name, etag }: SurveyedVersion,
  wanted: Wanted,
): string {
  return [wanted, rootUri(store, root), name, etag].join('\n');
}
