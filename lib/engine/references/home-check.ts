/** Decision D6: before anything is written, that no control file of the dataset names another place; it was copied or moved if one does. */
import { corrupt, unsupported } from '@/lib/base/errors';
import { below, branchRefsFolder, relativeTo, tagRefsFolder } from '@/lib/engine/lance/paths';
import type { Decode } from '@/lib/engine/retirement/decode';
import { foreignRootIn } from '@/lib/engine/retirement/foreign-root';
import {
  intentsFolder,
  leasesFolder,
  markersFolder,
  statesFolder,
  terminationsFolder,
} from '@/lib/engine/retirement/lifecycle-names';
import { isClockEntry, parseMarkerName } from '@/lib/engine/retirement/marker-names';
import { decodeMarkerRecord } from '@/lib/engine/retirement/marker-records';
import type { ObjectMeta } from '@/lib/engine/store/object-store';
import { pathOf } from './canonical-names';
import { foreignRootRefusal } from './creation-rules';
import { parseIntentName } from './intent-names';
import { decodeIntentRecord } from './intent-records';
import { parseStateName, stateHash } from './state-names';
import { decodeStateRecord } from './state-records';
import { listAll, must, type ReadingContext, readListed } from './stored-references';

export interface Home {
  /** Whether the dataset has objects of the lease-aware lifecycle, clocks excepted (D4). */
  readonly lifecycle: boolean;
}

interface Wanted {
  readonly meta: ObjectMeta;
  readonly decode: (body: Uint8Array) => Decode<unknown>;
}

/**
 * Seven listings; bodies only of intents, of one marker per run, and of states whose name is not the hash of a reference
 * that is here.
 * @throws `unsupported` when a control file names another root, `corrupt` when one cannot be read
 */
export async function requireHome(context: ReadingContext): Promise<Home> {
  const { store, root } = context;
  const list = (folder: string) => listAll(context, below(root.key, folder));
  const [states, intents, markers] = [
    await list(statesFolder),
    await list(intentsFolder),
    await list(markersFolder),
  ];
  const own = markers.filter(({ key }) => !isClockEntry(rest(context, key, markersFolder)));
  const wanted = [
    ...(await strangeStates(context, states)),
    ...intents.map((meta) => wantedIntent(context, meta)),
    ...oneMarkerPerRun(context, own),
  ];
  const bodies = await readListed(
    context,
    wanted.map(({ meta }) => meta),
  );
  for (const [at, { meta, decode }] of wanted.entries()) {
    const body = bodies[at] ?? null;
    if (body !== null) requireOwn(context, meta, body, decode(body));
  }
  if (states.length + intents.length + own.length > 0) return { lifecycle: true };
  for (const folder of [leasesFolder, terminationsFolder]) {
    const page = await store.list({ prefix: below(root.key, folder), limit: 1 });
    if (page.objects.length > 0) return { lifecycle: true };
  }
  return { lifecycle: false };
}

function requireOwn(
  { root }: ReadingContext,
  { key }: ObjectMeta,
  body: Uint8Array,
  decoded: Decode<unknown>,
): void {
  if (decoded.kind === 'ok') return;
  const foreign = foreignRootIn(body, root);
  if (foreign !== null) {
    throw unsupported(foreignRootRefusal, { key, foreignRoot: foreign });
  }
  throw corrupt(`A control file cannot be read: ${decoded.reason}.`, { key });
}

/** States of references that are here carry the hash of their path in their name: nothing else need be read of them. */
async function strangeStates(
  context: ReadingContext,
  states: readonly ObjectMeta[],
): Promise<readonly Wanted[]> {
  const { root } = context;
  const named = states.map((meta) => ({
    meta,
    hash: must(parseStateName(rest(context, meta.key, statesFolder)), meta.key),
  }));
  if (named.length === 0) return [];
  const known = new Set<string>();
  for (const folder of [tagRefsFolder, branchRefsFolder]) {
    for (const { key } of await listAll(context, below(root.key, folder)))
      known.add(stateHash(pathOf(root, relativeTo(root.key, key) ?? key)));
  }
  return named
    .filter(({ hash }) => !known.has(hash))
    .map(({ meta, hash }) => ({ meta, decode: (body) => decodeStateRecord(body, root, hash) }));
}

function wantedIntent(context: ReadingContext, meta: ObjectMeta): Wanted {
  const name = must(parseIntentName(rest(context, meta.key, intentsFolder)), meta.key);
  return { meta, decode: (body) => decodeIntentRecord(body, context.root, name) };
}

/** A run writes all its markers from one place. Draining bodies mean nothing to anybody. */
function oneMarkerPerRun(context: ReadingContext, markers: readonly ObjectMeta[]): readonly Wanted[] {
  const runs = new Map<string, Wanted>();
  for (const meta of markers) {
    const name = must(parseMarkerName(rest(context, meta.key, markersFolder)), meta.key);
    if (name.marker === 'draining') continue;
    runs.set(name.markerOperationId, {
      meta,
      decode: (body) => decodeMarkerRecord(body, context.root, name),
    });
  }
  return [...runs.values()];
}

function rest({ root }: ReadingContext, key: string, folder: string): string {
  return key.slice(below(root.key, folder).length);
}
