/** Asks for every object that one version needs; where something is missing, looks for the newest version that is whole. */
import pLimit from 'p-limit';
import type { StorageInstant } from '@/lib/base/clock';
import { isVamplateError, VamplateError } from '@/lib/base/errors';
import { keyBelow } from '@/lib/engine/lance/base-uri';
import type { ManifestFacts } from '@/lib/engine/lance/manifest-facts';
import { type NeededSet, objectsOf } from '@/lib/engine/lance/objects-of';
import { below, branchRoot, indexFolder } from '@/lib/engine/lance/paths';
import { readManifest } from '@/lib/engine/lance/read-manifest';
import { findVersion, listVersions } from '@/lib/engine/lance/read-versions';
import { rootUri } from '@/lib/engine/lance/root-uri';
import type { ObjectStore, ReadOptions } from '@/lib/engine/store/object-store';

export interface VerifyContext extends ReadOptions {
  readonly store: ObjectStore;
  /** Key of the dataset's root below the store. */
  readonly rootKey: string;
  /** Null is main. */
  readonly branch: string | null;
}

export interface VersionVerification {
  /** `unknown`: a bound was met, or something lies where it cannot be asked for; `missing` wins over it. */
  readonly verdict: 'restorable' | 'missing' | 'unknown';
  /** The store's time of the first answer: every object was there at some moment from then on. */
  readonly provenAt: StorageInstant | null;
  readonly objects: number;
  /** Keys below the store, at most 50; with what is wrong where that is not absence. */
  readonly missing: readonly string[];
  readonly missingCount: number;
  /** Why it is `unknown`, one sentence each. */
  readonly notAsked: readonly string[];
  /** Only looked for when something is missing. */
  readonly lastReadable: bigint | null;
  readonly versionsLookedAt: number;
}

const maxAsked = 20_000;
const maxNamed = 50;
const maxVersions = 50;
const askedAtOnce = 16;

/**
 * HEAD of each object, and one listing for a folder whose files the manifest does not name. Transaction files are left
 * out: nobody needs one to read or restore a version. Writes nothing.
 * @throws `not_found` when the version has no manifest; what reading it throws; `unavailable` when the store stops answering
 */
export async function verifyVersion(context: VerifyContext, version: bigint): Promise<VersionVerification> {
  const asked = new Asked(context);
  const found = await findVersion(context.store, rootOf(context), version, context);
  if (found === null) {
    throw new VamplateError('not_found', `Version ${version} has no manifest.`, { version: `${version}` });
  }
  const own = await lookAt(context, asked, { name: found.name, size: found.meta.size });
  const provenAt = asked.firstAnswerAt;
  const search = own.missing.length > 0 ? await findReadable(context, asked, version) : null;
  const unknown = own.notAsked.length > 0;
  return {
    verdict: own.missing.length > 0 ? 'missing' : unknown ? 'unknown' : 'restorable',
    ...{ provenAt, objects: own.objects, notAsked: own.notAsked },
    ...{ missing: own.missing.slice(0, maxNamed), missingCount: own.missing.length },
    lastReadable: search?.version ?? null,
    versionsLookedAt: 1 + (search?.lookedAt ?? 0),
  };
}

interface Looked {
  readonly objects: number;
  readonly missing: readonly string[];
  readonly notAsked: readonly string[];
}

async function lookAt(
  context: VerifyContext,
  asked: Asked,
  manifest: { readonly name: string; readonly size: number },
): Promise<Looked> {
  const root = rootOf(context);
  const reading = await readManifest(context.store, root, manifest, context);
  if (reading === null)
    return { objects: 1, missing: [below(root, `_versions/${manifest.name}`)], notAsked: [] };
  const { places, notAsked } = placesOf(context, reading.facts);
  if (asked.left < places.length) {
    return {
      objects: 0,
      missing: [],
      notAsked: [`More than ${maxAsked} objects would have to be asked for.`],
    };
  }
  const limit = pLimit(askedAtOnce);
  const answers = await Promise.all(places.map((place) => limit(() => asked.problemAt(place))));
  return { objects: places.length, missing: answers.filter((one) => one !== null), notAsked };
}

