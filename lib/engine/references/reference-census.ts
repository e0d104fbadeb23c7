/** Counts, for a cleaner, everything that points at a version of one namespace or is about to; unfinished work is settled first (F.7, G.2 steps 9 and 10). */
import { decodeTag, type TagFacts } from '@/lib/engine/lance/decode-reference';
import { parseReferenceKey } from '@/lib/engine/lance/reference-names';
import { entryOf } from '@/lib/engine/retirement/dataset-path';
import { judgeOwnership } from '@/lib/engine/retirement/ownership-rules';
import { tryDeleteAll } from '@/lib/engine/retirement/try-delete';
import { type HoldBook, Holds, momentOf, type StateSnapshot } from './census-rules';
import { readCanonicalFacts } from './read-canonical-facts';
import { canonicalKey, expiryClock } from './reconcile-state';
import type { ReferenceContext } from './reference-context';
import { heldByState } from './reference-rules';
import { settleIntent } from './settle-intent';
import { sameBytes } from './settle-rules';
import {
  listAllIntents,
  listIntents,
  listStates,
  readCanonical,
  type StoredIntent,
  type StoredState,
} from './stored-references';
import { sweepStates } from './sweep-states';
import type { CanonicalContent } from './visibility';

export interface ReferenceCensus extends HoldBook {
  /** Keys of intents that the mid scheme left as `completed` on sealed versions; the commit-time census removes them. */
  readonly completed: readonly string[];
  /** What every state was before tags and branches were read; the commit-time census counts what has moved since. */
  readonly snapshot: StateSnapshot;
}

export interface CensusRequest {
  readonly namespace: string;
  /** Versions that have a sealed marker and no committed one. */
  readonly sealed: ReadonlySet<bigint>;
  /** `retain`: of a recovery, which counts a completed intent by its bytes. `defer`: of a run, whose next look is at the tags. */
  readonly mode: 'retain' | 'defer';
}

/**
 * Intents, then states, then tags and branches: a publisher removes its intent only after its state is live, so what
 * one look misses the next one sees. Four listings when nothing is unfinished; one reading per body not remembered.
 * @throws `corrupt` for anything that does not parse, before anything is written; `unavailable` when a look or a
 * settling is not certain. Nothing may be retired then.
 */
export async function referenceCensus(
  context: ReferenceContext,
  request: CensusRequest,
): Promise<ReferenceCensus> {
  const { namespace, sealed, mode } = request;
  const holds = new Holds();
  const everywhere = await listAllIntents(context);
  const intents = everywhere.filter((intent) => intent.namespace === namespace);
  let states = await listStates(context);

  const finished = intents.filter(({ record }) => record.state === 'completed');
  const deferred = finished.filter(({ version }) => mode === 'defer' && sealed.has(version));
  for (const intent of mode === 'retain' ? finished : []) {
    if (await isPublished(context, intent)) holds.add(intent.version, intentHold(intent));
  }
  await countPending(context, namespace, intents, holds);
  // Whatever the intents became, their states say so from here on.
  if (intents.length > 0) states = await listStates(context);
  if (await sweepStates(context, states)) states = await listStates(context);
  const snapshot = new Map(states.map(({ hash, record }) => [hash, momentOf(record)]));

  const canonical = await readCanonicalFacts(context);
  for (const state of states) {
    const entry = entryOf(context.root, state.record.canonicalPath) ?? '';
    countState(state, canonical.contents.get(entry) ?? { kind: 'absent' }, namespace, holds);
  }
  const tags = [...canonical.tags, ...restorable(context, everywhere, states)];
  holds.addAll(context.rules.canonicalHolds({ ...canonical, tags }, namespace));
  await tryDeleteAll(
    context.store,
    finished.filter((intent) => !deferred.includes(intent)).map(({ key }) => key),
  );
  const { held, everything } = context.rules.counted(holds);
  return { held, everything, completed: deferred.map(({ key }) => key), snapshot };
}

export interface CommitCensusRequest {
  readonly namespace: string;
  readonly versions: ReadonlySet<bigint>;
  /** Both of the census before. */
  readonly snapshot: StateSnapshot;
  readonly completed: readonly string[];
}

/**
 * The last look before committed markers are written: intents, and the states that moved since the census before (F.7).
 * Two listings when nothing happened.
 * @returns those of `versions` that something came to, each with what
 * @throws as `referenceCensus` does
 */
export async function commitCensus(
  context: ReferenceContext,
  request: CommitCensusRequest,
): Promise<HoldBook> {
  const { namespace, versions, snapshot, completed } = request;
  const holds = new Holds();
  const intents = await listIntents(context, namespace);
  await countPending(context, namespace, intents, holds);
  const counted = new Set(completed);
  for (const intent of intents) {
    if (intent.record.state !== 'completed' || counted.has(intent.key)) continue;
    if (await isPublished(context, intent)) holds.add(intent.version, intentHold(intent));
  }
  for (const state of await listStates(context)) {
    if (!context.rules.hasMoved(snapshot, state.hash, state.record)) continue;
    const { content } = await readCanonical(context, canonicalKey(context, state.record.canonicalPath));
    countState(state, content, namespace, holds);
  }
  await tryDeleteAll(context.store, completed);
  const { held, everything } = context.rules.counted(holds);
  return { held: new Map([...held].filter(([version]) => versions.has(version))), everything };
}

/** Owned intents keep their version; the others are settled, and keep it only where their reference stands (H.4). */
async function countPending(
  context: ReferenceContext,
  namespace: string,
  intents: readonly StoredIntent[],
  holds: Holds,
): Promise<void> {
  const pending = intents.filter(({ record }) => record.state === 'pending');
  if (pending.length === 0) return;
  // Every reading of this clock is a write; intents and clock are both timed by a listing (D18).
  const now = await expiryClock(context, namespace);
  for (const intent of pending) {
    const owned = judgeOwnership(intent.storedAt, now) !== 'expired';
    if (owned || (await settleIntent(context, intent)) === 'kept')
      holds.add(intent.version, intentHold(intent));
  }
}

function countState(
  { record }: StoredState,
  canonical: CanonicalContent,
  namespace: string,
  holds: Holds,
): void {
  for (const { target } of heldByState(record, canonical)) {
    if (target.namespace !== namespace) continue;
    holds.add(target.version, {
      kind: 'state',
      state: record.state,
      canonicalPath: record.canonicalPath,
    });
  }
}

/** Tags as they were before an unfinished move: a rollback points them there again, whatever lies there now (D20). */
function restorable(
  { root }: ReferenceContext,
  intents: readonly StoredIntent[],
  states: readonly StoredState[],
): readonly TagFacts[] {
  const mutations = [
    ...intents.map(({ record }) => record.mutation),
    ...states.flatMap(({ record }) => (record.state === 'revoking' ? [record.mutation] : [])),
  ];
  return mutations.flatMap((mutation) => {
    const place = parseReferenceKey(entryOf(root, mutation.path) ?? '');
    if (mutation.kind !== 'update' || place.kind !== 'tag') return [];
    const reading = decodeTag(place.name, mutation.expectedPayload);
    return reading.kind === 'found' ? [reading.reference] : [];
  });
}

function intentHold({ key, record }: StoredIntent) {
  return { kind: 'intent', key, operationId: record.operationId } as const;
}

async function isPublished(context: ReferenceContext, { record }: StoredIntent): Promise<boolean> {
  const { body } = await readCanonical(context, canonicalKey(context, record.mutation.path));
  return body !== null && sameBytes(body, record.mutation.payload);
}
