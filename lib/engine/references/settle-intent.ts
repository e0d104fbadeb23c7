/** Settles one publication whose owner no longer owns it: completes what was written, revokes what was not (F.7, H.4). */
import { VamplateError } from '@/lib/base/errors';
import { below } from '@/lib/engine/lance/paths';
import { entryOf } from '@/lib/engine/retirement/dataset-path';
import { listVersionMarkers } from '@/lib/engine/retirement/list-markers';
import { tryDelete } from '@/lib/engine/retirement/try-delete';
import { withReferenceLock } from '@/lib/engine/store/reference-lock';
import { canonicalKey, reconcile } from './reconcile-state';
import type { ReferenceContext } from './reference-context';
import { type ExpiredIntent, sameBytes } from './settle-rules';
import { readCanonical, readState, type StoredIntent, type StoredState } from './stored-references';
import { writeState } from './write-state';

/** `kept`: the reference is there and keeps the version. `revoked`: it is not and will not be. */
export type SettledIntent = 'kept' | 'revoked';

const rounds = 6;

/**
 * The caller has found the owner's time to be over by the storage clock. The intent goes last, so that whoever is
 * interrupted leaves it to the next.
 * @throws `unavailable` when a step is not certain: intent and state stay
 */
export async function settleIntent(context: ReferenceContext, intent: StoredIntent): Promise<SettledIntent> {
  const { path } = intent.record.mutation;
  const key = canonicalKey(context, path);
  const settled = await withReferenceLock(context.store, key, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const state = await readState(context, path);
      const action = await decide(context, intent, state, key);
      const done = await apply(context, intent, state, action);
      if (done !== 'again') return done;
    }
    throw new VamplateError('conflict', 'Others kept changing a reference while it was settled.', { key });
  });
  await tryDelete(context.store, intent.key);
  return settled;
}

async function decide(
  context: ReferenceContext,
  intent: StoredIntent,
  state: StoredState | null,
  key: string,
): Promise<ExpiredIntent> {
  const { namespace, version, record } = intent;
  const { body } = await readCanonical(context, key);
  const published = body !== null && sameBytes(body, record.mutation.payload);
  // Markers before the manifest: in the other order a retirement that ends between the two is seen by neither.
  const markers = await listVersionMarkers(context.store, context.root, namespace, version);
  const entry = entryOf(context.root, record.manifestPath);
  const manifest = entry === null ? null : await context.store.head(below(context.root.key, entry));
  return context.rules.settleExpired({
    operationId: record.operationId,
    state: state?.record ?? null,
    published,
    manifest: manifest?.kind === 'found' ? 'present' : 'absent',
    committed: markers.some(({ marker }) => marker === 'committed'),
  });
}

async function apply(
  context: ReferenceContext,
  intent: StoredIntent,
  state: StoredState | null,
  action: ExpiredIntent,
): Promise<SettledIntent | 'again'> {
  const { namespace, version, record } = intent;
  const { mutation, operationId } = record;
  if (action === 'keep') return 'kept';
  if (action === 'drop') return 'revoked';
  if (action === 'complete') {
    const live = { generation: operationId, target: { namespace, version } };
    const written = await writeState(context, state, { state: 'live', canonicalPath: mutation.path, live });
    return written.kind === 'applied' ? 'kept' : 'again';
  }
  if (action === 'revoke' && !(await revoke(context, intent, state))) return 'again';
  await reconcile(context, mutation.path);
  return 'revoked';
}

/** From here on the owner cannot complete it any more. False when somebody moved the state first. */
async function revoke(
  context: ReferenceContext,
  { record: { mutation } }: StoredIntent,
  state: StoredState | null,
): Promise<boolean> {
  if (state === null || state.record.state !== 'pending') return false;
  const { canonicalPath, operationId, target, previous, previousWasLegacy } = state.record;
  const revoking = {
    state: 'revoking',
    canonicalPath,
    operationId,
    target,
    previous,
    previousWasLegacy,
    mutation,
  } as const;
  return (await writeState(context, state, revoking)).kind === 'applied';
}