async function findReadable(context: VerifyContext, asked: Asked, but: bigint) {
  const { store } = context;
  const { newest } = await listVersions(store, rootOf(context), {
    ...{ extent: 'newest', keep: maxVersions },
    ...(context.signal === undefined ? {} : { signal: context.signal }),
  });
  let lookedAt = 0;
  for (const entry of newest.slice(0, maxVersions)) {
    if (entry.version === but) continue;
    lookedAt += 1;
    try {
      const { missing, notAsked } = await lookAt(context, asked, entry);
      if (missing.length === 0 && notAsked.length === 0) return { version: entry.version, lookedAt };
    } catch (error) {
      // A manifest that cannot be read is a version that cannot be read: the search goes on.
      if (!isVamplateError(error) || error.kind === 'unavailable') throw error;
    }
  }
  return { version: null, lookedAt };
}

interface Place {
  /** Key below the store; a folder ends with a slash. */
  readonly key: string;
  readonly bytes: number | null;
}

function placesOf(context: VerifyContext, facts: ManifestFacts) {
  const { store } = context;
  const root = rootOf(context);
  const { own, foreign } = objectsOf(facts, rootUri(store, root));
  const files = new Map(facts.indices.map(({ uuid, files: some }) => [indexFolder(uuid), some]));
  const places = [...placesAt(root, own, files)];
  const notAsked: string[] = [];
  for (const side of foreign) {
    const key = side.location === null ? null : keyBelow(rootUri(store, ''), side.location);
    if (key === null)
      notAsked.push(`What lies at ${side.base.path} is outside this lake and was not asked for.`);
    // A store whose address ends in slashes leaves one before the key.
    else places.push(...placesAt(key.replace(/^\/+/, ''), side, files));
  }
  return { places, notAsked };
}

function* placesAt(
  root: string,
  { objects, folders }: NeededSet,
  files: ReadonlyMap<string, ManifestFacts['indices'][number]['files']>,
): Generator<Place> {
  for (const { key, class: kind, bytes } of objects) {
    if (kind !== 'transaction') yield { key: below(root, key), bytes };
  }
  for (const { key, class: kind } of folders) {
    // Only tables with blobs have such folders, and no manifest says which those are.
    if (kind === 'blob') continue;
    const named = files.get(key) ?? null;
    if (named === null) yield { key: below(root, key), bytes: null };
    else for (const { path, bytes } of named) yield { key: below(root, key + path), bytes };
  }
}

/** What was asked so far: versions of one history share most of their objects. */
class Asked {
  private readonly problems = new Map<string, Promise<string | null>>();
  firstAnswerAt: StorageInstant | null = null;

  constructor(private readonly context: VerifyContext) {}

  get left(): number {
    return maxAsked - this.problems.size;
  }

  /** @returns the key, with what is wrong; null when it is there as recorded */
  problemAt(place: Place): Promise<string | null> {
    const known = this.problems.get(place.key);
    if (known !== undefined) return known;
    const asking = place.key.endsWith('/') ? this.askFolder(place.key) : this.askObject(place);
    this.problems.set(place.key, asking);
    return asking;
  }

  private async askObject({ key, bytes }: Place): Promise<string | null> {
    const answer = await this.context.store.head(key, this.context);
    this.firstAnswerAt ??= answer.storeTime;
    if (answer.kind === 'absent') return key;
    if (bytes === null || answer.meta.size === bytes) return null;
    return `${key} (has ${answer.meta.size} bytes, the manifest says ${bytes})`;
  }

  private async askFolder(prefix: string): Promise<string | null> {
    const page = await this.context.store.list({ ...signalOf(this.context), prefix, limit: 1 });
    this.firstAnswerAt ??= page.storeTime;
    return page.objects.length > 0 ? null : prefix;
  }
}

function signalOf({ signal }: ReadOptions): ReadOptions {
  return signal === undefined ? {} : { signal };
}

function rootOf({ rootKey, branch }: VerifyContext): string {
  return branchRoot(rootKey, branch);
}
